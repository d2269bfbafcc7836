/** A Chromium for the browser tests: the machine's own, else Playwright's, else Debian's. */
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackages } from './debian.mjs';
import { onPath, program } from './paths.mjs';
import { run, runNode } from './run.mjs';
import { during } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env.PROGRAMFILES ?? ''}\\Google\\Chrome\\Application\\chrome.exe`,
];
const STARTS_WITHIN_MS = 30_000;
const FETCH_TIMEOUT_MS = 10 * 60 * 1000;

/** Chromium builds that Playwright has downloaded, newest first. */
function playwrightsOwn() {
  const home = os.homedir();
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    (process.platform === 'darwin'
      ? path.join(home, 'Library', 'Caches', 'ms-playwright')
      : process.platform === 'win32'
        ? path.join(process.env.LOCALAPPDATA ?? home, 'ms-playwright')
        : path.join(process.env.XDG_CACHE_HOME ?? path.join(home, '.cache'), 'ms-playwright'));
  if (!existsSync(cache)) return [];
  const inside = [
    ['chrome-linux', 'chrome'],
    ['chrome-linux64', 'chrome'],
    ['chrome-mac', 'Chromium.app/Contents/MacOS/Chromium'],
    ['chrome-mac-arm64', 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'],
    ['chrome-win', 'chrome.exe'],
    ['chrome-win64', 'chrome.exe'],
  ];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => inside.map((parts) => path.join(cache, name, ...parts)))
    .filter((file) => existsSync(file));
}

/** Starts and downloads nothing. `SKILLDECK_CHROMIUM` sets the path. */
export function findChromium() {
  const named = process.env.SKILLDECK_CHROMIUM;
  if (named) return named;
  return onPath(NAMES) ?? PLACES.find((file) => existsSync(file)) ?? playwrightsOwn()[0];
}

/** Ubuntu's `chromium-browser` may be a signpost to a snap, and a downloaded one may lack libraries: only one that starts counts. */
async function starts(/** @type {string | undefined} */ file) {
  if (file === undefined) return false;
  return (await run(file, ['--version'], { timeoutMs: STARTS_WITHIN_MS })).status === 0;
}

/** The path of a Chromium that starts, fetched if need be; undefined where none can be had. */
export async function ensureChromium() {
  for (const file of [process.env.SKILLDECK_CHROMIUM, onPath(NAMES), ...PLACES, ...playwrightsOwn()]) {
    if (file && existsSync(file) && (await starts(file))) return file;
  }
  await during('Fetching a Chromium for the browser tests (once)', () =>
    runNode([program('playwright/cli.js'), 'install', '--no-shell', 'chromium'], { timeoutMs: FETCH_TIMEOUT_MS }),
  );
  for (const file of playwrightsOwn()) if (await starts(file)) return file;
  await installPackages(['chromium', 'fonts-noto-cjk'], 'the browser tests');
  const file = onPath(NAMES);
  return (await starts(file)) ? file : undefined;
}
