import { expect, it } from 'vitest';
import type { ImportProgress } from '../review.ts';
import { importPieces, type TransferClient, textsOf } from './transfer-pieces.ts';

const result = { session: 's', events: 3, alreadyThere: false, unknownEvents: 0, redacted: false };

/** @param lasts answers to the calls that end the import, in order; undefined: none comes. */
function transferOf(lasts: readonly ({ readonly stored: number; readonly isDone?: boolean } | undefined)[]) {
  const calls: string[] = [];
  const left = [...lasts];
  const transfer = {
    importBegin: async () => ({ id: 'i' }),
    importNext: async ({ text, last }: { text: string; last: boolean }) => {
      calls.push(last ? `last ${text}` : text);
      if (!last) return { progress: { events: calls.length, stored: 0 } };
      const answer = left.shift();
      if (answer === undefined) return new Promise<never>(() => {});
      return { progress: { events: 3, stored: answer.stored }, ...(answer.isDone ? { result } : {}) };
    },
    drop: async ({ id }: { id: string }) => {
      calls.push(`drop ${id}`);
      return {};
    },
  } as unknown as TransferClient;
  return { transfer, calls };
}

async function* texts(...given: string[]): AsyncGenerator<string> {
  yield* given;
}

it('polls until everything is stored, and reports progress', async () => {
  const { transfer, calls } = transferOf([{ stored: 1 }, { stored: 2 }, { stored: 3, isDone: true }]);
  const told: ImportProgress[] = [];
  const onProgress = (progress: ImportProgress) => void told.push(progress);
  expect(await importPieces(transfer, texts('a', 'b'), 'x.json', { onProgress })).toEqual(result);
  expect(calls).toEqual(['a', 'b', 'last ', 'last ', 'last ']);
  expect(told.map(({ events, stored }) => [events, stored])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [3, 2],
    [3, 3],
  ]);
});

it.each([
  ['that is being stored', texts('a'), [{ stored: 1 }, undefined], ['a', 'last ', 'last ', 'drop i']],
  [
    'whose file does not come',
    { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) },
    [],
    ['drop i'],
  ],
] as const)('cancels an import %s', async (_what, given, lasts, expected) => {
  const { transfer, calls } = transferOf(lasts);
  const control = new AbortController();
  const work = importPieces(transfer, given, undefined, { signal: control.signal });
  const outcome = expect(work).rejects.toThrow('enough');
  await expect.poll(() => calls.length).toBe(expected.length - 1);
  control.abort(new Error('enough'));
  await outcome;
  expect(calls).toEqual(expected);
});

it('reads UTF-8, UTF-16 that says so, and nothing else', async () => {
  const read = async (...bytes: readonly Uint8Array[]) => {
    let text = '';
    for await (const piece of textsOf(
      (async function* () {
        yield* bytes;
      })(),
    ))
      text += piece;
    return text;
  };
  const wide = Buffer.from('\uFEFF{"a":"读"}', 'utf16le');
  expect(await read(Buffer.from('{"a":"读"}'))).toBe('{"a":"读"}');
  expect(await read(wide.subarray(0, 9), wide.subarray(9))).toBe('{"a":"读"}');
  await expect(read(Buffer.from([0xc3, 0x28]))).rejects.toThrow(TypeError);
});
