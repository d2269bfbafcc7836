/** `skills-lock.json` written here and read elsewhere, and one that `npx skills` wrote. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { makeRepository, startGitHost } from '../../../main/skills/import/test-kit/git-server.ts';
import { openApp, skillText } from './test-kit/client.ts';

let dir: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  dir = tempFolder();
});
afterEach(async () => {
  for (const end of closing.splice(0).reverse()) await end();
});
async function open(home: string) {
  const app = await openApp(path.join(dir, home));
  closing.push(app.close);
  return app.client;
}

it('writes where skills came from with the hash that npx skills computes, and installs the same elsewhere', async () => {
  const repository = await makeRepository(path.join(dir, 'repo.git'));
  const host = await startGitHost(repository);
  closing.push(() => host.close());
  const text = skillText('one', 'One.');
  await repository.commit({
    'skills/one/SKILL.md': text,
    'skills/one/a/b.md': 'B',
    'skills/two/SKILL.md': skillText('two', 'Two.'),
  });
  const client = await open('ann');
  await client.repositories.add({ name: 'team', address: `${host.url}/owner/repo`, skills: ['one'] });
  const { plan } = await client.repositories.sync({ name: 'team' });
  await client.repositories.take({ planId: plan?.planId ?? '' });
  // This skill comes from no place that can be fetched again.
  mkdirSync(path.join(dir, 'ann/environments/default/skills/mine'), { recursive: true });
  writeFileSync(path.join(dir, 'ann/environments/default/skills/mine/SKILL.md'), skillText('mine', 'Mine.'));

  const other = { source: 'owner/other', sourceType: 'github', computedHash: 'x' };
  const written = await client.repositories.lock({ text: JSON.stringify({ version: 1, skills: { zebra: other } }) });
  const lock = JSON.parse(written.text);
  const computedHash = createHash('sha256').update('a/b.md').update('B').update('SKILL.md').update(text).digest('hex');
  expect(lock).toMatchObject({
    version: 1,
    skills: {
      one: { source: `${host.url}/owner/repo`, sourceType: 'git', skillPath: 'skills/one/SKILL.md', computedHash },
      zebra: other,
    },
  });
  expect([written.left, written.changed, written.text.endsWith('}\n')]).toEqual([['mine'], [], true]);

  const next = await open('bob');
  const { added, left } = await next.repositories.addLock({ text: written.text, folder: dir });
  expect([added.length, left]).toEqual([2, []]);
  const { repositories } = await next.repositories.list({});
  expect(repositories.map(({ definition }) => definition)).toMatchObject([
    { address: 'owner/other', skills: ['zebra'] },
    { address: `${host.url}/owner/repo`, skills: ['one'] },
  ]);
  const found = repositories.find(({ definition }) => definition.address.endsWith('/owner/repo'))?.name ?? '';
  const taken = await next.repositories.sync({ name: found });
  expect(taken.plan?.skills.map(({ id }) => id)).toEqual(['one']);
  await next.repositories.take({ planId: taken.plan?.planId ?? '' });
  expect((await next.repositories.lock({ text: written.text })).changed).toEqual([]);
  writeFileSync(path.join(dir, 'bob/environments/default/skills/one/SKILL.md'), `${text}More.\n`);
  expect((await next.repositories.lock({ text: written.text })).changed).toEqual(['one']);
  expect(readFileSync(path.join(dir, 'bob/environments/default/skills/one/a/b.md'), 'utf8')).toBe('B');
});

it('says which skills it cannot fetch, and that a file is none', async () => {
  const client = await open('ann');
  const skills = {
    a: { source: './team', sourceType: 'local', computedHash: '1' },
    b: { source: 'left-pad', sourceType: 'node_modules', computedHash: '2' },
  };
  const { added, left } = await client.repositories.addLock({
    text: JSON.stringify({ version: 1, skills }),
    folder: dir,
  });
  expect([added, left]).toEqual([['team'], ['b']]);
  expect((await client.repositories.list({})).repositories[0]?.definition.address).toBe(path.join(dir, 'team'));
  await expect(client.repositories.addLock({ text: '<<<<<<< HEAD\n{}', folder: dir })).rejects.toThrow(
    'conflict marks',
  );
});
