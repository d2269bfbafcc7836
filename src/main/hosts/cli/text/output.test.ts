import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createOutput } from './output.ts';

const failing = (code: string) =>
  new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error(code), { code })) });

it('distinguishes a full disk from a reader that has read enough', async () => {
  const [full, left] = [createOutput(failing('ENOSPC')), createOutput(failing('EPIPE'))];
  await Promise.all([full.line('a'), left.line('a')]);
  await Promise.all([full.line('b'), left.line('b')]);
  expect([full.gone, full.fault?.message]).toEqual([true, 'ENOSPC']);
  expect([left.gone, left.fault]).toEqual([true, undefined]);
});
