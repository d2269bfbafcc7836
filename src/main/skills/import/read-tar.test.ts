import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTar } from './read-folder.ts';
import { type Importer, makeImporter } from './test-kit/importer.ts';

let kit: Importer;
const stray: unknown[] = [];
const note = (error: unknown) => void stray.push(error);
beforeEach(() => {
  kit = makeImporter();
  stray.length = 0;
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterEach(() => {
  process.off('uncaughtException', note).off('unhandledRejection', note);
  kit.close();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['packed', true],
  ['plain', false],
])('leaves no failure behind when its reader stops early (%s)', async (_what, gzip) => {
  const many = Array.from(
    { length: 1_000 },
    (_, index): TarEntry => ({ header: { name: `a/${index}.md`, size: 4_000 }, body: randomBytes(4_000) }),
  );
  const tar = await packTar(many);
  const bytes = gzip ? gzipSync(tar) : tar;
  const file = kit.at('many.tar');
  writeFileSync(file, bytes);
  // Chance decides whether a chunk is being read at the stop, so try many moments.
  for (let until = 1; until < 400; until += 16) {
    let seen = 0;
    for await (const entry of readTar(file, bytes.length, gzip)) {
      for await (const _ of entry.content());
      await turn();
      seen += 1;
      if (seen === until) break;
    }
  }
  // Stream errors arrive on later turns of the event loop.
  for (let count = 0; count < 50; count += 1) await turn();
  expect(stray).toEqual([]);
});
