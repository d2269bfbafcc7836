/** Logs that go out and come in, in pieces. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { done, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { findProgram } from '../../../main/lib/processes.ts';
import { redactionPreview } from '../../../main/redaction/preview.ts';
import { type ExportPiece, exportLines } from '../../../main/session/export-lines.ts';
import { noSession, storedLog, storedRows } from '../../../main/session/requests.ts';
import { signingKeyOrNew } from '../../../main/settings/keys.ts';
import { newSigningKey } from '../../../main/store/chain.ts';
import { exportContract, transferContract } from '../../../shared/contract/transfer.ts';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { Verification } from '../../../shared/review.ts';
import { exportSession } from './export-session.ts';
import { ImportThread, type Transfer, Transfers } from './transfers.ts';

/** A page printed to PDF by a browser of this machine, where no window of our own can: without a window, and offline. */
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

/** Milliseconds after which an import that is being stored says how far it is. */
const TELL_MS = 500;

interface Outgoing extends Transfer {
  next(): Promise<ExportPiece>;
}

export function transferHandlers(deps: Core) {
  const os = implementContract(transferContract, deps.reportBug);
  const outgoing = new Transfers<Outgoing>();
  const incoming = new Transfers<ImportThread>();
  return {
    exportBegin: os.exportBegin.handler(async ({ input: { sessionId, redact = false, sign = false, ...choice } }) => {
      if (deps.store.lastSeq(sessionId) === 0) throw noSession(sessionId);
      const key = sign ? await signingKeyOrNew(deps.home, newSigningKey) : undefined;
      const options = { ...choice, redact, folders: deps.exportFolders, signingKey: key };
      const pieces = exportLines(deps.store, sessionId, options);
      // Makes the first at once, so that an invalid pattern is reported here.
      let ready: Promise<IteratorResult<ExportPiece, void>> | undefined = pieces.next();
      await ready;
      return {
        id: outgoing.add({
          async next() {
            const { value = { text: '' } } = await (ready ?? pieces.next());
            ready = undefined;
            return value;
          },
          close: () => void pieces.return(undefined),
        }),
      };
    }),
    exportNext: os.exportNext.handler(async ({ input: { id } }) => {
      const piece = await outgoing.get(id).next();
      if (piece.end !== undefined) outgoing.end(id);
      return piece;
    }),
    importBegin: os.importBegin.handler(({ input }) => ({
      id: incoming.add(
        new ImportThread({
          store: { ...deps.store, replaceImported: deps.sessions.replaceImported },
          name: undefined,
          ...input,
          onStored: deps.sessions.announceStored,
        }),
      ),
    })),
    importNext: os.importNext.handler(({ input: { id, text, last } }) =>
      incoming.during(id, async (taken) => {
        try {
          if (text !== '') await taken.take(text);
          const result = last
            ? await Promise.race([taken.end(), pause(TELL_MS, undefined, { ref: false })])
            : undefined;
          if (result !== undefined) incoming.end(id);
          return { progress: taken.progress, result };
        } catch (error) {
          incoming.end(id);
          throw error;
        }
      }),
    ),
    drop: os.drop.handler(({ input: { id } }) => {
      outgoing.end(id);
      return done(incoming.end(id));
    }),
  };
}

/** @param verify of a stored conversation, for pages that say what was verified. */
export function exportHandlers(deps: Core, verify: (session: string) => Promise<Verification>) {
  const os = implementContract(exportContract, deps.reportBug);
  return {
    export: os.export.handler(async ({ input: { sessionId, redact = false, language = 'en', ...choice } }) => {
      const { rows, end } = storedLog(deps.store, sessionId);
      const isPage = choice.format === 'html' || choice.format === 'pdf';
      const verification = isPage ? await verify(sessionId) : undefined;
      const { version } = deps.info;
      const options = {
        ...choice,
        redact,
        language,
        folders: deps.exportFolders,
        end,
        version,
        verification,
        reviews: deps.store.reviews.history(sessionId),
      };
      const file = await exportSession(sessionId, rows, options);
      if (choice.format !== 'pdf') return file;
      const pdf = await (deps.printPdf ?? printPdf)(file.text);
      return { ...file, text: '', base64: Buffer.from(pdf).toString('base64') };
    }),
    redactionPreview: os.redactionPreview.handler(async ({ input: { sessionId, patterns } }) => {
      const rows = storedRows(deps.store, sessionId);
      return redactionPreview(rows, { patterns, folders: deps.exportFolders });
    }),
  };
}
