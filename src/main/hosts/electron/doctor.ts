/** `npm run doctor:desktop`: what a real Electron on a real desktop has to show, once, in the running app. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ContractRouterClient } from '@orpc/contract';
import { type AnyRouter, createRouterClient } from '@orpc/server';
import { app, type BrowserWindow, safeStorage } from 'electron';
import type { Contract } from '../../../shared/contract.ts';
import { messageOf } from '../../../shared/errors.ts';
import type { Log } from '../../lib/crash-records.ts';
import { AS_NODE } from '../../lib/processes.ts';
import { sealingProvider } from './key-store.ts';
import { printPdf } from './print-pdf.ts';

/** Milliseconds for one look; a prompt of the keyring's is answered within. */
const LONGEST_LOOK_MS = 60_000;

const run = promisify(execFile);

interface DesktopCheck {
  readonly id: string;
  readonly ok: boolean;
  readonly found: string;
}

interface Examined {
  /** The file that gets the checks, as JSON. */
  readonly report: string;
  readonly window: BrowserWindow;
  readonly router: AnyRouter;
  readonly log: Log;
}

export async function examineDesktop({ report, window, router, log }: Examined): Promise<void> {
  const checks: DesktopCheck[] = [];
  const looks: readonly (readonly [id: string, look: () => Promise<string>])[] = [
    ['name', async () => expected(app.getName() === 'Skilldeck', app.getName())],
    ['window', () => mainWindow(window)],
    ['document window', () => documentWindow(window)],
    ['print window', printWindow],
    ['key store', keyStore],
    ['notice', () => notice(window)],
    ['own Node', ownNode],
    ['sandbox', () => sandbox(router)],
  ];
  for (const [id, look] of looks) {
    checks.push(
      await Promise.race([look(), tooLong()]).then(
        (found) => ({ id, ok: true, found }),
        (error: unknown) => ({ id, ok: false, found: messageOf(error) }),
      ),
    );
    // After each: what ends the app itself is seen by what is missing.
    writeFileSync(report, JSON.stringify(checks));
  }
  log.info('the desktop was examined');
  app.quit();
}

function expected(holds: boolean, found: string): string {
  if (!holds) throw new Error(found);
  return found;
}

function tooLong(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${LONGEST_LOOK_MS / 1000} s`)), LONGEST_LOOK_MS).unref();
  });
}

/** Answer of a page's script. The press of a person, which windows and notices ask for, is assumed. */
const inPage = (window: BrowserWindow, script: string): Promise<unknown> =>
  window.webContents.executeJavaScript(script, true);

async function loaded(window: BrowserWindow): Promise<string> {
  const { webContents } = window;
  if (webContents.isLoading()) {
    await new Promise<void>((resolve, reject) => {
      webContents.once('did-finish-load', () => resolve());
      webContents.once('did-fail-load', (_event, code, why) => reject(new Error(`${why} (${code})`)));
    });
  }
  return webContents.getURL();
}

async function mainWindow(window: BrowserWindow): Promise<string> {
  const address = await loaded(window);
  const text = await inPage(window, 'document.body.innerText.length');
  return expected(window.isVisible() && Number(text) > 0, `${address}, ${Number(text)} characters of text`);
}

async function documentWindow(window: BrowserWindow): Promise<string> {
  const opened = new Promise<BrowserWindow>((resolve) => {
    app.once('browser-window-created', (_event, child) => resolve(child));
  });
  await inPage(
    window,
    "window.open(URL.createObjectURL(new Blob(['<p>Itinerary</p>'], { type: 'text/html' })), '_blank') !== null",
  );
  const child = await opened;
  try {
    // A window whose document was refused stays at about:blank, or nowhere.
    const address = await loaded(child);
    return expected(address.startsWith('blob:'), address === '' ? 'the window stayed empty' : address);
  } finally {
    child.destroy();
  }
}

async function printWindow(): Promise<string> {
  const pdf = Buffer.from(await printPdf('<!doctype html><p>Itinerary</p>'));
  return expected(pdf.subarray(0, 5).toString('latin1') === '%PDF-', `${pdf.length} bytes of PDF`);
}

async function keyStore(): Promise<string> {
  const provider = await sealingProvider();
  if (provider === 'none') return 'none: keys are kept in a file that only you can read';
  const sealed = await safeStorage.encryptStringAsync('probe');
  const { result } = await safeStorage.decryptStringAsync(sealed);
  const found =
    provider === 'system' ? 'sealed and opened by the system' : 'a public password: keys are kept in a file';
  return expected(result === 'probe', found);
}

async function notice(window: BrowserWindow): Promise<string> {
  const shown = await inPage(
    window,
    `new Promise((resolve) => {
      const notice = new Notification('Skilldeck', { body: 'A notice of the desktop check' });
      notice.onshow = () => resolve('shown');
      notice.onerror = () => resolve('the system refused it');
    })`,
  );
  return expected(shown === 'shown', String(shown));
}

/** Runs and the embedded Python are started with these flags, which a newer V8 may no longer know. */
async function ownNode(): Promise<string> {
  const flags = ['--wasm-lazy-validation', '--disallow-code-generation-from-strings', '--permission'];
  const script =
    "try { Function('1')(); console.log('code from strings runs') } catch { console.log(process.version) }";
  const { stdout } = await run(process.execPath, [...flags, '-e', script], { env: { ...process.env, ...AS_NODE } });
  return expected(stdout.startsWith('v'), stdout.trim());
}

async function sandbox(router: AnyRouter): Promise<string> {
  // The router implements the contract; its type says only that it is one.
  const client = createRouterClient(router, { context: {} }) as ContractRouterClient<Contract>;
  const { checks } = await client.app.doctor({});
  const found = checks.filter(({ id }) => ['sandbox', 'embedded Python', 'python'].includes(id));
  return expected(
    found.every(({ ok }) => ok),
    found.map((check) => check.found).join('; '),
  );
}
