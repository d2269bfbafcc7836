import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOddEntries } from '../lint/facts.ts';
import { checkedPath, MAX_ARCHIVE_BYTES, MAX_ENTRIES, MAX_FILE_BYTES } from './names.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';
import { type RawZipEntry, rawZip } from './test-kit/raw-zip.ts';

let kit: Importer;
beforeEach(() => {
  kit = makeImporter();
});
afterEach(() => kit.close());

const GOOD: RawZipEntry = { name: 'pdf-forms/SKILL.md', content: SKILL };

/** Reason why an archive is refused; by then nothing of it is anywhere. */
async function refusal(content: Uint8Array, name = 'archive.skill'): Promise<string> {
  const file = kit.write(name, content);
  const error = await kit.imports.inspect(from(file)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'import-refused' });
  expect([kit.installed(), kit.leftovers()]).toEqual([[], []]);
  return error instanceof Error ? error.message : '';
}

const zip = (...entries: readonly RawZipEntry[]) => refusal(rawZip([GOOD, ...entries]));
const tar = async (...entries: readonly TarEntry[]) => {
  const good: TarEntry = { header: { name: 'pdf-forms/SKILL.md', size: Buffer.byteLength(SKILL) }, body: SKILL };
  return gzipSync(await packTar([good, ...entries]));
};

it.each([
  ['../evil.md', 'has to stay inside'],
  ['pdf-forms/../../evil.md', 'has to stay inside'],
  ['/etc/passwd', 'has to stay inside'],
  ['C:/evil.md', 'has to stay inside'],
  ['pdf-forms\\..\\evil.md', 'not every system allows'],
  ['pdf-forms/a\0.md', 'not every system allows'],
  ['pdf-forms//a.md', 'write it as'],
  ['pdf-forms/./a.md', 'write it as'],
  ['pdf-forms/\u202egpj.md', 'not every system allows'],
  ['pdf-forms/aux.md', "Windows doesn't allow"],
  ['pdf-forms/COM1', "Windows doesn't allow"],
  ['pdf-forms/a. ', "Windows doesn't allow"],
  ['pdf-forms/a?.md', 'not every system allows'],
  [`${'d/'.repeat(12)}a.md`, 'at most 11 folders'],
  [`pdf-forms/${'a'.repeat(180)}`, 'is too long'],
  [`pdf-forms/${'机'.repeat(90)}`, 'is too long'],
])('refuses the name %j', (name, why) => {
  expect(() => checkedPath(name)).toThrow(why);
});

it('refuses in a zip: names that lead out, links, devices, duplicate names and encrypted entries', async () => {
  expect(await zip({ name: '../evil.md' })).toContain('has to stay inside');
  expect(await zip({ name: '..\\evil.md' })).toContain('not every system allows');
  expect(await zip({ name: 'pdf-forms/etc', mode: 0o120777, content: '/etc' })).toContain('symbolic link');
  expect(await zip({ name: 'pdf-forms/pipe', mode: 0o010644 })).toContain('device or pipe');
  expect(await zip({ name: 'pdf-forms/skill.md' })).toContain('differ only in case');
  expect(await zip({ name: 'PDF-forms/a.md' })).toContain('differ only in case');
  expect(await zip({ name: 'pdf-forms/é.md' }, { name: 'pdf-forms/e\u0301.md' })).toContain('Unicode form');
  expect(await zip({ name: 'pdf-forms/SKILL.md' })).toContain('twice');
  expect(await zip({ name: 'pdf-forms/SKILL.md/a' })).toContain('as a file and as a folder');
  expect(await zip({ name: 'pdf-forms/secret', encrypted: true })).toContain('encrypted');
});

it('refuses a contradictory or damaged zip', async () => {
  expect(await zip({ name: 'pdf-forms/a.md', localName: 'pdf-forms/b.md' })).toContain('differ in the name');
  expect(await zip({ name: 'pdf-forms/a.md', dataOf: 0 })).toContain('differ in the name');
  expect(await zip({ ...GOOD, dataOf: 0 })).toContain('share their data');
  expect(await zip({ name: 'pdf-forms/a.md', content: 'hello', crc: 7 })).toContain('checksum differs');
  expect(await zip({ name: 'pdf-forms/a.md', content: 'hello', size: 3 })).toContain('damaged');
  expect(await refusal(rawZip([GOOD]).subarray(0, 90))).toContain('damaged');
  expect(await refusal(Buffer.from('no archive'))).toContain("This isn't an archive of a skill");
  expect(await refusal(Buffer.from('377abcaf271c', 'hex'))).toContain('7z archive');
  expect(await refusal(rawZip([{ name: 'README.md' }]))).toContain('no skill in it');
  expect(await refusal(rawZip([{ name: 'a/SKILL.md', content: 'no front matter' }]))).toContain('front matter');
});

it('refuses bombs: by ratio, size, count, and in archives with false headers', async () => {
  const zeros = Buffer.alloc(8 * 1024 * 1024);
  expect(await zip({ name: 'pdf-forms/zeros', content: zeros })).toContain('times its size');
  expect(await zip({ name: 'pdf-forms/zeros', content: zeros, size: 10 })).toContain('damaged');
  expect(await zip({ name: 'pdf-forms/big', size: MAX_FILE_BYTES + 1 })).toContain('is over 32 MiB');
  expect(await zip(...Array(5).fill({ name: 'pdf-forms/big', size: MAX_FILE_BYTES }))).toContain('more than 128 MiB');
  const many = Array.from({ length: MAX_ENTRIES }, (_, index) => ({ name: `pdf-forms/${index}` }));
  expect(await zip(...many)).toContain('more than 10000 files');
  expect(await refusal(await tar({ header: { name: 'pdf-forms/z', size: zeros.length }, body: zeros }))).toContain(
    'times',
  );
  const sparse = kit.write('sparse.zip', '');
  truncateSync(sparse, MAX_ARCHIVE_BYTES + 1);
  await expect(kit.imports.inspect(from(sparse))).rejects.toThrow('The archive is over 64 MiB');
});

it('takes a skill of 2,100 files, and says of one with more than 10,000 that the rest is not looked at', async () => {
  const dir = kit.at('src', 'pdf-forms');
  mkdirSync(`${dir}/references`, { recursive: true });
  writeFileSync(`${dir}/SKILL.md`, `${SKILL}\nRead a page of \`references/\`.\n`);
  const write = (from: number, to: number) => {
    for (let page = from; page < to; page += 1) writeFileSync(`${dir}/references/${page}.md`, '');
  };
  write(0, 2_100);
  const { skills, planId } = await kit.imports.inspect(from(kit.at('src')));
  expect(skills[0]).toMatchObject({ id: 'pdf-forms', findings: [] });
  expect((await kit.imports.install(planId)).installed).toHaveLength(1);
  write(2_100, 10_001);
  expect(findOddEntries(dir)).toMatchObject([{ kind: 'too-many' }]);
});

it('refuses in a tar: both kinds of links, devices, names that lead out, and damage', async () => {
  const one = (header: Partial<TarEntry['header']>) => tar({ header: { name: 'pdf-forms/x', size: 0, ...header } });
  expect(await refusal(await one({ type: 'symlink', linkname: '/etc' }))).toContain('symbolic link');
  expect(await refusal(await one({ type: 'link', linkname: 'pdf-forms/SKILL.md' }))).toContain('hard link');
  expect(await refusal(await one({ type: 'character-device' }))).toContain('device or pipe');
  expect(await refusal(await one({ name: '../x' }))).toContain('has to stay inside');
  expect(await refusal(await one({ name: 'pdf-forms/x', pax: { path: '../../x' } }))).toContain('has to stay inside');
  const whole = await tar();
  expect(await refusal(whole.subarray(0, whole.length - 20))).toContain('damaged');
  expect(await refusal(gzipSync('no tar at all'.repeat(100)))).toContain('damaged');
});

it('refuses links in a folder, paths that lead out and unsafe addresses, and names what is missing', async () => {
  mkdirSync(kit.at('src', 'pdf-forms'), { recursive: true });
  writeFileSync(kit.at('src', 'pdf-forms', 'SKILL.md'), SKILL);
  symlinkSync('/etc/passwd', kit.at('src', 'pdf-forms', 'notes.md'));
  await expect(kit.imports.inspect(from(kit.at('src')))).rejects.toThrow('symbolic link');
  // One of a folder stops no other; a link beside the skills is none of theirs.
  mkdirSync(kit.at('many', 'good'), { recursive: true });
  mkdirSync(kit.at('many', 'bad'));
  for (const id of ['good', 'bad']) writeFileSync(kit.at('many', id, 'SKILL.md'), SKILL.replace('pdf-forms', id));
  symlinkSync('/etc/passwd', kit.at('many', 'bad', 'notes.md'));
  symlinkSync('good/SKILL.md', kit.at('many', 'CLAUDE.md'));
  const plan = await kit.imports.inspect(from(kit.at('many')));
  expect(plan.skills.map(({ id }) => id)).toEqual(['good']);
  expect(plan.broken.map(({ path, detail }) => [path, detail?.code])).toEqual([['bad', 'import-symbolic-link']]);
  await kit.imports.discard(plan.planId);
  await expect(kit.imports.inspect(from(kit.at('src'), { path: '../../..' }))).rejects.toThrow('has to stay inside');
  await expect(kit.imports.inspect(from(kit.at('src'), { ref: 'main' }))).rejects.toThrow("isn't a Git repository");
  await expect(kit.imports.inspect(from(kit.at('nowhere')))).rejects.toMatchObject({ code: 'bad-input' });
  await expect(kit.imports.inspect(from('src'))).rejects.toThrow("isn't a whole path");
  await expect(kit.imports.inspect(from('git://example.com/a/b'))).rejects.toThrow('of an unsupported kind');
  await expect(kit.imports.inspect(from('http://example.com/a/b'))).rejects.toThrow("isn't encrypted");
  for (const address of ['https://me:secret@example.com/a', 'T0KEN@example.com/a', 'me:secret@example/a'])
    await expect(kit.imports.inspect(from(address)), address).rejects.toThrow('name or password');
  expect([kit.installed(), kit.leftovers()]).toEqual([[], []]);
});

it('stops unpacking when cancelled', async () => {
  const stop = new AbortController();
  stop.abort();
  const file = kit.write('a.skill', rawZip([GOOD]));
  await expect(kit.imports.inspect(from(file), { signal: stop.signal })).rejects.toThrow('It was stopped. Nothing');
  expect(kit.leftovers()).toEqual([]);
});
