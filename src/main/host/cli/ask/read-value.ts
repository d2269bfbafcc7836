import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../deps.ts';

/** Reads from a prompt without echo, else all of stdin without its last line break. */
export async function readValue({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).replace(/\r?\n$/, '');
  stderr.write(prompt);
  const lines = createInterface({
    input: stdin,
    output: new Writable({ write: (_c, _e, done) => done() }),
    terminal: true,
  });
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''));
      lines.once('SIGINT', () => lines.close());
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
