import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { HostOptions } from './e2e/fixtures.ts';
import { findChromium } from './scripts/lib/chromium.mjs';

const results = path.join(import.meta.dirname, 'e2e', '.results');
const chromium = findChromium();
const report = process.env.SKILLDECK_E2E_REPORT;

/** Nothing here may wait for a server of the browser's maker; and as root Chromium has no sandbox to start with. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** What only the desktop app does. */
const DESKTOP = '**/desktop.spec.ts';

export default defineConfig<HostOptions>({
  testDir: 'e2e',
  outputDir: path.join(results, 'failures'),
  // Each test has an app of its own, with its own data folder and its own model.
  fullyParallel: true,
  // Each drives a browser and an app; a core is left for what they start.
  workers: Math.min(3, Math.max(2, availableParallelism() - 1)),
  // For what hangs; on a machine with two cores, or one that is busy otherwise, a step may take ten times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as ['json', object]])],
  use: {
    launchOptions: { args, ...(chromium === undefined ? {} : { executablePath: chromium }) },
    viewport: { width: 1360, height: 850 },
    locale: 'en-GB',
    // What moves costs time and tells nothing; a media query that leaves motion out is the person's own.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // What a page looked like at each step would take longer than the steps.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
  },
  projects: [
    { name: 'chromium', use: { host: 'browser' }, testIgnore: DESKTOP },
    { name: 'electron', use: { host: 'electron' }, testIgnore: DESKTOP },
    // The desktop app where there is no Electron.
    { name: 'stand-in', use: { host: 'stand-in' }, testMatch: DESKTOP },
  ],
});
