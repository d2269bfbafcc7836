import { expect, it } from 'vitest';
import { readSkillFields } from './fields.ts';
import {
  type Machine,
  requirementsOf,
  serversNeeded,
  skillsNeeded,
  takesSecret,
  thisMachine,
  unmetBy,
  unmetText,
} from './requirements.ts';
import type { SkillSummary } from './types.ts';

it('names the skills that it builds on, of dependencies only those that are skills', () => {
  const of = (yaml: string) => {
    const read = readSkillFields(`name: a\ndescription: b\n${yaml}`, 2);
    const metadata = read.kind === 'ok' ? read.fields.metadata : {};
    return [skillsNeeded({ id: 'a', metadata }, (id) => id === 'mail'), read.findings];
  };
  expect(of('requires:\n  skills: [pdf, mail, a]')).toEqual([['pdf', 'mail'], []]);
  expect(of('metadata:\n  requires-skills: pdf, mail')).toEqual([['pdf', 'mail'], []]);
  expect(of('dependencies: [mail, pandas]')).toEqual([['mail'], []]);
  expect(of('dependencies: python>=3.8, mail')).toEqual([['mail'], []]);
  expect(of('metadata:\n  dependencies: [mail]')).toEqual([['mail'], []]);
  expect(of('dependencies: {python: [mail]}')).toEqual([[], []]);
  expect(of('requires: [{skills: mail}]\ndependencies: [mail]')).toEqual([['mail'], []]);
});

const needs = (metadata: Record<string, string>, ...allowedTools: string[]) =>
  serversNeeded({ metadata, allowedTools });

it.each([
  [
    'metadata.mcp',
    needs({ mcp: 'calendar, my mail' }),
    [
      ['calendar', ['*']],
      ['my mail', ['*']],
    ],
  ],
  ['requires: mcp', needs({ requires: '{"mcp":["rube"]}' }), [['rube', ['*']]]],
  ['requires-mcp', needs({ 'requires-mcp': 'calendar' }), [['calendar', ['*']]]],
  [
    'a tool',
    needs({}, 'Read', 'mcp__mail__send', 'mcp__mail__list_*'),
    [['mail', ['mcp__mail__send', 'mcp__mail__list_*']]],
  ],
  ['a whole server', needs({}, 'mcp__mail'), [['mail', ['*']]]],
  ['both', needs({ mcp: 'mail' }, 'mcp__mail__*'), [['mail', ['mcp__mail__*']]]],
  ['none', needs({ network: 'a.example' }, 'Bash(git:*)'), []],
])('reads %s', (_what, found, expected) => expect(found.map(({ server, tools }) => [server, tools])).toEqual(expected));

/** A skill with this front matter besides its name and description. */
function skill(yaml: string): SkillSummary {
  const read = readSkillFields(`name: x\ndescription: Does x.\n${yaml}`, 1);
  if (read.kind === 'broken') throw new Error('The front matter is broken');
  return { ...read.fields, id: 'x', source: 'user', root: '/s', dir: '/s/x', file: '/s/x/SKILL.md' };
}

const bare: Machine = { platform: 'linux', hasProgram: () => false, hasVariable: () => false };

it.each([
  ['metadata: {requires-programs: "ffmpeg, jq"}', { programs: ['ffmpeg', 'jq'] }],
  [
    'metadata:\n  requires_bins: [ffmpeg]\n  requires-env: "A_KEY B_KEY"',
    { programs: ['ffmpeg'], variables: ['A_KEY', 'B_KEY'] },
  ],
  ['metadata: {optional-env: "SHOP_TOKEN, GUEST_* *X 1Y"}', { optional: ['SHOP_TOKEN', 'GUEST_*'] }],
  ['metadata: {requires-os: "macOS, Windows"}', { systems: ['darwin', 'win32'] }],
  ['metadata: {platform: Claude Code, os: linux}', { systems: ['linux'] }],
  [
    'metadata: {"openclaw":{"emoji":"x","requires":{"bins":["a"],"anyBins":["b","c"],"env":["K"],"config":["~/.x"]},"os":["darwin"]}}',
    { programs: ['a'], anyPrograms: [['b', 'c']], variables: ['K'], systems: ['darwin'] },
  ],
  ['metadata:\n  clawdbot:\n    requires:\n      bins:\n        - a\n', { programs: ['a'] }],
  ['requires:\n  bins: [powershell]', { programs: ['powershell'] }],
  ['requires: {bins: [a]}\nmetadata: {requires: {bins: [b]}}', { programs: ['b'] }],
  ['metadata: {"requires":{"bins":["powershell"],"files":["a.ps1"]}}', { programs: ['powershell'] }],
  [`metadata:\n  requires: '{"bins":["a"],"env":"K"}'`, { programs: ['a'], variables: ['K'] }],
  ['compatibility: Requires git, docker, jq, and access to the internet', { perhaps: ['git', 'docker', 'jq'] }],
  // A name is a whole one: these name no ffmpeg and no make.
  ['compatibility: needs soffice', { perhaps: ['soffice'] }],
  ['compatibility: Requires git and ffmpeg-nope', { perhaps: ['git'] }],
  ['compatibility: Requires ffmpeg-python, cmake/make, scope/jq, git.', { perhaps: ['git'] }],
  ['compatibility: "Requires (git), `jq`"', { perhaps: ['git', 'jq'] }],
  ['compatibility: Needs docker or podman. Designed for git hosts.', {}],
  // Invalid names of programs and variables are skipped.
  ['metadata: {requires-programs: "../x; rm -rf", requires-env: "A-B", requires: "{bad json"}', { programs: ['rm'] }],
  ['metadata: {__proto__: {requires: {bins: [a]}}}', { programs: ['a'] }],
])('%s', (yaml, wanted) => {
  const none = { programs: [], anyPrograms: [], variables: [], optional: [], systems: [], perhaps: [] };
  expect(requirementsOf(skill(yaml))).toEqual({ ...none, ...wanted });
});

it('reports what the machine lacks with what to do; a lack only from text is not certain', () => {
  const all = skill(
    'compatibility: Requires docker\nmetadata: {"openclaw":{"requires":{"bins":["a"],"anyBins":["b","c"],"env":["K"]},"os":["darwin"]}}',
  );
  expect(
    unmetBy(all, { ...bare, hasProgram: (name) => name === 'c' }).map(({ kind, names, certain }) => [
      kind,
      names.join(),
      certain,
    ]),
  ).toEqual([
    ['system', 'darwin', true],
    ['program', 'a', true],
    ['variable', 'K', true],
    ['program', 'docker', false],
  ]);
  expect(unmetBy(all, bare).map((unmet) => unmetText(unmet, 'mail'))).toEqual([
    expect.stringMatching(/^The skill is made for macOS, and this computer runs /),
    "The skill needs the program a, which isn't installed. Install it.",
    "The skill needs the program b / c, which isn't installed. Install it.",
    "The skill needs the secret K, which isn't set. Enter it on the skill's page, or run: skilldeck secrets set mail K.",
    "The skill's compatibility note mentions docker, which isn't installed.",
  ]);
  const full: Machine = { platform: 'darwin', hasProgram: () => true, hasVariable: () => true };
  expect(unmetBy(all, full)).toEqual([]);
});

it('knows this machine’s PATH and environment, and what Skilldeck brings', () => {
  const machine = thisMachine((name, { id }) => name === 'SET' && id === 'a', { PATH: process.env.PATH, UNSET: 'x' });
  expect(['sh', 'no-such-program-9', 'python3'].map((name) => machine.hasProgram(name))).toEqual([true, false, true]);
  expect(thisMachine(undefined, { PATH: '' }).hasProgram('node')).toBe(true);
  // A variable set on the machine reaches no script.
  const asks = (id: string): SkillSummary => ({ ...skill('metadata: {requires-env: "SET UNSET"}'), id });
  expect(unmetBy(asks('a'), machine).map(({ names }) => names)).toEqual([['UNSET']]);
  expect(unmetBy(asks('b'), machine).map(({ names }) => names)).toEqual([['SET'], ['UNSET']]);
});

it('knows the secrets that a skill takes, by name and by the beginning of a name', () => {
  const requirements = requirementsOf(skill('metadata: {requires-env: KEY, optional-env: "SHOP GUEST_*"}'));
  expect(['KEY', 'SHOP', 'GUEST_ADA', 'SHOP_2', 'GUEST'].map((name) => takesSecret(requirements, name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(unmetBy(skill('metadata: {optional-env: SHOP}'), bare)).toEqual([]);
});
