/** Repositories by commands: a team's folder, an update, a script without a person. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { skilldeck } from './test-kit/command-line.ts';

let dir: string;
const at = (...parts: readonly string[]) => path.join(dir, ...parts);
const repos = (...args: readonly string[]) => skilldeck(['repos', ...args, '--home', at('home')]);
function write(id: string, body: string): void {
  mkdirSync(at('team', id), { recursive: true });
  writeFileSync(at('team', id, 'SKILL.md'), `---\nname: ${id}\ndescription: Does ${id}. 需要时使用。\n---\n${body}\n`);
}
const installed = (id: string) => readFileSync(at('home/environments/default/skills', id, 'SKILL.md'), 'utf8');

beforeEach(() => {
  dir = tempFolder();
  write('invoices', 'Old.');
});

it('adds a folder, shows what it has, installs it with --yes, and finds it', async () => {
  expect((await repos('list')).out).toMatch(/^No repositories\. /);
  const added = await repos('add', at('team'));
  expect([added.status, added.out, added.err]).toEqual([
    0,
    '',
    'Added team.\nIt has invoices. To install: skilldeck repos sync team\n',
  ]);
  // No one is there to approve.
  const shown = await repos('sync');
  expect([shown.status, shown.out.includes('Does invoices.')]).toEqual([5, true]);
  expect((await repos('search', 'invoices')).out).toMatch(/invoices\s+team\s+\d+\s+new\s+Does invoices\./);

  expect((await repos('sync', '--yes')).status).toBe(0);
  expect(installed('invoices')).toContain('Old.');
  expect((await repos('sync')).err).toBe('team: already up to date.\n');
  write('invoices', 'New.');
  const update = await repos('sync', 'team', '--yes', '--json');
  const { repositories } = JSON.parse(update.out);
  expect(repositories[0]).toMatchObject({ name: 'team', fault: null, installed: [{ id: 'invoices' }] });
  expect(repositories[0].plan.skills[0].replaces.changed[0].diff).toContain('-Old.\n+New.\n');
  expect(installed('invoices')).toContain('New.');

  rmSync(at('team'), { recursive: true });
  const gone = await repos('sync');
  expect([gone.status, gone.err]).toEqual([1, expect.stringMatching(/^team: Its address can’t be used: There is no /)]);
  const list = JSON.parse((await repos('list', '--json')).out);
  expect(list.repositories[0].skills).toMatchObject([{ id: 'invoices', standing: 'current' }]);
  expect((await repos('remove', 'team')).err).toBe('Removed team. Its skills stay installed.\n');
  expect(installed('invoices')).toContain('New.');
});

it('refuses what is no address, and a name that is taken', async () => {
  expect(await repos('add', 'gopher://host/x')).toMatchObject({ status: 2 });
  await repos('add', at('team'));
  const again = await repos('add', at('team'), '--name', 'team');
  expect([again.status, again.err]).toEqual([2, expect.stringContaining('There is a repository "team" already.')]);
});

it('tells its own version from that of a skill to publish', async () => {
  await repos('add', at('team'));
  const publish = (...args: readonly string[]) => skilldeck(['skills', 'publish', ...args, '--home', at('home')]);
  const refused = await publish('book-flight', '--to', 'team', '--version', '1.0.0');
  expect([refused.status, refused.out, refused.err]).toEqual([
    2,
    '',
    expect.stringContaining('Nothing can be published to "team": it is read only.'),
  ]);
  expect((await publish('book-flight', '--to', 'team')).err).toContain('--version 1.0.0');
  expect((await repos('versions', 'team', 'invoices')).out).toBe('There are no published versions of invoices.\n');
});
