/** Playwright for `npm run screenshots`. */
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'pictures.shots.ts',
  workers: 1,
  projects: [{ name: 'chromium' }],
});
