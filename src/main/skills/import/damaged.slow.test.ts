import fs, { mkdirSync, mkdtempSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import git from 'isomorphic-git';
import { packTar } from 'modern-tar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { SourceEntry } from './names.ts';
import { checkPack, readTar } from './read-folder.ts';
import { readZip } from './read-zip.ts';
import { stageEntries } from './stage.ts';
import { makeRepository } from './test-kit/git-server.ts';
import { type Importer, makeImporter, SKILL } from './test-kit/importer.ts';
import { rawZip } from './test-kit/raw-zip.ts';

let kit: Importer;
beforeEach(() => {
  kit = makeImporter();
});
afterEach(() => kit.close());

/** Simulates damage or malice: changes some bytes of an archive, and may cut off its end. */
const damage = (length: number) =>
  fc.record({
    changes: fc.array(fc.tuple(fc.nat(length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
    keep: fc.oneof({ weight: 3, arbitrary: fc.constant(length) }, { weight: 1, arbitrary: fc.nat(length) }),
  });

function damaged(whole: Buffer, { changes, keep }: { changes: [number, number][]; keep: number }): Buffer {
  const bytes = Buffer.from(whole);
  for (const [at, byte] of changes) bytes[at] = byte;
  return bytes.subarray(0, keep);
}

/** Whole, or refused with a reason: nothing else comes out of it, and nothing hangs. */
async function staged(entries: AsyncIterable<SourceEntry>, packedBytes: number): Promise<'whole' | 'refused'> {
  mkdirSync(kit.at('stages'), { recursive: true });
  const dir = mkdtempSync(kit.at('stages', 'x-'));
  try {
    await stageEntries(entries, dir, { packedBytes, signal: new AbortController().signal });
    return 'whole';
  } catch (error) {
    expect(isSkilldeckError(error) ? error.code : error).toBe('import-refused');
    return 'refused';
  }
}

const FILES = [
  { name: 'pdf-forms/SKILL.md', content: SKILL },
  { name: 'pdf-forms/references/\u8868\u5355.md', content: 'Some text. '.repeat(50) },
  { name: 'pdf-forms/scripts/fill.sh', content: '#!/bin/sh\n', mode: 0o100755 },
];
const RUNS = { numRuns: 150 };

it('accepts a damaged zip completely or refuses it', async () => {
  const whole = rawZip(FILES);
  const property = fc.asyncProperty(damage(whole.length), async (how) => {
    const bytes = damaged(whole, how);
    await staged(readZip(kit.write('a.zip', bytes)), bytes.length);
  });
  await fc.assert(property, RUNS);
  expect(await staged(readZip(kit.write('a.zip', whole)), whole.length)).toBe('whole');
});

it('accepts a damaged tar completely or refuses it, compressed or not', async () => {
  const plain = Buffer.from(
    await packTar(
      FILES.map(({ name, content }) => ({ header: { name, size: Buffer.byteLength(content) }, body: content })),
    ),
  );
  for (const [whole, gzip] of [
    [plain, false],
    [gzipSync(plain), true],
  ] as const) {
    const property = fc.asyncProperty(damage(whole.length), async (how) => {
      const bytes = damaged(whole, how);
      await staged(readTar(kit.write('a.tar', bytes), bytes.length, gzip), bytes.length);
    });
    await fc.assert(property, RUNS);
    expect(await staged(readTar(kit.write('a.tar', whole), whole.length, gzip), whole.length)).toBe('whole');
  }
});

it('reads a damaged pack to its end or refuses it', async () => {
  const { gitdir, commit } = await makeRepository(kit.at('repo.git'));
  const oid = await commit({ 'SKILL.md': SKILL, 'a/b.md': 'Text. '.repeat(99) });
  const { packfile } = await git.packObjects({ fs, gitdir, oids: [oid, ...blobsOf(gitdir)] });
  const whole = Buffer.from(packfile ?? []);
  await checkPack(whole);
  const property = fc.asyncProperty(damage(whole.length), async (how) => {
    const error = await checkPack(damaged(whole, how)).catch((thrown: unknown) => thrown);
    if (error !== undefined) expect(isSkilldeckError(error) ? error.code : error).toBe('import-refused');
  });
  await fc.assert(property, RUNS);
});

/** Every loose object, by the names of their files. */
function blobsOf(gitdir: string): string[] {
  return fs
    .readdirSync(`${gitdir}/objects`, { recursive: true, encoding: 'utf8' })
    .flatMap((name) => (/^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name) ? [name.replace('/', '')] : []));
}
