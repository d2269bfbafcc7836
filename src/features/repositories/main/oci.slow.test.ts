/** Skills in a real OCI registry: Debian's docker-registry on a free port, with a password. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/lib/processes.ts';
import { freePort } from '../../../main/lib/test-kit/listen.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { sha256 } from '../../../main/lib/text.ts';
import { type Client, openApp, skillText } from './test-kit/client.ts';

const REGISTRY = findProgram(['docker-registry', 'registry']);
/** `super-secret`, by bcrypt with 16 rounds. */
const HTPASSWD = 'team:$2b$04$euP4p7L1vLJNuc1P07GxkOSW3t07vcArLDn5bEgoixiatuygZhgtC\n';

let dir: string;
let client: Client;
let close: () => Promise<void>;
let registry: ChildProcess;
let port: number;

async function startRegistry(deletes = true): Promise<void> {
  port = await freePort();
  const config = path.join(dir, 'registry.yml');
  writeFileSync(path.join(dir, 'htpasswd'), HTPASSWD);
  writeFileSync(
    config,
    `version: 0.1
storage: {filesystem: {rootdirectory: ${dir}/registry}, delete: {enabled: ${deletes}}}
auth: {htpasswd: {realm: team, path: ${dir}/htpasswd}}
http: {addr: '127.0.0.1:${port}', secret: test}
`,
  );
  registry = spawn(REGISTRY ?? '', ['serve', config], { stdio: 'pipe' });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    registry.stderr?.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('listening on')) resolve();
    });
    registry.once('exit', () => reject(new Error(said)));
  });
}
const endRegistry = () =>
  new Promise<void>((resolve) => {
    if (registry.exitCode !== null || registry.signalCode !== null) resolve();
    else registry.once('exit', () => resolve()).kill('SIGKILL');
  });

const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const write = (body: string) => {
  mkdirSync(installed('invoices', 'scripts'), { recursive: true });
  writeFileSync(installed('invoices', 'SKILL.md'), skillText('invoices', body));
  writeFileSync(installed('invoices', 'scripts', 'go.sh'), '#!/bin/sh\n', { mode: 0o755 });
};
const publish = (version: string, notes = '') =>
  client.repositories.publish({ name: 'team', id: 'invoices', version, notes });
const sync = (name = 'team') => client.repositories.sync({ name });
/** It was published from here and removed: it comes back when it is chosen. */
const take = () => client.repositories.sync({ name: 'team', ids: ['invoices'] });
const add = (name: string, tail = '') =>
  client.repositories.add({ name, address: `oci://team:super-secret@127.0.0.1:${port}/team/invoices${tail}` });

describe.skipIf(REGISTRY === undefined)('an OCI registry (docker-registry)', () => {
  beforeEach(async () => {
    dir = tempFolder();
    await startRegistry();
    ({ client, close } = await openApp(path.join(dir, 'home')));
    await add('team');
  });
  afterEach(async () => {
    await close();
    await endRegistry();
  });

  it('publishes versions, installs the newest, and one that is named by tag or digest', async () => {
    expect((await sync()).repository.fault?.code).toBe('missing');
    write('First.');
    await publish('1.9.0', 'The first. 第一版。');
    await expect(publish('1.9.0')).rejects.toThrow('has a version 1.9.0 already');
    write('Second.');
    await publish('1.10.0');
    const { versions } = await client.repositories.versions({ name: 'team', id: 'invoices' });
    expect(versions).toMatchObject([
      { version: '1.10.0' },
      { version: '1.9.0', notes: 'The first. 第一版。', by: os.userInfo().username },
    ]);

    rmSync(installed('invoices'), { recursive: true });
    const { plan, repository } = await take();
    expect(repository.skills).toMatchObject([{ id: 'invoices', version: '1.10.0', standing: 'removed' }]);
    await client.repositories.take({ planId: plan?.planId ?? '' });
    expect(readFileSync(installed('invoices', 'SKILL.md'), 'utf8')).toContain('Second.');
    expect(statSync(installed('invoices', 'scripts', 'go.sh')).mode & 0o111).not.toBe(0);
    expect((await sync()).plan).toBeNull();

    await add('pinned', ':1.9.0');
    expect((await sync('pinned')).plan?.skills[0]?.replaces?.changed[0]?.diff).toContain('-Second.\n+First.');
    const manifest = await fetch(`http://127.0.0.1:${port}/v2/team/invoices/manifests/1.9.0`, {
      headers: {
        accept: 'application/vnd.oci.image.manifest.v1+json',
        authorization: `Basic ${Buffer.from('team:super-secret').toString('base64')}`,
      },
    });
    const text = await manifest.text();
    // The contract's format, for other programs.
    expect(JSON.parse(text)).toMatchObject({
      artifactType: 'application/vnd.agentskills.skill.v1',
      layers: [{ mediaType: 'application/zip' }],
      annotations: { 'org.opencontainers.image.title': 'invoices', 'org.opencontainers.image.version': '1.9.0' },
    });
    await add('exact', `@sha256:${sha256(text)}`);
    expect((await sync('exact')).repository.skills).toMatchObject([{ version: '1.9.0' }]);
  });

  it('takes a version back where the registry deletes, and says where it does not', async () => {
    write('First.');
    await publish('1.0.0');
    write('Second.');
    await publish('1.1.0');
    const unpublish = (version: string) => client.repositories.unpublish({ name: 'team', id: 'invoices', version });
    await unpublish('1.1.0');
    const { versions } = await client.repositories.versions({ name: 'team', id: 'invoices' });
    expect(versions.map(({ version }) => version)).toEqual(['1.0.0']);
    expect((await client.repositories.list({})).repositories[0]?.skills).toMatchObject([{ version: '1.0.0' }]);
    await expect(unpublish('1.1.0')).rejects.toThrow('it has no 1.1.0');
    await endRegistry();
    await startRegistry(false);
    await add('kept');
    await expect(client.repositories.unpublish({ name: 'kept', id: 'invoices', version: '1.0.0' })).rejects.toThrow(
      "versions can't be deleted from this registry",
    );
    expect((await sync('kept')).repository.skills).toMatchObject([{ version: '1.0.0' }]);
  });

  it('refuses a blob that is not what its digest says, a wrong password, and says when it is gone', async () => {
    write('Good.');
    await publish('1.0.0');
    rmSync(installed('invoices'), { recursive: true });
    const blobs = path.join(dir, 'registry/docker/registry/v2/blobs');
    const all = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/data'));
    const archive = all
      .map((name) => path.join(blobs, name))
      .find((file) => readFileSync(file).subarray(0, 2).toString() === 'PK');
    const bytes = readFileSync(archive ?? '');
    writeFileSync(archive ?? '', Buffer.alloc(bytes.length, 'x'));
    const lie = await take();
    expect([lie.plan, lie.repository.fault?.code]).toEqual([null, 'damaged']);
    writeFileSync(archive ?? '', bytes);
    expect((await take()).plan?.skills.map(({ id }) => id)).toEqual(['invoices']);

    await client.repositories.password({ name: 'team', value: 'wrong-password' });
    const wrong = await sync();
    expect([wrong.repository.fault?.code, wrong.repository.skills.length]).toEqual(['sign-in', 1]);
    await endRegistry();
    expect((await sync()).repository.fault?.code).toBe('unreachable');
  });
});
