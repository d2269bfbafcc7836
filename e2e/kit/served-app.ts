/** The built browser host as a separate process, with its own data folder and home. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.join(import.meta.dirname, '..', '..');
const PROGRAM = path.join(ROOT, 'out', 'main', 'cli.js');
/** Milliseconds a start may take on a busy machine. */
const STARTS_WITHIN = 60_000;

export interface ServedApp {
  /** Contains the token, which is new at each start. */
  readonly url: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Ends it as a person would. */
  close(): Promise<void>;
}

export interface ServeWith {
  /** The data folder. */
  readonly home: string;
  /** Replaces the user's home folder, so that none of their skills are found. */
  readonly userHome: string;
  readonly model?: { readonly baseUrl: string; readonly name: string } | undefined;
  readonly port?: number | undefined;
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export async function startApp({ home, userHome, model, port = 0, env = {} }: ServeWith): Promise<ServedApp> {
  const args = [PROGRAM, 'serve', '--port', String(port), '--home', home];
  if (model !== undefined) args.push('--base-url', model.baseUrl, '--model', model.name);
  const { PATH, LANG } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: userHome,
    env: { PATH, LANG, HOME: userHome, USERPROFILE: userHome, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const url = await firstLine(child, () => complaints);
  let asked = false;
  const end = async (signal: NodeJS.Signals) => {
    const alone = !asked && (child.exitCode !== null || child.signalCode !== null);
    asked = true;
    if (alone) throw new Error(`The app ended by itself (${child.signalCode ?? child.exitCode}).\n${complaints}`);
    child.kill(signal);
    await ended;
  };
  return { url, kill: () => end('SIGKILL'), close: () => end('SIGTERM') };
}

/** The address that it prints when it serves. */
async function firstLine(child: ChildProcess, complaints: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('The app was started without a stdout.');
  const lines = createInterface({ input: child.stdout });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const failed = (why: string) => reject(new Error(`The app ${why}.\n${complaints()}`));
  lines.once('line', resolve);
  child.once('exit', (code) => failed(`ended with status ${code} before it served`));
  child.once('error', reject);
  const late = setTimeout(() => failed('did not serve in time'), STARTS_WITHIN);
  try {
    return await promise;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(late);
  }
}
