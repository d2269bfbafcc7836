import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredTool } from '../../../shared/context-views.ts';
import type { Dialect, EventBody, Placement } from '../../../shared/events.ts';
import { freedInTurn, freedTokens, occupied } from '../../../shared/skills/loaded-skills.ts';
import { skillToolsOf, tableOf } from '../engine.ts';
import { chatRequest } from '../test-kit/chat-request.ts';
import { catalog, created, loaded, prompt, said, stateOf } from '../test-kit/states.ts';
import { nameTools } from './offered-tools.ts';

const tool = (name: string, script = 'x', description = `Does ${name}. And more.`): DeclaredTool => ({
  name,
  description,
  script: 'x.sh',
  pass: 'flags',
  scriptSha256: script.padEnd(64, '0'),
  parameters: { type: 'object', properties: {} },
});

const START = [created(), prompt(['load_skill', 'run_command']), catalog('a', 'b', 'c'), said('go')];

/** The events of a load, as the session logs it. */
async function load(log: readonly EventBody[], skill: string, ...declared: readonly DeclaredTool[]) {
  const state = stateOf(...log);
  const builtIn = state.tools.map(({ name }) => name);
  const tools = await skillToolsOf(state, skill, declared, builtIn);
  const own = tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  return [...log, { ...loaded(skill, `Text of ${skill}`, 10 + own), tools }] as EventBody[];
}
const unload = (skill: string): EventBody => ({ type: 'skill-unloaded', skill, tokens: 0, reason: 'agent' });
const names = (log: readonly EventBody[]) => chatRequest(stateOf(...log)).body.tools?.map((one) => one.function.name);

describe('the name of a tool', () => {
  // Rules: 004.18
  it('is kept, unless the dialect or a different tool of another loaded skill uses it', async () => {
    let log = await load(START, 'a', tool('search'), tool('run_command'));
    expect(names(log)).toEqual(['load_skill', 'run_command', 'search', 'a__run_command']);
    log = await load(log, 'b', tool('search', 'y'));
    expect(names(log)?.slice(2)).toEqual(['search', 'a__run_command', 'b__search']);
    // Decided at the load, and kept.
    expect(names([...log, unload('a')])?.slice(2)).toEqual(['b__search']);
  });

  it('is cut to 64 characters accepted by every provider, and stays distinct from all others', () => {
    const long = 'n'.repeat(64);
    const [first] = nameTools([], '报销 x', [tool('grep')], ['grep']);
    expect(first?.name).toBe('___x__grep');
    const [second] = nameTools([], 'skill', [tool(long)], [long]);
    expect(second?.name).toBe(`skill__${'n'.repeat(57)}`);
    const [third] = nameTools([], 'skill', [tool(long)], [long, second?.name ?? '']);
    expect(third?.name).toBe(`skill__${'n'.repeat(55)}_2`);
  });

  it('differs from the name of another tool of the same skill', () => {
    const named = nameTools([], 'skill', [tool('grep'), tool('grep', 'y'), tool('skill__grep', 'z')], ['grep']);
    expect(named.map(({ name }) => name)).toEqual(['skill__grep', 'skill__grep_2', 'skill__skill__grep']);
  });
});

describe('a tool that several skills bring', () => {
  // Rules: 004.17
  it('is offered once, until the last skill is unloaded, and only if every field is the same', async () => {
    let log = await load(START, 'a', tool('clock'));
    log = await load(log, 'b', tool('clock'));
    log = await load(log, 'c', tool('clock', 'x', 'Another clock.'));
    expect(names(log)?.slice(2)).toEqual(['clock', 'c__clock']);
    expect(names([...log, unload('a')])?.slice(2)).toEqual(['clock', 'c__clock']);
    expect(names([...log, unload('a'), unload('b')])?.slice(2)).toEqual(['c__clock']);
  });

  it('is counted once, and frees its tokens when the last skill is unloaded', async () => {
    const log = await load(await load(START, 'a', tool('clock')), 'b', tool('clock'));
    const { loadedSkills } = stateOf(...log);
    const [a, b] = loadedSkills;
    const shared = a?.tools[0]?.tokens ?? 0;
    expect(shared).toBeGreaterThan(10);
    expect([freedTokens(loadedSkills, 'a'), freedTokens(loadedSkills, 'b')]).toEqual([10, 10]);
    expect(freedInTurn(loadedSkills, [{ id: 'b' }, { id: 'a' }])).toEqual([
      { id: 'b', tokens: 10 },
      { id: 'a', tokens: 10 + shared },
    ]);
    expect([a?.tokens, b?.tokens]).toEqual([10 + shared, 10 + shared]);
  });
});

describe('any order of loads and unloads', () => {
  const SKILL_TOOLS: Readonly<Record<string, readonly DeclaredTool[]>> = {
    a: [tool('clock'), tool('search')],
    b: [tool('clock'), tool('search', 'y'), tool('load_skill')],
    c: [tool('search', 'y'), tool('b__search')],
  };
  const steps = fc.array(fc.record({ skill: fc.constantFrom('a', 'b', 'c'), load: fc.boolean() }), { maxLength: 12 });

  it('offers each name once for the loaded skills; the last unload restores the first request', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (random) => {
        let log: readonly EventBody[] = START;
        for (const { skill, load: isLoad } of random) {
          const isLoaded = stateOf(...log).loadedSkills.some(({ id }) => id === skill);
          if (isLoad === isLoaded) continue;
          log = isLoad ? await load(log, skill, ...(SKILL_TOOLS[skill] ?? [])) : [...log, unload(skill)];
          const { loadedSkills } = stateOf(...log);
          const offered = names(log) ?? [];
          expect(new Set(offered).size).toBe(offered.length);
          expect(new Set(offered.slice(2))).toEqual(
            new Set(loadedSkills.flatMap((one) => one.tools.map((own) => own.name))),
          );
          expect(offered.every((name) => /^[\w-]{1,64}$/.test(name))).toBe(true);
          const freed = freedInTurn(loadedSkills, loadedSkills).reduce((sum, { tokens }) => sum + tokens, 0);
          expect(freed).toBe(occupied(loadedSkills));
        }
        const left = stateOf(...log).loadedSkills.map(({ id }) => unload(id));
        expect(chatRequest(stateOf(...log, ...left)).json).toBe(chatRequest(stateOf(...START)).json);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the request', () => {
  const PLACES: readonly [Dialect, Placement][] = [
    ['omni', 'system'],
    ['omni', 'tool-result'],
    ['trpc', 'system'],
    ['agent-core', 'tool-result'],
    ['agentscope', 'tool-result'],
    ['standard', 'tool-result'],
  ];

  it.each(PLACES)(
    '%s with %s: a load adds exactly the tokens of its tools, an unload restores the bytes',
    async (dialect, placement) => {
      const first = { ...created(), dialect, placement } as EventBody;
      const start = [first, ...START.slice(1)];
      const before = chatRequest(stateOf(...start));
      const bare = await tableOf(stateOf(...start, loaded('a', 'Text of a')));
      const log = await load(start, 'a', tool('clock'), tool('search'));
      const table = await tableOf(stateOf(...log));
      const own = stateOf(...log).loadedSkills[0]?.tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
      expect(table.total - bare.total).toBe(own);
      expect(table.parts.filter(({ kind, skill }) => kind === 'tools' && skill === 'a')).toEqual([
        { kind: 'tools', label: 'a', tokens: own, reason: 'skill-tool', skill: 'a', event: 5, count: 2 },
      ]);
      expect(table.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(table.total);
      expect(chatRequest(stateOf(...log, unload('a'))).json).toBe(before.json);
      const systemKept = chatRequest(stateOf(...log)).body.messages[0]?.content === before.body.messages[0]?.content;
      expect(systemKept).toBe(placement === 'tool-result');
    },
  );

  it('lists the tools by name in omni, with placement system only', async () => {
    const log = await load(START, 'a', tool('clock'));
    expect(chatRequest(stateOf(...log)).body.messages[0]?.content).toContain(
      '## Available Tools\n- load_skill: Does load_skill.\n- run_command: Does run_command.\n\n- clock: Does clock.\n\n## Available Skills',
    );
  });
});
