import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { type Client, openApp, skillText, standingOf } from './test-kit/client.ts';
import { MARIADB, POSTGRES } from './test-kit/database-engines.ts';
import { ENGINES } from './test-kit/engines.ts';
import { SKILL_INDEX } from './test-kit/index-engine.ts';
import { NACOS } from './test-kit/nacos-server.ts';

let dir: string;
let client: Client;
let close: () => Promise<void>;
beforeEach(async () => {
  dir = tempFolder();
  mkdirSync(path.join(dir, 'engine'));
  ({ client, close } = await openApp(path.join(dir, 'home')));
});
afterEach(async () => {
  await close();
});

const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const bodyOf = (id: string) => readFileSync(installed(id, 'SKILL.md'), 'utf8').trimEnd().split('\n').at(-1);
const FIRST = {
  one: { 'SKILL.md': skillText('one', 'Old one.'), 'scripts/go.py': 'print(1)\n', 'references/a.md': 'A.\n' },
  two: { 'SKILL.md': skillText('two', 'Old two.') },
};

afterAll(async () => {
  await POSTGRES.stop();
  await MARIADB.stop();
});

describe.each([...ENGINES, SKILL_INDEX, NACOS, POSTGRES, MARIADB])('$name', ({ missing, start }) => {
  it.skipIf(missing !== undefined)(
    `is read, installed, updated, lost and found, trusted, and taken in part${missing === undefined ? '' : ` (${missing})`}`,
    async () => {
      const engine = await start(path.join(dir, 'engine'));
      onTestFinished(engine.close);
      const add = async (more: { auto?: boolean; skills?: string[] } = {}) => {
        const { path: below } = engine;
        await client.repositories.add({
          name: 'team',
          address: engine.address,
          ...(below === undefined ? {} : { path: below }),
          ...more,
        });
      };
      const addAgain = async (more: { auto?: boolean; skills?: string[] }) => {
        await client.repositories.remove({ name: 'team' });
        for (const id of ['one', 'two']) if (existsSync(installed(id))) await client.skills.uninstall({ id });
        await engine.hold(FIRST);
        await add(more);
      };
      const sync = () => client.repositories.sync({ name: 'team' });
      const check = () => client.repositories.check({ name: 'team' });
      const take = (plan: Awaited<ReturnType<typeof sync>>['plan']) =>
        client.repositories.take({ planId: plan?.planId ?? '' });

      // A file that no system should get, and a skill that is none.
      const bad = { 'SKILL.md': skillText('bad', 'Bad.'), 'refs/a:b?.md': 'x' };
      await engine.hold({ ...FIRST, bad, broken: { 'SKILL.md': 'No front matter.\n' } });
      await add();
      const { plan: good, repository } = await sync();
      expect(repository.fault).toBeUndefined();
      expect(good?.skills.map(({ id }) => id)).toEqual(['one', 'two']);
      const faults = [...repository.broken, ...(await check()).broken].map(({ where }) => where.split('/').at(-1));
      expect(new Set(faults)).toEqual(new Set(['bad', 'broken']));

      await engine.hold(FIRST);
      const seen = await check();
      expect([seen.fault, seen.broken]).toEqual([undefined, []]);
      expect(standingOf(seen)).toEqual({ one: 'new', two: 'new' });
      expect(seen.skills[0]).toMatchObject({ id: 'one', description: expect.stringMatching(/^Does one\./) });
      expect(existsSync(installed('one'))).toBe(false);

      const { plan, installed: atOnce } = await sync();
      expect([atOnce, plan?.skills.map(({ id }) => id)]).toEqual([[], ['one', 'two']]);
      expect(plan?.skills[0]?.mayRun.scripts).toEqual(['scripts/go.py']);
      await take(plan);
      expect(['one', 'two'].map(bodyOf)).toEqual(['Old one.', 'Old two.']);
      expect(readFileSync(installed('one/references/a.md'), 'utf8')).toBe('A.\n');
      expect((await sync()).plan).toBeNull();
      expect((await client.skills.origin({ id: 'one' })).origin).toMatchObject({ repository: 'team' });

      await engine.hold({ one: { ...FIRST.one, 'SKILL.md': skillText('one', 'New one.') } });
      const next = await sync();
      expect(standingOf(next.repository)).toEqual({ one: 'update', two: 'gone' });
      const change = next.plan?.skills[0]?.replaces?.changed[0];
      expect([next.plan?.skills.length, change?.path]).toEqual([1, 'SKILL.md']);
      expect(change?.diff).toMatch(/^-Old one\.\n\+New one\.$/m);
      expect(bodyOf('one')).toBe('Old one.');
      await take(next.plan);
      expect(['one', 'two'].map(bodyOf)).toEqual(['New one.', 'Old two.']);
      expect(standingOf(await check())).toEqual({ one: 'current', two: 'gone' });

      // What was seen and installed stays while it cannot be read.
      await engine.vanish();
      const gone = await sync();
      expect(gone.repository.fault?.code).toMatch(/^(?:unreachable|missing|address|damaged)$/);
      expect(standingOf(gone.repository)).toEqual({ one: 'current', two: 'gone' });
      expect([gone.plan, bodyOf('one')]).toEqual([null, 'New one.']);
      await engine.comeBack();
      expect((await sync()).repository.fault).toBeUndefined();

      // Updates of a trusted one come at once, except those that ask for more.
      await addAgain({ auto: true });
      const first = await sync();
      expect([first.plan, first.installed.map(({ id }) => id)]).toEqual([null, ['one', 'two']]);
      const asks = skillText('one', 'New one.', 'metadata:\n  network: api.example.com\n');
      await engine.hold({
        one: { ...FIRST.one, 'SKILL.md': asks, 'scripts/more.py': 'print(2)\n' },
        two: { 'SKILL.md': skillText('two', 'New two.') },
      });
      const trusted = await sync();
      expect(trusted.installed.map(({ id }) => id)).toEqual(['two']);
      const asksMore = [
        { kind: 'host', what: 'api.example.com' },
        { kind: 'script', what: 'scripts/more.py' },
      ];
      expect(trusted.plan?.skills.map(({ id, replaces }) => [id, replaces?.asksMore])).toEqual([['one', asksMore]]);
      expect(['one', 'two'].map(bodyOf)).toEqual(['Old one.', 'New two.']);

      // What was not chosen is not taken, nor again what was uninstalled.
      await addAgain({ skills: ['two'] });
      await take((await sync()).plan);
      expect([existsSync(installed('one')), bodyOf('two')]).toEqual([false, 'Old two.']);
      await client.skills.uninstall({ id: 'two' });
      const rest = await sync();
      expect([rest.plan, standingOf(rest.repository)]).toEqual([null, { one: 'offered', two: 'removed' }]);
      const again = await client.repositories.sync({ name: 'team', ids: ['one'] });
      expect(again.plan?.skills.map(({ id }) => id)).toEqual(['one']);
    },
  );
});

it('keeps a password out of every file that is exported, and forgets it with the repository', async () => {
  await expect(client.repositories.add({ address: 'gopher://host/x' })).rejects.toMatchObject({ code: 'bad-input' });
  const engine = await (ENGINES[3] as (typeof ENGINES)[number]).start(path.join(dir, 'engine'));
  try {
    const { name } = await client.repositories.add({ address: engine.address.replace('//', '//me:sesame-open@') });
    expect(name).toBe('repo');
    const config = readFileSync(path.join(dir, 'home/environments/default/config.jsonc'), 'utf8');
    expect([config.includes('sesame'), config.includes('me@')]).toEqual([false, true]);
    expect((await client.repositories.list({})).repositories[0]?.hasPassword).toBe(true);
    expect(statSync(path.join(dir, 'home/skill-secrets.key')).mode & 0o777).toBe(0o600);
    await client.repositories.remove({ name });
    expect(existsSync(path.join(dir, 'home/skill-secrets.key'))).toBe(false);
    expect((await client.repositories.list({})).repositories).toEqual([]);
  } finally {
    await engine.close();
  }
});
