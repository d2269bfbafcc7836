/** Accounts, transactions, versions and broken rows of databases. */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseAddress } from '../../../main/databases/database.ts';
import { openDatabase } from '../../../main/databases/open-database.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import type { Connect } from './repository.ts';
import { openTables } from './tables.ts';
import { type Client, openApp, skillText, standingOf } from './test-kit/client.ts';
import { type DatabaseEngine, MARIADB, POSTGRES } from './test-kit/database-engines.ts';

let dir: string;
let client: Client;
let close: () => Promise<void>;
beforeEach(async () => {
  dir = tempFolder();
  ({ client, close } = await openApp(path.join(dir, 'home')));
});
afterEach(async () => {
  await close();
});
afterAll(async () => {
  await POSTGRES.stop();
  await MARIADB.stop();
});

const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const text = (...parts: readonly string[]) => readFileSync(installed(...parts), 'utf8');
const TWO = { one: { 'SKILL.md': skillText('one', 'One.') }, two: { 'SKILL.md': skillText('two', 'Two.') } };
const add = (address: string, name = 'team') => client.repositories.add({ name, address });
const sync = () => client.repositories.sync({ name: 'team' });
async function take(ids?: string[]) {
  const { plan, repository } = await client.repositories.sync({ name: 'team', ...(ids === undefined ? {} : { ids }) });
  if (plan === null) throw new Error(JSON.stringify(repository));
  return client.repositories.take({ planId: plan.planId });
}

for (const kind of [POSTGRES, MARIADB]) {
  describe.skipIf(kind.missing !== undefined)(
    `${kind.name}${kind.missing === undefined ? '' : ` (${kind.missing})`}`,
    () => {
      let engine: DatabaseEngine;
      beforeEach(async () => {
        engine = await kind.start(dir);
      });
      const { table, run } = new Proxy({} as DatabaseEngine, {
        get:
          (_none, name) =>
          (...given: never[]) =>
            Reflect.get(engine, name)(...given),
      });

      // Rules: 004.19
      it('reads with an account that may only read, and says what another lacks', async () => {
        await engine.hold(TWO);
        const postgres = kind === POSTGRES;
        const grants = postgres
          ? [
              "CREATE ROLE reader LOGIN PASSWORD 'only-reading'",
              'GRANT USAGE ON SCHEMA agentscope TO reader',
              'GRANT SELECT ON ALL TABLES IN SCHEMA agentscope TO reader',
            ]
          : [`GRANT SELECT ON ${table('*')} TO reader@'%' IDENTIFIED BY 'only-reading'`];
        for (const grant of grants) await run(grant);
        await add(engine.as('reader', 'only-reading'));
        expect(standingOf((await sync()).repository)).toEqual({ one: 'new', two: 'new' });
        mkdirSync(installed('mine'), { recursive: true });
        writeFileSync(installed('mine/SKILL.md'), skillText('mine', 'Mine.'));
        await expect(
          client.repositories.publish({ name: 'team', id: 'mine', version: '1.0.0', notes: '' }),
        ).rejects.toMatchObject({ code: 'repository-refused' });
        await client.repositories.password({ name: 'team', value: 'wrong-password' });
        const refused = await sync();
        expect([refused.repository.fault?.code, refused.repository.skills.length]).toEqual(['sign-in', 2]);
        for (const name of ['agentscope_skill_resources', 'agentscope_skills']) await run(`DROP TABLE ${table(name)}`);
        await add(engine.address, 'empty');
        expect((await client.repositories.check({ name: 'empty' })).fault?.code).toBe('missing');
      });

      it('publishes a version with every byte of it, which both kinds of readers understand', async () => {
        mkdirSync(installed('mine/scripts'), { recursive: true });
        const own = `---\nname: mine\ndescription: Does mine. 需要时使用。\nmetadata:\n  network: api.example.com\n---\n\n# Mine 我的\n`;
        writeFileSync(installed('mine/SKILL.md'), own);
        writeFileSync(installed('mine/scripts/go.sh'), '#!/bin/sh\necho go\n');
        chmodSync(installed('mine/scripts/go.sh'), 0o755);
        const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
        writeFileSync(installed('mine/logo.png'), image);
        await add(engine.address);
        const publish = (version: string, notes = '') =>
          client.repositories.publish({ name: 'team', id: 'mine', version, notes });
        await publish('1.0.0', 'The first. 第一版。');
        await expect(publish('1.0.0')).rejects.toThrow('has a version 1.0.0 already');

        // AgentScope reads these rows.
        const listed = await client.repositories.check({ name: 'team' });
        expect(listed.fault).toBeUndefined();
        expect(listed.skills).toMatchObject([{ id: 'mine', version: '1.0.0', description: 'Does mine. 需要时使用。' }]);
        await run(
          `INSERT INTO ${table('agentscope_skills')} (name, description, skill_content, source, metadata_json)
          SELECT 'copy', description, skill_content, source, metadata_json FROM ${table('agentscope_skills')} WHERE name = 'mine'`,
        );
        await run(
          `INSERT INTO ${table('agentscope_skill_resources')} (id, resource_path, resource_content)
          SELECT c.id, r.resource_path, r.resource_content FROM ${table('agentscope_skill_resources')} r
          JOIN ${table('agentscope_skills')} c ON c.name = 'copy' WHERE r.id <> c.id`,
        );
        rmSync(installed('mine'), { recursive: true });
        await take(['mine', 'copy']);
        expect(text('mine/SKILL.md')).toBe(own);
        expect(statSync(installed('mine/scripts/go.sh')).mode & 0o111).not.toBe(0);
        // From the rows alone: the same instructions, files and needs.
        expect(text('copy/SKILL.md')).toContain('\n---\n\n# Mine 我的\n');
        expect(text('copy/SKILL.md')).toContain('metadata: {"network":"api.example.com"}');
        for (const id of ['mine', 'copy']) expect(readFileSync(installed(id, 'logo.png'))).toEqual(image);

        writeFileSync(installed('mine/SKILL.md'), own.replace('# Mine', '# Better'));
        await publish('1.1.0');
        expect((await client.repositories.versions({ name: 'team', id: 'mine' })).versions).toMatchObject([
          { version: '1.1.0', notes: '' },
          { version: '1.0.0', notes: 'The first. 第一版。', by: os.userInfo().username },
        ]);
        writeFileSync(installed('mine/SKILL.md'), 'No front matter.');
        await expect(publish('1.2.0')).rejects.toMatchObject({ code: expect.stringMatching(/skill-broken|bad-input/) });
      });

      it('takes versions back: the one before is what everybody reads again, and at last none', async () => {
        const write = (body: string, image: number) => {
          mkdirSync(installed('mine'), { recursive: true });
          writeFileSync(installed('mine/SKILL.md'), skillText('mine', body, 'metadata:\n  network: x.example.com\n'));
          writeFileSync(installed('mine/logo.png'), Buffer.from([0, image]));
        };
        const publish = (version: string) =>
          client.repositories.publish({ name: 'team', id: 'mine', version, notes: '' });
        const unpublish = (version: string) => client.repositories.unpublish({ name: 'team', id: 'mine', version });
        const seen = async () => (await client.repositories.list({})).repositories[0]?.skills ?? [];
        await add(engine.address);
        write('One.', 1);
        await publish('1.0.0');
        write('Two.', 2);
        await publish('1.1.0');
        write('Three.', 3);
        await publish('1.2.0');
        expect(await seen()).toMatchObject([{ version: '1.2.0', standing: 'current' }]);
        // Not the newest: nothing that is read changes.
        await unpublish('1.1.0');
        expect(await seen()).toMatchObject([{ version: '1.2.0', standing: 'current' }]);
        await unpublish('1.2.0');
        expect(await seen()).toMatchObject([{ version: '1.0.0', standing: 'update' }]);
        await take();
        expect(text('mine/SKILL.md')).toContain('One.');
        expect(readFileSync(installed('mine/logo.png'))).toEqual(Buffer.from([0, 1]));
        await expect(unpublish('1.2.0')).rejects.toThrow('There is no published version 1.2.0');

        // A writer that knows no versions: its text is not thrown away.
        await run(`UPDATE ${table('agentscope_skills')} SET skill_content = 'Newer.' WHERE name = 'mine'`);
        await expect(unpublish('1.0.0')).rejects.toThrow('was changed after 1.0.0 was published');
        write('Four.', 4);
        await publish('2.0.0');
        await unpublish('2.0.0');
        await unpublish('1.0.0');
        expect(await seen()).toMatchObject([{ id: 'mine', standing: 'gone' }]);
      });

      it('refuses an archive that is not what its digest says, and keeps the good version', async () => {
        mkdirSync(installed('mine'), { recursive: true });
        writeFileSync(installed('mine/SKILL.md'), skillText('mine', 'Good.'));
        await add(engine.address);
        await client.repositories.publish({ name: 'team', id: 'mine', version: '1.0.0', notes: '' });
        await sync();
        await run(`UPDATE ${table('skilldeck_skill_versions')} SET archive = 'PK' WHERE version = '1.0.0'`);
        await run(`UPDATE ${table('skilldeck_skill_versions')} SET rows_sha256 = rows_sha256`);
        rmSync(installed('mine'), { recursive: true });
        const { repository, plan } = await client.repositories.sync({ name: 'team', ids: ['mine'] });
        expect([plan, repository.fault?.code]).toEqual([null, 'damaged']);
        // A writer that knows no versions: its rows count, not the archive.
        await run(`UPDATE ${table('agentscope_skills')} SET skill_content = 'Newer.' WHERE name = 'mine'`);
        const next = await client.repositories.sync({ name: 'team', ids: ['mine'] });
        await client.repositories.take({ planId: next.plan?.planId ?? '' });
        expect(text('mine/SKILL.md')).toContain('Newer.');
      });

      it('passes over rows that are wrong', async () => {
        await engine.hold({
          ...TWO,
          'up/here': { 'SKILL.md': skillText('x', 'X.') },
          '..': { 'SKILL.md': skillText('x', 'X.') },
        });
        await run(
          `INSERT INTO ${table('agentscope_skill_resources')} (id, resource_path, resource_content)
          SELECT id, '../../../etc/x', 'x' FROM ${table('agentscope_skills')} WHERE name = 'two'`,
        );
        await run(`UPDATE ${table('agentscope_skills')} SET metadata_json = '{not json' WHERE name = 'one'`);
        await add(engine.address);
        const { repository, plan } = await sync();
        expect(repository.broken.map(({ where }) => where).sort()).toEqual(['..', 'two', 'up/here']);
        expect(plan?.skills.map(({ id }) => id)).toEqual(['one']);
      });

      it('takes the state that was listed, whatever is written meanwhile, and nothing once the server is gone', async () => {
        await engine.hold(TWO);
        const work = path.join(dir, 'work');
        mkdirSync(work);
        const connect: Connect = {
          definition: { address: engine.address },
          password: undefined,
          work,
          signal: new AbortController().signal,
          tokensOf: async () => ({ catalog: 1, instructions: 1 }),
          catalogTokens: async () => 1,
        };
        const repository = await openTables(await openDatabase(withPassword(connect)), connect);
        const { skills } = await repository.list();
        await engine.hold({ one: { 'SKILL.md': skillText('one', 'Changed.'), 'new.md': 'New.' } });
        const read: Record<string, string> = {};
        for await (const entry of (await repository.open(skills)).entries) {
          const parts: Uint8Array[] = [];
          for await (const part of entry.content()) parts.push(part);
          read[entry.path] = Buffer.concat(parts).toString();
        }
        expect(Object.keys(read)).toEqual(['one/SKILL.md', 'two/SKILL.md']);
        expect(read['one/SKILL.md']).toContain('One.');
        await engine.vanish();
        await expect(
          (async () => {
            for await (const entry of (await repository.open(skills)).entries) expect(entry.path).toBe('');
          })(),
        ).rejects.toMatchObject({ code: 'source-unreachable' });
        await repository.close();
        await engine.comeBack();
      });
    },
  );
}

/** Drivers are given the password apart. */
function withPassword({ definition, signal }: Connect): DatabaseAddress {
  const url = new URL(definition.address);
  const { password } = url;
  url.password = '';
  return { address: url.href, password, signal, container: 'agentscope' };
}

it('names the certificate file that cannot be read', async () => {
  const address = 'postgres://ann@127.0.0.1:1/db?sslmode=require&sslkey=/not/there.key';
  const opening = openDatabase({ address, password: undefined, container: 'x', signal: new AbortController().signal });
  await expect(opening).rejects.toThrow("/not/there.key can't be read (ENOENT)");
});
