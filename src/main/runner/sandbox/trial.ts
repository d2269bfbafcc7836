/** Starts what a run would start, for nothing: a sandbox is tried before it is counted on. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { serveProgram } from '../process/served-program.ts';
import type { Sandbox } from './sandbox.ts';

const TIMEOUT_MS = 15_000;
const MAX_REASON = 400;

/**
 * Through pipes, not in a terminal: what is confined besides scripts must stay so where no terminal can be had.
 *
 * @param make the sandbox, for this data folder. @param command for `/bin/sh`. @returns why it cannot be used.
 */
export async function trial(
  make: (home: string) => Sandbox,
  command: string,
  host: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-sandbox-')));
  let timer: NodeJS.Timeout | undefined;
  try {
    const env = { PATH: `:${host.PATH ?? '/usr/bin:/bin'}` };
    const program = { file: '/bin/sh', args: ['-c', command], cwd: home, env, piped: true };
    const bounds = { readable: [home], writable: [] };
    const around = { sandbox: make(home), homeMark: `trial:${path.basename(home)}:`, aside: path.join(home, 'aside') };
    const served = await serveProgram(program, bounds, around);
    let text = '';
    for (const stream of [served.stdout, served.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(-MAX_REASON);
      });
    }
    served.stdin.end();
    let timedOut = false;
    timer = setTimeout(() => {
      timedOut = true;
      void served.end();
    }, TIMEOUT_MS);
    const { exitCode } = await served.ended;
    if (exitCode === 0) return undefined;
    if (timedOut) return `it did not start within ${TIMEOUT_MS / 1000} s`;
    const said = text.trim().split(/\r?\n/).slice(0, 3).join(' ');
    return said === '' ? `it ended with status ${exitCode ?? 'none'}` : said;
  } catch (error) {
    return messageOf(error);
  } finally {
    clearTimeout(timer);
    await rm(home, { recursive: true, force: true });
  }
}
