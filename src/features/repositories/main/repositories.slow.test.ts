import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { type Client, openApp, skillText, standingOf } from './test-kit/client.ts';
import { MARIADB, POSTGRES } from './test-kit/database-engines.ts';
import { ENGINES, type Engine } from './test-kit/engines.ts';
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

for (const kind of [...ENGINES, SKILL_INDEX, NACOS, POSTGRES, MARIADB]) {
  describe.skipIf(kind.missing !== undefined)(
    `${kind.name}${kind.missing === undefined ? '' : ` (${kind.missing})`}`,
    () => {
      let engine: Engine;
      beforeEach(async () => {
        engine = await kind.start(path.join(dir, 'engine'));
      });
      afterEach(() => engine.close());
      const add = async (more: { auto?: boolean; skills?: string[] } = {}) => {
        const { path: below } = engine;
        await client.repositories.add({
          name: 'team',
          address: engine.address,
          ...(below === undefined ? {} : { path: below }),
          ...more,
        });
      };
      const sync = () => client.repositories.sync({ name: 'team' });
      const takeAll = async () => {
        const { plan } = await sync();
        return client.repositories.take({ planId: plan?.planId ?? '' });
      };

      it('takes every skill but one with a file that no system should get, and says which', async () => {
        await engine.hold({ ...FIRST, bad: { 'SKILL.md': skillText('bad', 'Bad.'), 'refs/a:b?.md': 'x' } });
        await add();
        const { plan, repository } = await sync();
        expect(repository.fault).toBeUndefined();
        expect(plan?.skills.map(({ id }) => id)).toEqual(['one', 'two']);
        const { broken } = await client.repositories.check({ name: 'team' });
        const after = [...repository.broken, ...broken].map(({ where }) => where.split('/').at(-1));
        expect(new Set(after)).toEqual(new Set(['bad']));
      });

      it('lists, installs after approval, shows an update as a difference, and says what is gone', async () => {
        await engine.hold(FIRST);
        await add();
        const seen = await client.repositories.check({ name: 'team' });
        expect(seen.fault).toBeUndefined();
        expect(standingOf(seen)).toEqual({ one: 'new', two: 'new' });
        expect(seen.skills[0]).toMatchObject({ id: 'one', description: expect.stringMatching(/^Does one\./) });
        expect(existsSync(installed('one'))).toBe(false);

        const { plan, installed: atOnce } = await sync();
        expect([atOnce, plan?.skills.map(({ id }) => id)]).toEqual([[], ['one', 'two']]);
        expect(plan?.skills[0]?.mayRun.scripts).toEqual(['scripts/go.py']);
        await client.repositories.take({ planId: plan?.planId ?? '' });
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
        await client.repositories.take({ planId: next.plan?.planId ?? '' });
        expect(['one', 'two'].map(bodyOf)).toEqual(['New one.', 'Old two.']);
        expect(standingOf(await client.repositories.check({ name: 'team' }))).toEqual({ one: 'current', two: 'gone' });
      });

      it('says why it cannot be read, keeps what was seen and installed, and recovers when it is back', async () => {
        await engine.hold(FIRST);
        await add();
        await takeAll();
        await engine.vanish();
        const gone = await sync();
        expect(gone.repository.fault?.code).toMatch(/^(?:unreachable|missing|address|damaged)$/);
        expect(standingOf(gone.repository)).toEqual({ one: 'current', two: 'current' });
        expect([gone.plan, bodyOf('one')]).toEqual([null, 'Old one.']);
        await engine.comeBack();
        expect((await sync()).repository.fault).toBeUndefined();
      });

      it('passes over a skill that is broken', async () => {
        await engine.hold({ ...FIRST, bad: { 'SKILL.md': 'No front matter.\n' } });
        await add();
        const { repository, plan } = await sync();
        expect(standingOf(repository)).toEqual({ one: 'new', two: 'new' });
        expect(repository.broken).toHaveLength(1);
        expect(plan?.skills.map(({ id }) => id)).toEqual(['one', 'two']);
      });

      it('takes updates of a trusted one at once, except those that ask for more', async () => {
        await engine.hold(FIRST);
        await add({ auto: true });
        const first = await sync();
        expect([first.plan, first.installed.map(({ id }) => id)]).toEqual([null, ['one', 'two']]);
        const asks = skillText('one', 'New one.', 'metadata:\n  network: api.example.com\n');
        await engine.hold({
          one: { ...FIRST.one, 'SKILL.md': asks, 'scripts/more.py': 'print(2)\n' },
          two: { 'SKILL.md': skillText('two', 'New two.') },
        });
        const next = await sync();
        expect(next.installed.map(({ id }) => id)).toEqual(['two']);
        expect(next.plan?.skills.map(({ id, replaces }) => [id, replaces?.asksMore])).toEqual([
          [
            'one',
            [
              { kind: 'host', what: 'api.example.com' },
              { kind: 'script', what: 'scripts/more.py' },
            ],
          ],
        ]);
        expect(['one', 'two'].map(bodyOf)).toEqual(['Old one.', 'New two.']);
      });

      it('takes only what was chosen, and not again what was uninstalled', async () => {
        await engine.hold(FIRST);
        await add({ skills: ['two'] });
        await takeAll();
        expect([existsSync(installed('one')), bodyOf('two')]).toEqual([false, 'Old two.']);
        await client.skills.uninstall({ id: 'two' });
        const { plan, repository } = await sync();
        expect([plan, standingOf(repository)]).toEqual([null, { one: 'offered', two: 'removed' }]);
        const again = await client.repositories.sync({ name: 'team', ids: ['one'] });
        expect(again.plan?.skills.map(({ id }) => id)).toEqual(['one']);
      });
    },
  );
}

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
