/** A page printed to PDF by a browser of this machine, where no window of our own can: without a window, and offline. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { findProgram } from '../../lib/find-program.ts';

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome-headless-shell',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
  'brave-browser',
];
/** Paths of installations that are not on PATH. */
const ELSEWHERE: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS',
    '/Applications/Chromium.app/Contents/MacOS',
    '/Applications/Microsoft Edge.app/Contents/MacOS',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application',
    'C:\\Program Files\\Microsoft\\Edge\\Application',
  ],
};
const NAMES_THERE = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'chrome', 'msedge'];
/** Milliseconds: a long session has hundreds of pages. */
const TIME_LIMIT = 120_000;

const run = promisify(execFile);

/** @throws SkilldeckError `not-supported`, with what to do instead. */
export async function printPdf(page: string, env: NodeJS.ProcessEnv = process.env): Promise<Uint8Array> {
  const browser = findBrowser(env);
  if (browser === undefined) throw detailed('not-supported', 'pdf-browser');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skilldeck-print-'));
  try {
    const [source, target] = [path.join(folder, 'session.html'), path.join(folder, 'session.pdf')];
    await writeFile(source, page, { mode: 0o600 });
    await run(browser, flags(folder, target, pathToFileURL(source).href), {
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
    });
    return await readFile(target);
  } catch (error) {
    const [why = ''] = messageOf(error).split('\n', 1);
    throw detailed('not-supported', 'pdf-failed', { browser, why }, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (ELSEWHERE[process.platform] ?? []).join(path.delimiter);
  return findProgram(BROWSERS, env) ?? findProgram(NAMES_THERE, { ...env, PATH: folders });
}

/** Uses a separate profile, so that an open browser is left alone. */
function flags(folder: string, target: string, address: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--no-first-run',
    '--no-pdf-header-footer',
    '--disable-extensions',
    // The page is our own text without any script; Chromium's sandbox cannot be had by root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${path.join(folder, 'profile')}`,
    `--print-to-pdf=${target}`,
    address,
  ];
}
