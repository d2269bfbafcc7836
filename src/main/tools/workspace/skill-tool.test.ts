import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startToolSession, type ToolSession } from '../test-kit/tool-session.ts';
import { flagsOf } from './skill-run.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SKILL = (name: string, metadata = ''): string =>
  `---\nname: ${name}\ndescription: The ${name} skill.\n${metadata}---\nBody\n`;
const ECHO = `#!/bin/bash\necho "$SKILL_NAME in $(basename "$PWD"):" "$@"\n`;
const FLIGHTS = `
- name: search_flights
  description: Searches flights. By airport.
  script: scripts/search.sh
  parameters:
    type: object
    properties:
      from: {type: string, description: "Airport, such as PEK"}
      adults: {type: integer, minimum: 1}
      direct: {type: boolean}
      note: {}
      via: {type: array, items: {type: string}}
    required: [from]
- {name: book, description: Books one., script: scripts/book.sh, pass: json}
- {name: fail, description: Fails., script: scripts/fail.sh}
`;
const BOOK = `echo '{"kind":"quote","total":1}' > "$RUN_DIR/card.json"; echo "$# $1"; cat "$1"\n`;
const SHARED = 'tools: [{name: clock, description: What time it is., script: scripts/clock.sh}]\n';

let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {
      'fly/SKILL.md': SKILL('fly', 'metadata:\n  confirm: scripts/book.sh\n  confirm-preview: --quote\n'),
      'fly/tools.yaml': FLIGHTS,
      'fly/scripts/search.sh': ECHO,
      'fly/scripts/book.sh': BOOK,
      'fly/scripts/fail.sh': 'echo half; echo why >&2; exit 3\n',
      'a/SKILL.md': SKILL('a'),
      'a/Tools.YML': SHARED,
      'a/scripts/clock.sh': ECHO,
      'b/SKILL.md': SKILL('b'),
      'b/tools.yaml': SHARED,
      'b/scripts/clock.sh': ECHO,
    },
    user: {
      'own/SKILL.md': SKILL('own'),
      'own/tools.yaml': 'tools:\n  - {name: mine, description: Own., script: x.sh}\n',
      'own/x.sh': ECHO,
    },
  });
});
afterAll(() => session.remove());

const call = async (name: string, args: unknown = {}): Promise<string> =>
  (await session.call(name, args)).result?.content ?? '';

// Rules: 004.6
it('exists as long as its skill is loaded, and names the skill that would bring it', async () => {
  const before =
    'There is no tool "search_flights" now. Skill \'fly\' would bring it: load it first, then call the tool.';
  expect(await call('search_flights', { from: 'PEK' })).toContain(before);
  await call('load_skill', { name: 'fly' });
  const args = { from: 'PEK', adults: 2, direct: true, via: ['HKG', "it's $HOME"], note: null };
  expect(await call('search_flights', args)).toBe(
    "fly in fly: --from PEK --adults 2 --direct --via HKG --via it's $HOME",
  );
  expect(
    session
      .events()
      .map(({ type }) => type)
      .filter((type) => type.startsWith('script-')),
  ).toEqual(['script-started', 'script-finished']);
  await call('unload_skill', { name: 'fly' });
  expect(await call('search_flights', { from: 'PEK' })).toContain(before);
});

it('checks the arguments against the schema, and names the field', async () => {
  await call('load_skill', { name: 'fly' });
  const bad = await call('search_flights', { adults: 1.5 });
  expect(bad).toMatch(
    /^Bad arguments for search_flights: "from" is missing; "adults": .*int.*\. Its fields:\n- from \(string, required\): Airport, such as PEK/,
  );
  expect(await call('search_flights', '[1]')).toMatch(/they are no JSON object/);
});

it('returns the output; for a failure also the errors and the status', async () => {
  await call('load_skill', { name: 'fly' });
  const { result } = await session.call('fail', {});
  expect(result).toEqual({ ok: false, content: 'half\nwhy\n[exit status 3]' });
});

it('with pass: json gives the script one file, shows it in the approval, and returns the card', async () => {
  await call('load_skill', { name: 'fly' });
  const args = { name: 'Ann', seats: [1, 2] };
  const { need, result } = await session.call('book', args, { decide: 'once', mode: 'auto' });
  expect(need).toMatchObject({
    kind: 'ask',
    detail: {
      needsPerson: true,
      facts: { arguments: '{"name":"Ann","seats":[1,2]}' },
      preview: { kind: 'quote' },
    },
  });
  const file = /^1 (.*)$/m.exec(result?.content ?? '')?.[1] ?? '';
  expect(path.dirname(path.dirname(file))).toBe(path.join(session.workspace, 'runs'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(args);
  expect(result).toMatchObject({ ok: true, data: { kind: 'quote', total: 1 } });
});

// Rules: 004.18
it('keeps a tool until the last of several skills is unloaded, in the scope of the first one left', async () => {
  await call('load_skill', { name: 'a' });
  await call('load_skill', { name: 'b' });
  expect(await call('clock')).toBe('a in a:');
  await call('unload_skill', { name: 'a' });
  expect(await call('clock')).toBe('b in b:');
  await call('unload_skill', { name: 'b' });
  expect(await call('clock')).toContain("Skill 'a' and Skill 'b' would bring it: load one of them first");
});

it('asks before a script that is not bundled, and runs nothing from outside the skill’s folder', async () => {
  await call('load_skill', { name: 'own' });
  const { need } = await session.call('mine', {}, { decide: 'denied' });
  expect(need).toMatchObject({
    kind: 'ask',
    action: 'run-script',
    detail: { skill: 'own', script: 'x.sh', facts: { thirdParty: true, sandbox: 'none', offers: ['once'] } },
  });
  expect((await session.call('mine', {}, { mode: 'never' })).need).toMatchObject({ kind: 'refused' });
  const script = path.join(session.home, 'user/own/x.sh');
  rmSync(script);
  symlinkSync('/bin/true', script);
  expect(await call('mine')).toContain("its script x.sh is not in the folder of skill 'own' any more");
});

it('keeps every word of a value separate', () => {
  expect(flagsOf({ n: -5, dashed: '--quote', o: { k: 1 }, off: false, empty: '', list: [true, false, 'x'] })).toEqual([
    '--n',
    '-5',
    '--dashed=--quote',
    '--o',
    '{"k":1}',
    '--empty',
    '',
    '--list',
    '--list',
    'x',
  ]);
});

it('names an undeclared argument, and runs nothing', async () => {
  await session.call('load_skill', { name: 'fly' });
  const before = session.events().length;
  expect(await call('search_flights', { from: 'PEK', direkt: true })).toContain(
    'Bad arguments for search_flights: there is no field "direkt"; nothing was done. Its fields:',
  );
  expect(
    session
      .events()
      .slice(before)
      .map(({ type }) => type),
  ).not.toContain('script-started');
});
