/** Starts what a run would start, for nothing: a sandbox is tried before it is counted on. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { RUN_MARKER } from '../process/process-tree.ts';
import { startPty } from '../terminal/pty.ts';
import type { ConfinedProgram, Sandbox } from './sandbox.ts';

const TIMEOUT_MS = 15_000;
const MAX_REASON = 400;

/** @param make the sandbox, for this data folder. @param command for `/bin/sh`. @returns why it cannot be used. */
export async function trial(
  make: (home: string) => Sandbox,
  command: string,
  host: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-sandbox-')));
  const marker = `trial:${path.basename(home)}`;
  let confined: ConfinedProgram | undefined;
  try {
    const env = { PATH: `:${host.PATH ?? '/usr/bin:/bin'}`, [RUN_MARKER]: marker };
    const program = { file: '/bin/sh', args: ['-c', command], cwd: home, env };
    confined = await make(home).wrap(program, { readable: [home], writable: [] });
    let text = '';
    const { exitCode, timedOut } = await startPty({
      file: confined.file,
      args: confined.args,
      cwd: confined.cwd,
      env: confined.env,
      marker,
      columns: 200,
      rows: 24,
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
      onBytes: (bytes) => {
        text = (text + bytes.toString('utf8')).slice(-MAX_REASON);
      },
    }).done;
    if (exitCode === 0) return undefined;
    if (timedOut) return `it did not start within ${TIMEOUT_MS / 1000} s`;
    const said = text.trim().split(/\r?\n/).slice(0, 3).join(' ');
    return said === '' ? `it ended with status ${exitCode ?? 'none'}` : said;
  } catch (error) {
    return messageOf(error);
  } finally {
    await confined?.dispose();
    await rm(home, { recursive: true, force: true });
  }
}
