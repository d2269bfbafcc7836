import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Grant } from '../../../shared/contract/grants.ts';
import type { RunRequest } from '../../runner/run-request.ts';
import { temporaryHome } from '../../runner/test-kit/home.ts';
import { grantsFile } from '../../settings/grants.ts';
import { startToolSession, type ToolSession } from '../test-kit/tool-session.ts';
import { createGrants, type GrantStore } from './grants.ts';

const own = temporaryHome();
const trips = path.join(own.home, 'trips');
const out = path.join(own.home, 'exports');
mkdirSync(trips, { recursive: true });
mkdirSync(out, { recursive: true });

const NEEDS = `metadata:\n  network: "api.example.com, *.example.org"\n  folders: "${trips} (read), ${out} (write), ${os.homedir()}, ${own.home}/none"\n  programs: git\n`;
const SKILL = (name: string, metadata = ''): string => `---\nname: ${name}\ndescription: Does.\n${metadata}---\nBody\n`;

let session: ToolSession;
let kept: Grant[] = [];
const always: GrantStore = {
  list: () => kept,
  add: (grant) => void kept.push(grant),
  remove: (key) => {
    kept = kept.filter((grant) => grant.key !== key);
  },
};
let given: Record<string, string> = {};
let lists = { allow: [] as string[], deny: [] as string[] };
const requests: RunRequest[] = [];

beforeAll(async () => {
  session = await startToolSession({
    bundled: {
      'shop/SKILL.md': SKILL('shop', 'metadata:\n  network-with-secret: "SHOP_TOKEN: shop.example"\n'),
      'shop/x.sh': 'echo "shop $SHOP_LIMIT"',
      'home/SKILL.md': SKILL('home', 'metadata: {network: a.example}\n'),
      'home/x.sh': 'echo home',
    },
    user: { 'far/SKILL.md': SKILL('far', NEEDS), 'far/x.sh': 'echo far' },
    always,
    commandLists: () => lists,
    skillVariables: (_environment, skill) => (skill === 'shop' ? { SHOP_LIMIT: '12 GBP' } : {}),
    secrets: { of: async ({ id }) => (id === 'shop' ? given : {}), values: async () => Object.values(given) },
    // A sandbox by its name: what is asked and what it would be given is looked at here, and it runs as it may.
    around: (runner) => ({
      ...runner,
      sandbox: async () => ({ ...(await runner.sandbox()), kind: 'bubblewrap' }),
      start: (request) => {
        requests.push(request);
        return runner.start(request);
      },
    }),
  });
});
afterAll(() => {
  session.remove();
  own.remove();
});
beforeEach(() => {
  kept = [];
  given = {};
  lists = { allow: [], deny: [] };
  requests.length = 0;
  session.tools.forget('s');
});

const far = () => `bash ${path.join(session.home, 'user/far/x.sh')}`;
const run = (command: string, how: Parameters<ToolSession['call']>[2] = {}) =>
  session.call('run_command', { command }, how);

it('asks for a skill’s needs, grants them to the run, and asks again after the skill changes', async () => {
  const first = await run(far(), { mode: 'auto' });
  const real = realpathSync.native;
  const needs = {
    hosts: ['api.example.com', '*.example.org'],
    reads: [real(trips)],
    writes: [real(out)],
    programs: ['git'],
  };
  expect(first).toMatchObject({
    need: { kind: 'ask', detail: { facts: { network: 'hosts', asked: needs, offers: ['once', 'session', 'always'] } } },
  });
  expect((await run(far(), { decide: 'denied' })).result).toBe(undefined);
  expect(requests).toEqual([]);

  expect((await run(far(), { decide: 'once' })).result?.ok).toBe(true);
  expect(requests[0]).toMatchObject({
    access: { hosts: needs.hosts, programs: ['git'] },
    readable: expect.arrayContaining(needs.reads),
    writable: expect.arrayContaining(needs.writes),
  });
  expect((await run(far())).need?.kind).toBe('ask');

  await run(far(), { decide: 'session' });
  expect((await run(`${far()} again`)).need?.kind).toBe('allowed');
  expect((await run(far(), { mode: 'auto' })).need?.kind).toBe('allowed');
  expect((await run(far(), { mode: 'never' })).need?.kind).toBe('refused');

  await run(`${far()}`, { mode: 'auto' });
  expect(requests.at(-1)?.access).toEqual({ hosts: needs.hosts, programs: ['git'] });
  // Not as one simple command, it is the model's own doing: it gets nothing of what the skill was given.
  await run(`${far()} | cat`, { mode: 'auto' });
  expect(requests.at(-1)?.access).toBe(undefined);

  writeFileSync(path.join(session.home, 'user/far/helper.sh'), 'echo changed');
  expect((await run(far(), { mode: 'auto' })).need?.kind).toBe('ask');
});

it('asks for the needs of a built-in skill too', async () => {
  const home = `bash ${path.join(session.bundledRoot, 'home/x.sh')}`;
  expect((await run(home, { mode: 'never' })).need?.kind).toBe('refused');
  expect((await run(home)).need).toMatchObject({ kind: 'ask', detail: { facts: { thirdParty: false } } });
  await run(home, { decide: 'always' });
  expect(kept).toMatchObject([{ what: 'needs', label: 'a.example', skill: 'home', span: 'always', sessionId: 's' }]);
  expect((await run(home, { mode: 'never' })).need?.kind).toBe('allowed');
});

it('asks for a host only once the skill has the secret that it is for', async () => {
  const shop = `bash ${path.join(session.bundledRoot, 'shop/x.sh')}`;
  expect((await run(shop)).need?.kind).toBe('allowed');
  expect(requests.at(-1)?.access).toBe(undefined);
  given = { OTHER: 'something' };
  expect((await run(shop, { mode: 'never' })).need?.kind).toBe('allowed');

  given = { SHOP_TOKEN: 'shop-token-1' };
  requests.length = 0;
  expect((await run(shop, { mode: 'auto' })).need).toMatchObject({
    kind: 'ask',
    detail: { facts: { asked: { hosts: ['shop.example'] }, secrets: ['SHOP_TOKEN'] } },
  });
  expect((await run(shop, { mode: 'never' })).need?.kind).toBe('refused');
  expect((await run(shop, { decide: 'denied' })).result).toBe(undefined);
  expect(requests).toEqual([]);
  await run(shop, { decide: 'always' });
  expect(requests.at(-1)?.access).toEqual({ hosts: ['shop.example'], programs: [] });
  expect((await run(shop, { mode: 'never' })).need?.kind).toBe('allowed');
});

it('gives the variables that the user set for a skill to that skill’s own scripts alone', async () => {
  const shop = `bash ${path.join(session.bundledRoot, 'shop/x.sh')}`;
  expect((await run(shop)).result?.content).toContain('shop 12 GBP');
  await run(`${shop} | cat`, { mode: 'auto' });
  expect(requests.at(-1)?.env).toEqual({});
  await run(far(), { decide: 'once' });
  expect(requests.at(-1)?.env).toEqual({});
});

it('lists grants, ends them when revoked, and restores them when the revocation is undone', async () => {
  await run(far(), { decide: 'always' });
  await run('echo one', { decide: 'session' });
  const listed = session.tools.grants.list('s');
  expect(listed.map(({ what, label, span }) => [what, label, span])).toEqual(
    expect.arrayContaining([
      ['command', 'echo one', 'session'],
      ['script', 'x.sh', 'always'],
      ['needs', `api.example.com, *.example.org, ${trips}, ${out}, git`, 'always'],
    ]),
  );
  expect(session.tools.grants.list('other')).toHaveLength(2);
  const key = listed.find(({ what }) => what === 'command')?.key ?? '';
  expect(session.tools.grants.withdraw(key)).toMatchObject({ key, sessionId: 's' });
  expect(session.tools.grants.withdraw(key)).toBe(undefined);
  expect((await run('echo one')).need?.kind).toBe('ask');
  expect(session.tools.grants.restore(key)).toMatchObject({ key });
  expect((await run('echo one')).need?.kind).toBe('allowed');
  for (const grant of session.tools.grants.list()) session.tools.grants.withdraw(grant.key);
  expect([kept, (await run(far())).need?.kind]).toEqual([[], 'ask']);
});

it('keeps session grants across a restart, for that session only, until it is deleted', async () => {
  const parts = { ofSessions: grantsFile(own.home, 'session') };
  const before = createGrants(parts);
  for (const id of ['s', 'other']) before.of(id).remember({ key: 'command:x', what: 'command', label: 'x' }, 'session');
  const after = createGrants(parts);
  expect(['s', 'other', 'third'].map((id) => after.of(id).has('command:x'))).toEqual([true, true, false]);
  after.forget('other');
  expect(createGrants(parts).list()).toMatchObject([{ key: 'command:x', span: 'session', sessionId: 's' }]);
  after.withdraw('command:x');
  expect(createGrants(parts).of('s').has('command:x')).toBe(false);
});

it('applies the user’s lists: deny before everything, allow only for what would ask', async () => {
  lists = { allow: ['echo', 'bash'], deny: ['curl'] };
  expect((await run('echo one')).need?.kind).toBe('allowed');
  expect((await run('echo one', { mode: 'never' })).need?.kind).toBe('refused');
  for (const mode of ['ask', 'auto'] as const) {
    expect((await run('echo $(curl x)', { mode })).need).toEqual({
      kind: 'refused',
      message: expect.stringContaining('refuses "curl" (commands.deny'),
      refusal: { code: 'listed', figures: { rule: '"curl"' } },
    });
    expect((await run('$X', { mode })).need?.kind).toBe('ask');
  }
  // A need with its own approval is still asked for.
  expect((await run(far())).need).toMatchObject({ kind: 'ask', detail: { facts: { asked: { programs: ['git'] } } } });
  lists = { allow: [], deny: ['bash'] };
  expect((await run(`bash ${path.join(session.bundledRoot, 'home/x.sh')}`)).need?.kind).toBe('refused');
});
