/** A program in TypeScript that kills itself in the middle of its work. It starts dozens of times: what Node compiled of it is kept. */
import { spawnSync } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import path from 'node:path';

const COMPILED = path.resolve('node_modules', '.cache', 'skilldeck', 'compiled');

/** @param env more of its environment */
export const runToItsEnd = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['--no-warnings', file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
  });

/** Called by the program: nothing of it runs after this. */
export function dieHere(): void {
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}
