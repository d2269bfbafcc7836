/** Marketplaces as they are published: plugins, their versions, which of them are taken, and plugins of other repositories. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverOfTest } from '../../../main/lib/test-kit/server-of-test.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { makeRepository, startGitHost } from '../../../main/skills/import/test-kit/git-server.ts';
import { type Client, openApp, skillText } from './test-kit/client.ts';

let dir: string;
let client: Client;
let close: () => Promise<void>;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dir = tempFolder();
  ({ client, close } = await openApp(path.join(dir, 'home')));
});
afterEach(async () => {
  await close();
  for (const end of closing.splice(0)) await end();
});
const MANIFEST = '.claude-plugin/marketplace.json';
const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const files = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  'skills/pdf/SKILL.md': skillText('pdf', 'PDF.'),
  'skills/xlsx/SKILL.md': skillText('xlsx', 'XLSX.'),
  'skills/alone/SKILL.md': skillText('alone', 'Alone.'),
  'plugins/desk/skills/triage/SKILL.md': skillText('triage', 'Triage.'),
  'plugins/desk/.claude-plugin/plugin.json': JSON.stringify({ name: 'desk', version: '2.1.0' }),
  ...more,
});
/** Format of `anthropics/skills`: one folder of skills, cut into plugins. */
const market = (...more: readonly object[]) =>
  JSON.stringify({
    name: 'team',
    owner: { name: 'Team' },
    plugins: [
      { name: 'documents', source: './', strict: false, version: '1.4.0', skills: ['./skills/pdf', './skills/xlsx'] },
      { name: 'desk', source: './plugins/desk' },
      ...more,
    ],
  });
function write(all: Readonly<Record<string, string>>): string {
  const place = path.join(dir, 'market');
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
  return place;
}
async function served(all: Readonly<Record<string, string>>): Promise<string> {
  const repository = await makeRepository(path.join(dir, `repo${closing.length}.git`));
  const host = await startGitHost(repository);
  closing.push(() => host.close());
  await repository.commit(all);
  return `${host.url}/owner/repo`;
}
const shown = async (name: string) =>
  (await client.repositories.check({ name })).skills.map(({ id, plugin, version }) => [id, plugin, version]).sort();

it('names plugins whose folder is missing, and takes the others', async () => {
  const more = [
    { name: 'gone', source: './plugins/gone' },
    { name: 'half', source: './plugins/desk', skills: ['./skills/nope'] },
    { name: 'commands', source: './plugins/commands' },
  ];
  const all = files({ [MANIFEST]: market(...more), 'plugins/commands/commands/x.md': 'x' });
  const left = [
    ['gone', 'The folder "plugins/gone" of the plugin "gone" is missing.'],
    ['half', 'The folder "plugins/desk/skills/nope" of the plugin "half" is missing.'],
  ];
  for (const [name, address] of [['folder', write(all)] as const, ['git', await served(all)] as const]) {
    await client.repositories.add({ name, address });
    const { broken, skills } = await client.repositories.check({ name });
    expect(broken.map(({ where, reason }) => [where, reason])).toEqual(left);
    expect(skills).toHaveLength(4);
    await client.repositories.add({ name: `${name}-desk`, address, plugins: ['desk'] });
    expect((await client.repositories.check({ name: `${name}-desk` })).broken).toEqual([]);
    const plan = await client.skills.inspectImport({ source: { kind: 'address', address } });
    expect(plan.broken.map(({ reason }) => reason)).toEqual(left.map(([, reason]) => reason));
    expect(plan.skills).toHaveLength(4);
  }
});

it('says of each skill which plugin it is in, and takes the plugins that were chosen', async () => {
  const place = write(files({ [MANIFEST]: market() }));
  await client.repositories.add({ name: 'all', address: place });
  const inPlugins = [
    ['pdf', 'documents', '1.4.0'],
    ['triage', 'desk', '2.1.0'],
    ['xlsx', 'documents', '1.4.0'],
  ];
  expect(await shown('all')).toEqual([['alone', undefined, undefined], ...inPlugins]);
  await client.repositories.add({ name: 'desk', address: place, plugins: ['desk'] });
  expect(await shown('desk')).toEqual([['triage', 'desk', '2.1.0']]);
  // The same over Git, and with the plugin's folder alone.
  const address = await served(files({ [MANIFEST]: market() }));
  await client.repositories.add({ name: 'git', address, plugins: ['documents'] });
  expect(await shown('git')).toEqual([inPlugins[0], inPlugins[2]]);
  const { plan } = await client.repositories.sync({ name: 'git' });
  await client.repositories.take({ planId: plan?.planId ?? '' });
  expect(readFileSync(installed('pdf/SKILL.md'), 'utf8')).toContain('PDF.');
  await client.repositories.add({ name: 'one', address, path: 'plugins/desk' });
  expect(await shown('one')).toEqual([['triage', 'desk', '2.1.0']]);
});

it('fetches plugins of other repositories, and says of each that cannot be had why', async () => {
  const other = await served({ 'tools/skills/lint/SKILL.md': skillText('lint', 'Lint.') });
  const place = write(
    files({
      [MANIFEST]: market(
        { name: 'lint', version: '3.0.0', source: { source: 'git-subdir', url: other, path: 'tools' } },
        { name: 'gone', source: { source: 'url', url: 'http://127.0.0.1:1/gone.git' } },
        { name: 'package', source: { source: 'npm', package: 'x' } },
        { name: 'out', source: '../../etc' },
        { name: 'ssh', source: { source: 'url', url: 'ssh://git@127.0.0.1/x' } },
        { version: '1' },
      ),
    }),
  );
  await client.repositories.add({ name: 'all', address: place });
  const { plan, repository } = await client.repositories.sync({ name: 'all', ids: ['lint', 'pdf'] });
  expect(repository.skills.find(({ id }) => id === 'lint')).toMatchObject({ plugin: 'lint', version: '3.0.0' });
  expect(repository.broken.map(({ where }) => where).sort()).toEqual(['gone', 'out', 'package', 'plugins[7]', 'ssh']);
  await client.repositories.take({ planId: plan?.planId ?? '' });
  expect(readFileSync(installed('lint/SKILL.md'), 'utf8')).toContain('Lint.');
});

it('reads a marketplace by the address of its file, and none that is something else', async () => {
  const other = await served({ 'skills/lint/SKILL.md': skillText('lint', 'Lint.') });
  let text = market({ name: 'lint', source: { source: 'url', url: other } });
  const address = `${await serverOfTest((_request, response) => response.end(text))}/marketplace.json`;
  await client.repositories.add({ name: 'web', address });
  expect(await shown('web')).toEqual([['lint', 'lint', undefined]]);
  const { broken } = await client.repositories.check({ name: 'web' });
  expect(broken.map(({ where }) => where).sort()).toEqual(['desk', 'documents']);
  text = '<html>';
  expect((await client.repositories.check({ name: 'web' })).fault?.code).toBe('damaged');
});
