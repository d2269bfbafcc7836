import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** For the rest of a test nothing is in view. @returns brings everything into view. */
export function nothingInView(): () => void {
  const seers: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(see: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        seers.push(() => see([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return () =>
    act(() => {
      for (const see of seers) see();
    });
}
