/** Nacos: its login, namespaces, labels, and the review before a version is published. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { type Client, openApp, skillText, standingOf } from './test-kit/client.ts';
import { NACOS, type NacosServer } from './test-kit/nacos-server.ts';

let dir: string;
let client: Client;
let close: () => Promise<void>;
let server: NacosServer;
beforeEach(async () => {
  dir = tempFolder();
  ({ client, close } = await openApp(path.join(dir, 'home')));
  server = await NACOS.start(dir);
});
afterEach(async () => {
  await close();
  await server.close();
});
const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const add = (address: string, name = 'team') => client.repositories.add({ name, address });
const publish = (version: string, notes = '', name = 'team') =>
  client.repositories.publish({ name, id: 'mine', version, notes });
function write(body: string): void {
  mkdirSync(installed('mine/scripts'), { recursive: true });
  writeFileSync(installed('mine/SKILL.md'), skillText('mine', body));
  writeFileSync(installed('mine/scripts/go.sh'), '#!/bin/sh\necho go\n', { mode: 0o755 });
}

// Rules: 004.19
it('publishes through the server’s review, lists versions with their notes, and never changes one', async () => {
  write('First.');
  await add(server.address);
  await publish('1.0.0', 'The first. 第一版。');
  await expect(publish('1.0.0')).rejects.toThrow('has a version 1.0.0 already');
  expect(server.asked.filter((one) => one.startsWith('POST')).map((one) => one.split('/').at(-1))).toEqual([
    'login',
    'upload',
    'submit',
    'publish',
    // The look after it, and the second try.
    'login',
    'login',
  ]);
  write('Second.');
  await publish('1.1.0', 'Better.');
  expect((await client.repositories.versions({ name: 'team', id: 'mine' })).versions).toMatchObject([
    { version: '1.1.0', notes: 'Better.', by: 'nacos' },
    { version: '1.0.0', notes: 'The first. 第一版。' },
  ]);
  // A version published from here is no update for here.
  expect((await client.repositories.list({})).repositories[0]?.skills).toMatchObject([{ standing: 'current' }]);
  const unpublish = (version: string) => client.repositories.unpublish({ name: 'team', id: 'mine', version });
  await unpublish('1.1.0');
  await expect(unpublish('1.1.0')).rejects.toThrow('There is no published version 1.1.0');
  const before = await client.repositories.versions({ name: 'team', id: 'mine' });
  expect(before.versions.map(({ version }) => version)).toEqual(['1.0.0']);
  await publish('1.2.0');
  rmSync(installed('mine'), { recursive: true });
  const { plan } = await client.repositories.sync({ name: 'team', ids: ['mine'] });
  await client.repositories.take({ planId: plan?.planId ?? '' });
  expect(readFileSync(installed('mine/SKILL.md'), 'utf8')).toBe(skillText('mine', 'Second.'));
  expect(readFileSync(installed('mine/scripts/go.sh'), 'utf8')).toContain('echo go');
});

it('publishes nothing that the review rejects, and the same version once it is accepted', async () => {
  write('Odd.');
  await add(server.address);
  server.rejects = true;
  await expect(publish('1.0.0')).rejects.toThrow('its review rejected "mine" 1.0.0');
  expect(standingOf(await client.repositories.check({ name: 'team' }))).toEqual({});
  server.rejects = false;
  write('Good.');
  await publish('1.0.0');
  const { skills } = await client.repositories.check({ name: 'team' });
  expect(skills).toMatchObject([{ id: 'mine', version: '1.0.0' }]);
});

it('keeps namespaces apart, follows a label, and lists more than one page', async () => {
  await server.hold(
    Object.fromEntries(
      Array.from({ length: 230 }, (_, index) => [`skill-${index}`, { 'SKILL.md': skillText(`skill-${index}`, 'x') }]),
    ),
  );
  await add(server.address);
  expect((await client.repositories.check({ name: 'team' })).skills).toHaveLength(230);
  await add(server.as('nacos', 'super-secret', 'other'), 'other');
  expect((await client.repositories.check({ name: 'other' })).skills).toEqual([]);
  const one = server.skills.get('team')?.get('skill-7');
  one?.versions.set('0.9.0', {
    status: 'online',
    files: { 'SKILL.md': Buffer.from(skillText('skill-7', 'Stable.')) },
    commitMsg: '',
    createTime: 1,
    asked: 0,
  });
  if (one !== undefined) one.labels.stable = '0.9.0';
  await add(`${server.address}?label=stable`, 'stable');
  const { plan, repository } = await client.repositories.sync({ name: 'stable' });
  expect(repository.skills).toMatchObject([{ id: 'skill-7', version: '0.9.0' }]);
  await client.repositories.take({ planId: plan?.planId ?? '' });
  expect(readFileSync(installed('skill-7/SKILL.md'), 'utf8')).toContain('Stable.');
});

it('reports a wrong password, and reads public content without one', async () => {
  await server.hold({ one: { 'SKILL.md': skillText('one', 'One.') } });
  await add(server.as('nacos', 'wrong-password'));
  expect((await client.repositories.check({ name: 'team' })).fault).toMatchObject({ code: 'sign-in' });
  const { host } = new URL(server.address.replace('nacos:', 'http:'));
  await add(`nacos://${host}/team`, 'anonymous');
  expect(standingOf(await client.repositories.check({ name: 'anonymous' }))).toEqual({ one: 'new' });
  write('Mine.');
  await expect(publish('1.0.0', '', 'anonymous')).rejects.toMatchObject({ code: 'repository-refused' });
});
