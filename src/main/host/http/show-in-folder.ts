import { spawn } from 'node:child_process';
import path from 'node:path';
import { findProgram } from '../../lib/find-program.ts';

/** The program of this machine's file manager and what it is given; undefined where nothing can be shown. */
function opener(absolute: string, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  switch (process.platform) {
    case 'darwin':
      return ['open', '-R', absolute];
    case 'win32':
      return ['explorer', `/select,${absolute}`];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', path.dirname(absolute)] : undefined;
  }
}

/** Shows a file for the browser host, whose page cannot. False without a display or such a program. */
export async function showInFolder(absolute: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const [command, ...args] = opener(absolute, env) ?? [];
  const program = command === undefined ? undefined : findProgram([command], env);
  if (program === undefined) return false;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const started = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  child.unref();
  return started;
}
