/** Before each file of component tests. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLanguage } from '../i18n.ts';

// A dialog is loaded when it is first opened: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 30_000 });

/** Without layout, everything is in view. */
class EverythingInView {
  readonly #see: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
  constructor(see: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#see = see;
  }
  observe(): void {
    this.#see([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}
Object.assign(globalThis, { IntersectionObserver: EverythingInView });

afterEach(() => {
  cleanup();
  setLanguage('en');
});
