/** `repos add` and `repos sync` of a site's own index, over HTTP. */
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { serverOfTest } from '../../lib/test-kit/server-of-test.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { sha256 } from '../../lib/text.ts';
import { skilldeck as run } from './test-kit/command-line.ts';

let dir: string;
let url: string;
let served: Record<string, string>;
let asked: string[];
beforeEach(async () => {
  dir = tempFolder();
  served = {};
  asked = [];
  url = await serverOfTest((request, response) => {
    const place = request.url ?? '';
    asked.push(place);
    const body = served[place];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
});
const skilldeck = (...args: readonly string[]) => run([...args, '--home', path.join(dir, 'home')]);
const text = (name: string) => `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n\nDo it.\n`;

/** @param digests those of its skills; null for none. */
function site(digests: Readonly<Record<string, string | null>>, below = '/.well-known/agent-skills'): void {
  const skills = Object.entries(digests).map(([name, digest]) => {
    served[`${below}/${name}.md`] = text(name);
    const entry = { name, description: `Does ${name}.`, type: 'skill-md', url: `${name}.md` };
    return digest === null ? entry : { ...entry, digest: `sha256:${sha256(digest)}` };
  });
  served[`${below}/index.json`] = JSON.stringify({ version: '0.2.0', skills });
}
const good = (name: string) => ({ [name]: text(name) });
const sync = async (...more: readonly string[]) => {
  const { status, out, err } = await skilldeck('repos', 'sync', 'w', '--yes', ...more);
  return { status, out, err };
};

it('says of each entry why it was left out, and fails where nothing could be installed', async () => {
  site({ bare: null });
  await skilldeck('repos', 'add', `${url}/.well-known/agent-skills`, '--name', 'w');
  const nothing = await sync();
  expect([nothing.status, nothing.err]).toEqual([
    1,
    expect.stringMatching(
      /^w: left out bare\. Its entry lacks [^\n]*digests[^\n]*\nw: nothing could be installed\.\n$/,
    ),
  ]);
  site({});
  expect(await sync()).toMatchObject({ status: 1, err: 'w: nothing could be installed.\n' });
  site({ ...good('one'), bare: null, lie: 'other', ...good('two') });
  const some = await sync('--json');
  expect(some.status).toBe(0);
  const [only] = JSON.parse(some.out).repositories;
  expect(only).toMatchObject({ name: 'w', fault: null });
  expect(only.installed.map(({ id }: { id: string }) => id)).toEqual(['one', 'two']);
  expect(only.leftOut.map(({ where }: { where: string }) => where)).toEqual(['bare', 'lie']);
  const again = await sync();
  expect([again.status, again.err]).toEqual([
    0,
    expect.stringMatching(/^w: left out bare\..*\nw: left out lie\. .*SHA-256.*\nw: already up to date\.\n$/),
  ]);
  // Both are corrected.
  site({ ...good('one'), ...good('bare'), ...good('lie'), ...good('two') });
  const last = await sync('--json');
  expect([last.status, JSON.parse(last.out).repositories[0].leftOut]).toEqual([0, []]);
  const { out } = await skilldeck('skills', 'list', '--json');
  for (const name of ['one', 'two', 'bare', 'lie']) expect(out).toContain(`"${name}"`);
});

it.each([
  ['/.well-known/agent-skills', ''],
  ['/.well-known/skills', '/'],
  ['/team/.well-known/agent-skills', '/team'],
])('finds the index %s by the address of the site', async (below, given) => {
  site(good('one'), below);
  expect((await skilldeck('repos', 'add', `${url}${given}`, '--name', 'w')).status).toBe(0);
  const { status, err } = await sync();
  expect([status, err.includes('one')]).toEqual([0, true]);
  expect(asked[0]).toContain('/info/refs');
});

it('says that no repository was found after both were asked for', async () => {
  const { status, err } = await skilldeck('repos', 'add', `${url}/team`, '--name', 'w');
  expect([status, err]).toEqual([1, expect.stringMatching(/^Not added: .*(?:not|n’t|n't) .*found/)]);
  expect((await skilldeck('repos', 'list', '--json')).out).toContain('"repositories": []');
  expect(asked.filter((place) => place.endsWith('index.json'))).toEqual([
    '/team/.well-known/agent-skills/index.json',
    '/team/.well-known/skills/index.json',
  ]);
  expect(asked.every((place) => place.startsWith('/team'))).toBe(true);
});

it('looks at once when one is added, and with --auto installs', async () => {
  site({ ...good('one'), ...good('two') });
  const address = `${url}/.well-known/agent-skills`;
  const added = await skilldeck('repos', 'add', address, '--name', 'w');
  expect([added.status, added.err]).toEqual([0, 'Added w.\nIt has one, two. To install: skilldeck repos sync w\n']);
  await skilldeck('repos', 'remove', 'w');
  const auto = await skilldeck('repos', 'add', address, '--name', 'w', '--auto', '--json');
  expect([auto.status, JSON.parse(auto.out)]).toMatchObject([0, { name: 'w', skills: ['one', 'two'], fault: null }]);
  expect((await skilldeck('skills', 'list', '--json')).out).toContain('"one"');
  const gone = await skilldeck('skills', 'import', 'http://127.0.0.1:9/a.zip', '--yes');
  expect([gone.status, gone.err]).toEqual([1, expect.stringMatching(/^127\.0\.0\.1:9 can't be reached/)]);
});
