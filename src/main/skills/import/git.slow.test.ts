import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readGitAddress } from './git.ts';
import { type GitHost, type GitRepository, makeRepository, startGitHost } from './test-kit/git-server.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';

let kit: Importer;
let repository: GitRepository;
let host: GitHost;
beforeEach(async () => {
  kit = makeImporter();
  repository = await makeRepository(kit.at('repo.git'));
  host = await startGitHost(repository);
});
afterEach(async () => {
  await host.close();
  kit.close();
});

const FILES = {
  'README.md': 'About.\n',
  'skills/pdf-forms/SKILL.md': SKILL,
  'skills/pdf-forms/scripts/fill.sh': { text: '#!/bin/sh\n', executable: true as const },
  'skills/pdf-forms/vendor': 'submodule' as const,
  'elsewhere/link': { linkTo: '/etc/passwd' },
};
const address = () => `${host.url}/owner/repo`;

// Rules: 004.19
it('fetches a branch, a tag, a commit or a path, and installs what it showed', async () => {
  const first = await repository.commit(FILES);
  await repository.tag('v1');
  const second = await repository.commit({ ...FILES, 'skills/pdf-forms/SKILL.md': `${SKILL}More.\n` }, 'next');
  const look = async (given: string, more = {}) => {
    const { source, skills } = await kit.imports.inspect(from(given, more));
    return [source.commit, ...skills.map(({ id, path, bytes }) => `${id} ← ${path} (${bytes})`)];
  };
  const bytes = Buffer.byteLength(SKILL) + 10;
  expect(await look(address())).toEqual([first, `pdf-forms ← skills/pdf-forms (${bytes})`]);
  expect(await look(`${address()}.git`, { ref: 'v1' })).toEqual([first, `pdf-forms ← skills/pdf-forms (${bytes})`]);
  expect(await look(address(), { ref: 'next', path: 'skills' })).toEqual([
    second,
    `pdf-forms ← skills/pdf-forms (${bytes + 6})`,
  ]);
  expect(await look(`${address()}/tree/next/skills/pdf-forms`)).toEqual([
    second,
    `pdf-forms ← skills/pdf-forms (${bytes + 6})`,
  ]);
  expect(await look(`${address()}/blob/main/skills/pdf-forms/SKILL.md`)).toMatchObject([
    first,
    expect.stringMatching(/pdf-forms/),
  ]);
  expect(await look(address(), { ref: second })).toEqual([second, `pdf-forms ← skills/pdf-forms (${bytes + 6})`]);
  // Local repositories, by path and by address, give the same.
  expect(await look(repository.gitdir, { ref: 'v1' })).toEqual([first, `pdf-forms ← skills/pdf-forms (${bytes})`]);
  const local = pathToFileURL(repository.gitdir).href;
  expect(await look(local, { ref: second.slice(0, 8) })).toMatchObject([second, expect.stringMatching(/pdf-forms/)]);

  const plan = await kit.imports.inspect(from(address()));
  expect(plan).toMatchObject({
    source: { kind: 'git', address: address(), commit: first },
    notes: [{ kind: 'submodule', path: 'skills/pdf-forms/vendor' }],
  });
  expect(plan.skills[0]?.files).toMatchObject([{ path: 'SKILL.md' }, { path: 'scripts/fill.sh', executable: true }]);
  await kit.imports.install(plan.planId);
  expect(kit.installed()).toEqual(['.origins/pdf-forms.json', 'pdf-forms/SKILL.md', 'pdf-forms/scripts/fill.sh']);
});

it('updates from the same branch, with a difference to accept', async () => {
  await repository.commit(FILES);
  await kit.imports.install((await kit.imports.inspect(from(address(), { ref: 'main' }))).planId);
  const commit = await repository.commit({ 'skills/pdf-forms/SKILL.md': `${SKILL}More.\n` });
  const plan = await kit.imports.update('pdf-forms');
  expect(plan.skills).toMatchObject([
    {
      id: 'pdf-forms',
      path: 'skills/pdf-forms',
      replaces: {
        status: 'unchanged',
        removed: ['scripts/fill.sh'],
        changed: [{ path: 'SKILL.md', diff: expect.stringMatching(/\+More\.\n/) }],
      },
    },
  ]);
  await kit.imports.install(plan.planId);
  expect(await kit.imports.origin('pdf-forms')).toMatchObject({ status: 'unchanged', origin: { ref: 'main', commit } });
  await repository.commit({ 'skills/other/SKILL.md': SKILL });
  await expect(kit.imports.update('pdf-forms')).rejects.toThrow('has no folder "skills/pdf-forms"');
  expect(kit.leftovers()).toEqual([]);
});

/** Pack of one blob, whose header may give a false size. */
function packOf(content: Buffer, size = content.length): Buffer {
  const header = Buffer.from('5041434b0000000200000001', 'hex');
  const length: number[] = [0x30 | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    length[length.length - 1] = (length.at(-1) ?? 0) | 128;
    length.push(left % 128);
  }
  const body = Buffer.concat([header, Buffer.from(length), deflateSync(content)]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

it('refuses a missing, unreachable, damaged or bomb repository, and leaves nothing behind', async () => {
  await repository.commit({ ...FILES, 'skills/pdf-forms/link': { linkTo: '../../..' } });
  const refusal = (more = {}) =>
    kit.imports.inspect(from(address(), more)).then(
      () => 'none',
      (error: Error) => error.message,
    );
  expect(await refusal()).toContain('"skills/pdf-forms/link" is a symbolic link');
  await repository.commit(FILES);
  expect(await refusal({ ref: 'nowhere' })).toContain('has no branch, tag or commit "nowhere"');
  expect(await refusal({ path: 'nowhere' })).toContain('has no folder "nowhere"');
  expect(await refusal({ path: 'elsewhere' })).toContain('has no skill in it');
  await expect(kit.imports.inspect(from(`${host.url}/owner/none`))).rejects.toThrow(
    /isn't there, or not for everybody \(HTTP 404\)/,
  );
  await expect(kit.imports.inspect(from(repository.gitdir, { ref: 'no' }))).rejects.toThrow('has no branch');
  host.pack = packOf(Buffer.alloc(64 * 1024 * 1024));
  expect(await refusal()).toContain('has a file over 32 MiB');
  host.pack = packOf(Buffer.alloc(1024 * 1024), 10);
  expect(await refusal()).toContain('is damaged');
  host.pack = Buffer.from('nonsense'.repeat(10));
  expect(await refusal()).toContain('is damaged');
  host.answer = (_request, response) => !!response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  expect(await refusal()).toContain("isn't a Git repository");
  host.answer = (_request, response) => !!response.writeHead(302, { location: 'http://example.com/' }).end();
  expect(await refusal()).toContain("redirects to http://example.com, and isn't followed");
  host.answer = (_request, response) => !!response.writeHead(503).end();
  expect(await refusal()).toContain('failed (HTTP 503)');
  await host.close();
  expect(await refusal()).toMatch(
    /^127\.0\.0\.1:\d+ can't be reached \(nothing is listening there\. A local server may not have been started\)/,
  );
  expect([kit.installed(), kit.leftovers()]).toEqual([[], []]);
});

it('follows a moved repository, and ends at once when cancelled', async () => {
  const commit = await repository.commit(FILES);
  host.answer = (request, response) => {
    if (!request.url?.startsWith('/old/')) return false;
    response.writeHead(301, { location: `${host.url}/owner/repo${request.url.slice('/old/name'.length)}` }).end();
    return true;
  };
  expect((await kit.imports.inspect(from(`${host.url}/old/name`))).source).toMatchObject({ commit });
  const stop = new AbortController();
  host.answer = () => {
    stop.abort();
    return true;
  };
  await expect(kit.imports.inspect(from(address()), { signal: stop.signal })).rejects.toThrow(
    'It was stopped. Nothing',
  );
});

it('understands pasted addresses', () => {
  const read = (given: string) => Object.values(readGitAddress(given)).filter((part) => part !== undefined);
  expect(read('https://github.com/a/b')).toEqual(['https://github.com/a/b']);
  expect(read('https://github.com/a/b/tree/v1/skills/x%20y/')).toEqual(['https://github.com/a/b', 'v1', 'skills/x y']);
  expect(read('https://gitlab.com/a/sub/b/-/tree/main/c')).toEqual(['https://gitlab.com/a/sub/b', 'main', 'c']);
  expect(read('https://codeberg.org/a/b/src/branch/main/c')).toEqual(['https://codeberg.org/a/b', 'main', 'c']);
  for (const wrong of ['git://h/a', 'http://h/a', 'https://']) expect(() => read(wrong)).toThrow();
});
