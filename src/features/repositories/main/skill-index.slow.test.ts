/** Indexes that promise and do not keep it. */

import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverOfTest } from '../../../main/lib/test-kit/server-of-test.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { sha256 } from '../../../main/lib/text.ts';
import { ImportRefusal, ItemRefusal } from '../../../main/skills/import/names.ts';
import { writeZip } from '../../../main/skills/import/read-zip.ts';
import { openSkillIndex } from './skill-index.ts';
import { type Client, openApp, skillText } from './test-kit/client.ts';

let dir: string;
let client: Client;
let close: () => Promise<void>;
let served: Record<string, string | Buffer | number | 'half'[]>;
beforeEach(async () => {
  dir = tempFolder();
  ({ client, close } = await openApp(path.join(dir, 'home')));
  served = {};
  const url = await serverOfTest((request, response) => {
    const body = served[(request.url ?? '').replace('/.well-known/agent-skills/', '')];
    if (body === undefined || typeof body === 'number') response.writeHead(body ?? 404).end();
    else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
    else {
      // Half of what the header promises.
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => setImmediate(() => response.socket?.destroy()));
    }
  });
  await client.repositories.add({ name: 'site', address: `${url}/.well-known/agent-skills` });
});
afterEach(async () => {
  await close();
});
const index = (...skills: readonly object[]) => {
  served['index.json'] = JSON.stringify({ version: '0.2.0', skills });
};
const sync = () => client.repositories.sync({ name: 'site' });
const text = skillText('one', 'One.');
const digest = (bytes: string | Buffer) => `sha256:${sha256(bytes)}`;

it('takes an archive whose digest holds, and nothing where it does not', async () => {
  const zip =
    (await writeZip([{ path: 'SKILL.md', executable: false, read: () => Buffer.from(text) }], 1e6)) ?? Buffer.alloc(0);
  served['one.zip'] = zip;
  const entry = { name: 'one', description: 'Does one.', type: 'archive', url: 'one.zip' };
  index({ ...entry, digest: digest('another') });
  const lie = await sync();
  expect([lie.plan, lie.repository.fault?.code]).toEqual([null, 'damaged']);
  index({ ...entry, digest: digest(zip) });
  expect((await sync()).plan?.skills.map(({ id }) => id)).toEqual(['one']);
});

it('takes every skill but those whose files are not as promised, and says which', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const at = (name: string, hash = digest(skillText(name, 'It works.'))) => {
    served[`${name}.md`] = skillText(name, 'It works.');
    return { name, description: `Does ${name}.`, type: 'skill-md', url: `${name}.md`, digest: hash };
  };
  index(
    ...names.map((name) => (['b', 'f'].includes(name) ? at(name, digest('another')) : at(name))),
    { name: 'none', description: 'Has no digest.', type: 'skill-md', url: 'a.md' },
    { ...at('gone'), url: 'not-there.md' },
    { ...at('shut'), url: 'shut' },
    { ...at('ill'), url: 'ill' },
    { ...at('torn'), url: 'http://[x' },
    { ...at('plain'), url: 'ftp://site.example/a.md' },
    { ...at('away'), url: 'http://127.0.0.1:1/a.md' },
    { ...at('zip'), type: 'archive', url: 'a.md', digest: digest(skillText('a', 'It works.')) },
  );
  served.shut = 403;
  served.ill = 500;
  const first = await sync();
  expect(first.repository.fault).toBeUndefined();
  expect(first.plan?.skills.map(({ id }) => id)).toEqual(['a', 'c', 'd', 'e', 'g']);
  const left = ['none', 'torn', 'plain', 'b', 'f', 'gone', 'shut', 'ill', 'away', 'zip'];
  expect(first.repository.broken.map(({ where }) => where)).toEqual(left);
  await client.repositories.take({ planId: first.plan?.planId ?? '' });
  // The others are installed: those that cannot be read are no fault of the repository.
  const again = await sync();
  expect([again.plan, again.repository.fault, again.repository.broken.map(({ where }) => where)]).toEqual([
    null,
    undefined,
    left,
  ]);
  // All are broken: the repository is.
  index(at('b', digest('another')), at('f', digest('another')));
  expect((await sync()).repository.fault?.code).toBe('damaged');
});

it('refuses a file that is not an index, half of one, and one without digests', async () => {
  served['index.json'] = '<html>Welcome</html>';
  expect((await sync()).repository.fault?.code).toBe('damaged');
  index(
    { name: 'one', description: 'Does one.', files: ['SKILL.md'] },
    { name: 'up', description: 'Does up.', files: [{ path: '../../x', digest: digest('x') }] },
    { name: 'two', description: 'Does two.', type: 'skill-md', url: 'two/SKILL.md', digest: digest(text) },
  );
  served['two/SKILL.md'] = ['half'];
  const half = await sync();
  expect(half.repository.broken.map(({ where }) => where)).toEqual(['one', 'up']);
  expect([half.plan, half.repository.fault?.code]).toEqual([null, 'damaged']);
  delete served['two/SKILL.md'];
  expect((await sync()).repository.fault?.code).toBe('missing');
});

it('waits once for a file that never answers or never ends, and a second one means that the site is gone', async () => {
  const kept: ServerResponse[] = [];
  const url = await serverOfTest((request, response) => {
    const name = (request.url ?? '').split('/').at(-1) ?? '';
    if (name === 'index.json') response.end(listed);
    else if (name === 'good.md') response.end(skillText('good', 'Good.'));
    else {
      // `drips` begins; nothing ends before the test.
      if (name === 'drips.md') response.write('-');
      kept.push(response);
    }
  });
  const listed = JSON.stringify({
    skills: ['silent', 'drips', 'good'].map((name) => ({
      name,
      description: `Does ${name}.`,
      type: 'skill-md',
      url: `${name}.md`,
      digest: digest(skillText(name, 'Good.')),
    })),
  });
  for (const first of ['silent', 'drips']) {
    const connect = {
      definition: { address: `${url}/.well-known/agent-skills` },
      password: undefined,
      work: tempFolder(),
      waits: { answerMs: 300, totalMs: 600 },
      signal: new AbortController().signal,
      tokensOf: async () => ({ catalog: 0, instructions: 0 }),
      catalogTokens: async () => 0,
    };
    const repository = await openSkillIndex(connect);
    const { skills } = await repository.list();
    const take = async (id: string) => {
      const { entries } = await repository.open(skills.filter((skill) => skill.id === id));
      for await (const entry of entries) return entry.path;
      return undefined;
    };
    await expect(take(first)).rejects.toBeInstanceOf(ItemRefusal);
    const asked = kept.length;
    await expect(take(first)).rejects.toMatchObject({ reason: 'timeout' });
    expect(kept).toHaveLength(asked);
    expect(await take('good')).toBe('good/SKILL.md');
    const second = await take(first === 'silent' ? 'drips' : 'silent').catch((error: unknown) => error);
    expect([second instanceof ImportRefusal, second instanceof ItemRefusal]).toEqual([true, false]);
  }
  for (const response of kept) response.destroy();
});
