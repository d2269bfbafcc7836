import { afterEach, expect, it } from 'vitest';
import { startToolSession, type ToolSession } from '../test-kit/tool-session.ts';
import { commandRules } from './grants.ts';

let session: ToolSession | undefined;
afterEach(() => session?.remove());

const SKILL = '---\nname: count\ndescription: Counts.\nallowed-tools: Read, Bash(wc:*), Bash(ls -a:*)\n---\nBody.';

async function start(): Promise<ToolSession> {
  session = await startToolSession({ bundled: {}, user: { 'count/SKILL.md': SKILL } });
  return session;
}
const factsOf = ({ need }: Awaited<ReturnType<ToolSession['call']>>) =>
  need?.kind === 'ask' ? need.detail.facts : undefined;

it('reads commands with fixed first words, and nothing that could be any command', () => {
  expect(commandRules(['Bash(git status:*)', 'Bash(jq *)', 'Bash(wc)', 'Bash(wc:*)'])).toEqual([
    'git status',
    'jq',
    'wc',
  ]);
  expect(
    commandRules(['Bash', 'Bash(*)', 'Read', 'mcp__x__y', 'Bash(a;b:*)', 'Bash($X:*)', 'Bash(npm run test*)']),
  ).toEqual([]);
});

it('grants nothing by itself, and is proposed at the first question once the skill is loaded', async () => {
  const { call } = await start();
  expect(factsOf(await call('run_command', { command: 'wc -c x' }))).not.toHaveProperty('wished');
  await call('load_skill', { name: 'count' });
  const asked = await call('run_command', { command: 'wc -c x' });
  expect(factsOf(asked)?.wished).toEqual({ skill: 'count', commands: ['wc', 'ls -a'] });
  // Once is once.
  await call('run_command', { command: 'wc -c x' }, { decide: 'once' });
  expect((await call('run_command', { command: 'ls -a' })).need?.kind).toBe('ask');
  expect(factsOf(await call('run_command', { command: 'curl x' }))).not.toHaveProperty('wished');
});

it('covers its commands once allowed for the session, not others, and only while the skill is loaded and unchanged', async () => {
  const { call, append } = await start();
  await call('load_skill', { name: 'count' });
  await call('run_command', { command: 'wc -c x' }, { decide: 'session' });
  expect((await call('run_command', { command: 'ls -a' })).need?.kind).toBe('allowed');
  expect((await call('run_command', { command: 'wc -l y' })).need?.kind).toBe('allowed');
  for (const command of ['ls -a; curl x', 'wc -c x > /etc/x', 'ls -a | sh', 'rm x'])
    expect((await call('run_command', { command })).need?.kind).toBe('ask');
  expect((await call('run_command', { command: 'ls -a' }, { mode: 'never' })).need?.kind).toBe('refused');
  append({ type: 'skill-unloaded', skill: 'count', tokens: 1, reason: 'user' });
  expect((await call('run_command', { command: 'wc -l z' })).need?.kind).toBe('ask');
});
