/** Another process that puts a link in a folder's place and the folder back, as fast as it can: what a hostile script would do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
import { renameSync, symlinkSync, unlinkSync, mkdirSync } from 'node:fs';
const [folder, elsewhere] = process.argv.slice(1);
const aside = folder + '.aside';
process.stdout.write('ready');
for (;;) {
  try { renameSync(folder, aside); } catch { try { mkdirSync(folder); } catch {} continue; }
  try { symlinkSync(elsewhere, folder); } catch {}
  try { unlinkSync(folder); } catch {}
  try { renameSync(aside, folder); } catch {}
}
`;

export interface Swapper {
  stop(): Promise<void>;
}

/** @param folder is replaced by a link to `elsewhere` thousands of times a second. */
export async function startSwapper(folder: string, elsewhere: string): Promise<Swapper> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, folder, elsewhere], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return {
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
