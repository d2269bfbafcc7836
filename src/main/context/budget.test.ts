import { describe, expect, it } from 'vitest';
import { DIALECTS, type EventBody, type SkillTool } from '../../shared/events.ts';
import { planReferenceLoad, planSkillLoad } from './compaction.ts';
import { answered, created, loaded, referenced, said, stateOf } from './test-kit/states.ts';

const ids = (plan: ReturnType<typeof planSkillLoad>) =>
  plan.kind === 'fits' ? plan.unload.map((skill) => skill.id) : plan.kind;

const gamma = (tokens: number) => ({ id: 'gamma', tokens, tools: [] });

describe('loading a skill', () => {
  const state = (...mentions: string[]) =>
    stateOf(
      created({ maxContext: 1000, skillBudget: 300 }),
      loaded('alpha', 'a', 200),
      loaded('beta', 'b', 200),
      referenced('alpha', 'r.md', 'r', 50),
      ...mentions.map(said),
    );

  // Rules: 000.9
  it('refuses a skill over the skill budget, with both figures, from the first token over', () => {
    expect(planSkillLoad(state(), gamma(300), 0)).toEqual({ kind: 'fits', unload: [] });
    const refused = planSkillLoad(state(), gamma(301), 0);
    expect(refused).toEqual({
      kind: 'over-skill-budget',
      message: expect.stringMatching(/301 tokens.*300/),
      figures: { tokens: 301, budget: 300 },
    });
  });

  // Rules: 000.10
  it('fits up to 90 % of the context without unloading anything', () => {
    expect(ids(planSkillLoad(state(), gamma(100), 800))).toEqual([]);
    expect(ids(planSkillLoad(state(), gamma(101), 800))).toEqual(['beta']);
  });

  // Rules: 000.10, 000.19
  it('unloads as few least recently used, unmentioned skills as needed, and reports them', () => {
    expect(ids(planSkillLoad(state(), gamma(300), 1000))).toEqual(['beta', 'alpha']);
    expect(planSkillLoad(state(), gamma(101), 800)).toMatchObject({
      note: expect.stringMatching(/'beta' was.*901.*900/),
    });
    expect(ids(planSkillLoad(state('I still need BETA'), gamma(200), 900))).toEqual(['alpha']);
  });

  // Rules: 000.19
  it('ignores a mention older than ten messages, even if it was the latest use', () => {
    const old = ['about beta', ...Array.from({ length: 10 }, (_, index) => `message ${index}`)];
    expect(ids(planSkillLoad(state(...old), gamma(200), 850))).toEqual(['alpha']);
  });

  // Rules: 000.19
  it.each([
    ['the arguments of a call', 'python3 /skills/alpha/x.py'],
    ['the command that a short name stands for', 'x.py'],
  ])('sees a mention in %s', (_where, command) => {
    const mentioned = stateOf(
      created({ maxContext: 1000 }),
      loaded('alpha', 'a', 500),
      answered('', { id: '1', name: 'run_command', arguments: JSON.stringify({ command }) }),
      { type: 'tool-started', callId: '1', name: 'run_command', arguments: '{}' },
      {
        type: 'script-started',
        callId: '1',
        command: 'python3 /skills/alpha/x.py',
        cwd: '/work',
        interpreter: 'python3',
      },
    );
    expect(planSkillLoad(mentioned, gamma(300), 800)).toMatchObject({ kind: 'context-full' });
  });

  // Rules: 000.11
  it('unloads none when unloading all would not be enough, and reports both figures', () => {
    const refused = planSkillLoad(state(), gamma(300), 1200);
    expect(refused).toMatchObject({
      kind: 'context-full',
      message: expect.stringMatching(/1200 tokens.*300.*900.*1000/),
    });
  });
});

describe('a skill with its own tools', () => {
  const tool = (name: string, tokens: number): SkillTool => ({
    name,
    declared: name,
    description: 'x',
    parameters: {},
    script: 'x.sh',
    pass: 'flags',
    tokens,
  });
  const withTools = (id: string, tokens: number, ...tools: SkillTool[]): EventBody => ({
    ...(loaded(id, id, tokens) as Extract<EventBody, { type: 'skill-loaded' }>),
    tools,
  });
  const shared = tool('clock', 100);
  const state = stateOf(
    created({ maxContext: 1000, skillBudget: 300 }),
    withTools('alpha', 250, shared),
    withTools('beta', 200, shared),
  );

  it('counts its tools against the skill budget, except tools already offered', () => {
    const plan = (tokens: number, total: number) =>
      planSkillLoad(state, { id: 'gamma', tokens, tools: [shared] }, total);
    expect(plan(301, 0)).toMatchObject({
      kind: 'over-skill-budget',
      message: expect.stringMatching(/301 tokens.*300/),
    });
    expect(plan(300, 700)).toEqual({ kind: 'fits', unload: [] });
    expect(ids(plan(300, 701))).toEqual(['alpha']);
  });

  it('frees only the tools no other skill brings', () => {
    // Alpha frees 150, beta 100 more: the clock is kept for the new skill, or unloaded last.
    const other = (tokens: number, total: number) => planSkillLoad(state, { id: 'gamma', tokens, tools: [] }, total);
    expect(ids(other(100, 950))).toEqual(['alpha']);
    expect(ids(other(100, 951))).toEqual(['alpha', 'beta']);
    expect(ids(other(100, 1150))).toEqual(['alpha', 'beta']);
    expect(ids(other(100, 1151))).toBe('context-full');
  });

  it('evicts the least recently used at the cap, mentioned or not; gives both figures if all are pinned', () => {
    const capped = (pinned: readonly string[]) =>
      stateOf(
        created({ maxLoadedSkills: 2 }),
        loaded('alpha', 'a'),
        loaded('beta', 'b'),
        said('alpha'),
        ...pinned.map((skill): EventBody => ({ type: 'skill-pin-changed', skill, pinned: true })),
      );
    expect(ids(planSkillLoad(capped([]), gamma(1), 0))).toEqual(['beta']);
    expect(ids(planSkillLoad(capped(['beta']), gamma(1), 0))).toEqual(['alpha']);
    expect(planSkillLoad(capped(['alpha', 'beta']), gamma(1), 0)).toEqual({
      kind: 'too-many-skills',
      message: expect.stringMatching(/2 skills are loaded, 2 of them pinned.*at most 2/),
      figures: { loaded: 2, pinned: 2, most: 2 },
    });
  });
});

describe('loading a reference', () => {
  // Rules: 000.15
  it('refuses a reference over the skill budget or over 90 % of the context', () => {
    const state = stateOf(created({ maxContext: 1000, skillBudget: 300 }), loaded('alpha', 'a', 200));
    expect(planReferenceLoad(state, 'alpha', 'r.md', 301, 0)).toMatchObject({ kind: 'over-skill-budget' });
    expect(planReferenceLoad(state, 'alpha', 'r.md', 300, 600)).toEqual({ kind: 'fits', unload: [] });
    expect(planReferenceLoad(state, 'alpha', 'r.md', 300, 601)).toMatchObject({
      kind: 'context-full',
      figures: { tokens: 300, total: 601, allowed: 900 },
    });
    // The advice names only tools that the model has.
    const told = DIALECTS.map((dialect) => {
      const plan = planReferenceLoad({ ...state, dialect }, 'alpha', 'r.md', 300, 601);
      return plan.kind === 'fits' ? '' : (/may fill\. (.*)$/.exec(plan.message)?.[1] ?? '').split(/[ :]/, 3).join(' ');
    });
    expect(Object.fromEntries(DIALECTS.map((dialect, index) => [dialect, told[index]]))).toEqual({
      omni: 'Unload a skill',
      trpc: 'Put away documents',
      'agent-core': 'Continue without it',
      agentscope: 'Continue without it',
      standard: 'Continue without it',
    });
  });
});
