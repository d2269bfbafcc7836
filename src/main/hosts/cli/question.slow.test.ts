import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

/** From util-linux: gives a program a terminal. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

it.skipIf(!hasTerminal)('does not treat text typed before a question appears as approval', async () => {
  const folder = tempFolder();
  const go = path.join(folder, 'go');
  const program = [process.execPath, '--no-warnings', path.join(import.meta.dirname, './test-kit/asks-late.ts'), go];
  const child = spawn('script', ['-qfec', program.map((word) => `'${word}'`).join(' '), '/dev/null']);
  let text = '';
  const says = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (part?: unknown): void => {
        text += part === undefined ? '' : String(part);
        if (!text.includes(words)) return;
        child.stdout.off('data', look);
        resolve();
      };
      child.stdout.on('data', look);
      look();
    });
  await says('waiting');
  child.stdin.write('y\r');
  // The terminal echoes it: it is waiting to be read.
  await says('y');
  writeFileSync(go, '');
  await says('Allow? ');
  child.stdin.write('n\r');
  await says('answered');
  await says('>');
  expect(text).toContain('answered <n>');
  child.kill('SIGKILL');
});
