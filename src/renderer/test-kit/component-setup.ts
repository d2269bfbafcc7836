/** Before each file of component tests. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLanguage } from '../i18n/index.ts';
import { stopStores } from './show.tsx';

// A dialog is loaded when it is first opened: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  stopStores();
  setLanguage('en');
});
