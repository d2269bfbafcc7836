/** `serve` from its start to the signal that ends it. */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { AppHandle, AppOptions, CreateApp } from '../../api.ts';
import { createFileLog } from '../../lib/crash-records.ts';
import { catchBugs } from '../../lib/errors.ts';
import { createDisposables } from '../../lib/timing.ts';
import { type ServeOptions, serve, showInFolder } from './serve.ts';

export interface RunServerOptions extends Pick<ServeOptions, 'pageDir' | 'port' | 'open'> {
  readonly createApp: CreateApp;
  readonly app: Omit<AppOptions, 'host' | 'access'>;
  /** Given the address with its token. */
  readonly onReady: (url: string) => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Holds V8's space for new objects at its size: with the conversations of a day it would grow to 48 MB. */
const keepSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** Milliseconds that a browser opened with the program may take to connect. */
const FIRST_VISIT_MS = 1_000;

/** Prints the address once it serves. Returns the exit status after a signal has closed everything. */
export async function runServer({
  createApp,
  app: appOptions,
  onReady,
  ...options
}: RunServerOptions): Promise<number> {
  keepSmall();
  const disposables = createDisposables();
  // Listened for from the start: a signal while the app is being built must not leave it half open.
  const stop = stopSignal();
  try {
    const app = disposables.add(
      await createApp({ reveal: showInFolder, ...appOptions, host: 'browser', access: 'write' }),
      (handle: AppHandle) => handle.close(),
    );
    const log = createFileLog(path.join(app.home, 'skilldeck.log'));
    let bug: Error | undefined;
    catchBugs(log, (error) => {
      bug ??= error;
      stop.now();
    });
    if (stop.happened()) return 0;
    const visit = Promise.withResolvers<void>();
    const router = () => {
      visit.resolve();
      return app.router();
    };
    const served = disposables.add(await serve({ ...options, app: { ...app, router }, log }), (server) =>
      server.close(),
    );
    onReady(served.url);
    setTimeout(visit.resolve, FIRST_VISIT_MS).unref();
    // Building the core would keep the page waiting: it is built while the page, once there, draws itself.
    await Promise.race([visit.promise, stop.wait]);
    if (!stop.happened()) await app.router();
    await stop.wait;
    if (bug === undefined) return 0;
    process.stderr.write(
      `Internal error: ${bug.message}. Skilldeck has stopped; the details are in ${app.home}/skilldeck.log.\n`,
    );
    return 1;
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.code === 'bad-input' ? 2 : 1;
  } finally {
    await disposables.dispose();
    stop.dispose();
  }
}

function stopSignal() {
  let stopped = false;
  const { promise: wait, resolve } = Promise.withResolvers<void>();
  const now = () => {
    stopped = true;
    resolve();
  };
  for (const signal of SIGNALS) process.on(signal, now);
  return {
    wait,
    now,
    happened: () => stopped,
    dispose: () => {
      for (const signal of SIGNALS) process.off(signal, now);
    },
  };
}
