import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { chooseInterpreters } from '../../runner/interpreters.ts';
import { parseWholeSkill } from '../../skills/skill-file.ts';
import { skillSummary } from '../../skills/test-kit/skill-summary.ts';
import { answerFor, judgeCommand } from './approval-policy.ts';

const root = tempFolder();
const dir = path.join(root, 'shop');
mkdirSync(path.join(dir, 'scripts'), { recursive: true });
for (const name of ['pay', 'cancel', 'list']) writeFileSync(path.join(dir, `scripts/${name}.py`), `# ${name}`);

/** The commands that `--approve auto` does not run unasked, of a skill with these lines of front matter. */
function asked(yaml: string): { readonly asks: string; readonly unread: boolean } {
  const skill = parseWholeSkill(
    Buffer.from(`---\nname: shop\ndescription: 'Sells. Please confirm: ask.'\n${yaml}\n---\nBody\n`),
  );
  if (!('head' in skill)) throw new Error(skill.message);
  const { fields, findings } = skill.head;
  const summary = { ...skillSummary(dir, 'user'), ...fields };
  const around = {
    interpreters: chooseInterpreters({ python3: '/usr/bin/python3', bash: '/bin/bash' }, 'linux', false),
    skills: [summary],
    bundledRoot: path.join(root, 'bundled'),
    workspaceRoot: root,
    variables: {},
    platform: 'linux',
  } as const;
  const judge = (command: string) => judgeCommand({ command, cwd: root, env: {} }, around);
  const answer = (command: string) => answerFor(judge(command), 'auto', () => false, true);
  const run = `python3 ${dir}/scripts`;
  const commands = {
    pay: `${run}/pay.py 1`,
    cancel: `${run}/cancel.py 1`,
    all: `${run}/cancel.py --all`,
    list: `${run}/list.py`,
  };
  expect(answer('ls -la')).toBe('allowed');
  const asks = Object.entries(commands).filter(
    ([, command]) => judge(command).kind === 'confirm' && answer(command) === 'ask-person',
  );
  for (const [name] of asks.filter(([name]) => name === 'pay' || name === 'list'))
    expect(answer(`sh -c "cd ${dir} && python3 scripts/${name}.py"`)).toBe('ask-person');
  return { asks: asks.map(([name]) => name).join(' '), unread: findings.some(({ rule }) => rule === 'confirm-unread') };
}

const EVERY = 'pay cancel all list';
const PAY = 'scripts/pay.py';

it.each<[yaml: string, asks: string]>([
  ['tags: none', ''],
  [`metadata: {confirm: ${PAY}}`, 'pay'],
  [`metadata: {Confirm: ${PAY}}`, 'pay'],
  [`metadata: {CONFIRM: [${PAY}]}`, 'pay'],
  [`confirm: ${PAY}`, 'pay'],
  [`Confirm: [${PAY}, scripts/cancel.py --all]`, 'pay all'],
  [`metadata:\n  skilldeck:\n    confirm: ${PAY}`, 'pay'],
  [`skilldeck: {confirm: ${PAY}}`, 'pay'],
  [`metadata: {skilldeck.confirm: ${PAY}}`, 'pay'],
  [`metadata: {skilldeck: {scripts: {confirm: [${PAY}]}}}`, 'pay'],
  [`metadata:\n  - confirm: ${PAY}`, 'pay'],
  [`metadata: {confirm: "${PAY}, scripts/cancel.py"}`, 'pay cancel all'],
  [`metadata: {confirm: "${PAY} scripts/cancel.py"}`, 'pay cancel all'],
  [`metadata: {confirm: "${PAY}; ./scripts/cancel.py --all"}`, 'pay all'],
  [`metadata: {confirm: "${PAY}，scripts\\\\cancel.py"}`, 'pay cancel all'],
  [`metadata:\n  confirm: |\n    - ${PAY}\n    - scripts/cancel.py`, 'pay cancel all'],
  [`metadata: {confirm: "['${PAY}']"}`, 'pay'],
  [`metadata: {confirm: "${PAY} always"}`, 'pay'],
  [`metadata: {confirm: "${PAY} for every order"}`, 'pay'],
  [`metadata: {confirm: "scripts/cancel.py --all --force"}`, 'cancel all'],
  [`metadata:\n  confirm:\n    ${PAY}: true\n    scripts/cancel.py: --all\n    scripts/list.py: false`, 'pay all'],
  [`metadata:\n  confirm:\n    scripts: [${PAY}]`, 'pay'],
  [`metadata:\n  confirm:\n    - {script: ${PAY}}\n    - {script: scripts/cancel.py, argument: --all}`, 'pay all'],
  [`metadata: {requires-confirmation: ${PAY}}`, 'pay'],
  [`metadata: {needs_approval: ${PAY}}`, 'pay'],
  [`metadata: {askBefore: ${PAY}}`, 'pay'],
  [`metadata: {confrim: ${PAY}}`, 'pay'],
  [`metadata: {comfirm: ${PAY}}`, 'pay'],
  [`metadata:\n\tconfirm: ${PAY}`, 'pay'],
  [`metadata: {确认: ${PAY}}`, 'pay'],
  [`confirm: ${PAY}\nmetadata: {confirm: scripts/cancel.py}`, 'pay cancel all'],
  ['metadata: {confirm: true}', EVERY],
  ['confirm: yes', EVERY],
  ['metadata: {confirm: "*"}', EVERY],
  ['requires-approval: always', EVERY],
  ['metadata: {confirm: false}', ''],
  ['metadata: {confirm: []}', ''],
  ['metadata: {confirm-preview: "--quote", config: a, conform-to: b}', ''],
  [`metadata: {confirm: pay.py}`, EVERY],
  [`metadata: {confirm: "${PAY}, scripts/gone.py"}`, EVERY],
  ['metadata: {confirm: Ask the person first}', EVERY],
  ['metadata: {confirm: scripts/*.py}', EVERY],
])('%s: asks for %s', (yaml, asks) => {
  expect(asked(yaml)).toEqual({ asks, unread: false });
});

it.each([
  'metadata: {confirm: }',
  'metadata: {confirm: {required: true}}',
  'metadata: {confirm: {pay: {args: [1]}}}',
  `metadata: "confirm: ${PAY}"`,
  `metadata:\n  confirm：${PAY}`,
  `metadata: [confirm, "${PAY}"]`,
  `metadata: {skilldeck: '{"confirm": ["${PAY}"]}'}`,
  `metadata:\n  confirm: ${PAY}\n  confirm: scripts/cancel.py`,
  `metadata: {confirm: ${PAY}, x: [}`,
  `metadata: {confirm: ${PAY}}\nmetadata: {author: a}`,
])('%s: cannot be read, so every script asks', (yaml) => {
  expect(asked(yaml)).toEqual({ asks: EVERY, unread: true });
});
