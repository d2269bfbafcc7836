/** Before each file of component tests. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLanguage } from '../i18n/index.ts';
import { stopStores } from './show.tsx';

afterEach(() => {
  cleanup();
  stopStores();
  setLanguage('en');
});
