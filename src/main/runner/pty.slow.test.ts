import { expect, it } from 'vitest';
import { RUN_MARKER } from './process-tree.ts';
import { startPty } from './pty.ts';

const RUNS = 500;
const BYTES = 60_000;

async function outputOf(index: number): Promise<string> {
  const marker = `many-${process.pid}-${index}`;
  const chunks: Buffer[] = [];
  const run = startPty({
    file: '/bin/bash',
    args: ['-c', `head -c ${BYTES} /dev/zero | tr '\\0' x; echo end-${index}`],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', [RUN_MARKER]: marker },
    marker,
    columns: 80,
    rows: 24,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onBytes: (bytes) => chunks.push(bytes),
  });
  await run.done;
  return Buffer.concat(chunks).toString();
}

it(`${RUNS} fast runs lose nothing`, { timeout: 240_000 }, async () => {
  let lost = 0;
  for (let index = 0; index < RUNS; index += 4) {
    const outputs = await Promise.all([0, 1, 2, 3].map((offset) => outputOf(index + offset)));
    lost += outputs.filter((output, offset) => output !== `${'x'.repeat(BYTES)}end-${index + offset}\r\n`).length;
  }
  expect(lost).toBe(0);
});
