/** Unloading from the context, by whom and why: whole sequences with a real store and the real engine. */
import { describe, expect, it } from 'vitest';
import type { DeclaredTool } from '../../shared/context-views.ts';
import type { Limits } from '../../shared/events.ts';
import { tableOf } from '../context/engine.ts';
import { chatRequest } from '../context/test-kit/chat-request.ts';
import { calls, Rig, type RigOptions, words } from './test-kit/rig.ts';

let rig: Rig;

const clock = (script = 'a'): DeclaredTool => ({
  name: 'clock',
  description: 'Says what time it is.',
  script: 'clock.sh',
  pass: 'flags',
  scriptSha256: script.repeat(64),
  parameters: { type: 'object', properties: {} },
});
const SKILLS: NonNullable<RigOptions['skills']> = {
  alpha: { body: 'First things. '.repeat(20), references: { 'r.md': 'Cities. '.repeat(30) }, tools: [clock()] },
  beta: { body: 'Second things. '.repeat(20), tools: [clock()] },
  gamma: { body: 'Third things. '.repeat(20), tools: [clock('b')] },
};

function start(limits: Partial<Limits> = {}, more: Parameters<Rig['sessions']['create']>[0] = {}): string {
  rig = new Rig({ skills: SKILLS, limits });
  return rig.sessions.create(more).id;
}
const loaded = (id: string) => rig.sessions.get(id).state.loadedSkills.map((skill) => skill.id);
/** `skill reason` of each unload so far. */
const unloads = (id: string) =>
  rig.sessions
    .get(id)
    .events.flatMap((event) => (event.type === 'skill-unloaded' ? [`${event.skill} ${event.reason}`] : []));
async function turn(id: string, text: string, ...answers: Parameters<Rig['answers']['push']>): Promise<void> {
  await rig.turn(id, text, ...answers, words('Done.'));
}
const totalOf = async (id: string) => (await tableOf(rig.sessions.get(id).state)).total;
const offered = (id: string) =>
  chatRequest(rig.sessions.get(id).state)
    .body.tools?.map((tool) => tool.function.name)
    .slice(1);
const loads = (name: string) => calls({ name: 'load_skill', args: { name } });

describe('an unload', () => {
  // Rules: 000.17, 000.21, 004.8, 004.14
  it('removes instructions, references, tokens and tools at once, and frees exactly what it reports', async () => {
    const id = start();
    await rig.sessions.refresh(id);
    const before = chatRequest(rig.sessions.get(id).state).json;
    const [bare] = [await totalOf(id)];
    const result = await rig.sessions.loadSkill(id, 'alpha');
    expect(result).toMatchObject({ ok: true, content: expect.stringContaining('It brings tools: clock.') });
    await rig.sessions.loadReference(id, 'alpha', 'r.md');
    const loadEvent = rig.sessions.get(id).events.find((event) => event.type === 'skill-loaded');
    expect(loadEvent).toMatchObject({ tools: [{ name: 'clock', declared: 'clock', tokens: expect.any(Number) }] });
    const full = await totalOf(id);
    expect(rig.sessions.unloadSkill(id, 'alpha')).toEqual({
      ok: true,
      content: expect.stringMatching(
        /^Skill 'alpha' unloaded: \d+ tokens are free again\. Its tools went with it: clock\.$/,
      ),
    });
    const event = rig.sessions.get(id).events.at(-1);
    const headings = 4 + 4 + 4;
    expect(event).toMatchObject({ type: 'skill-unloaded', reason: 'user' });
    expect(Math.abs(full - bare - (event?.type === 'skill-unloaded' ? event.tokens : 0))).toBeLessThan(headings);
    expect(chatRequest(rig.sessions.get(id).state).json).toBe(before);
    expect(rig.sessions.unloadSkill(id, 'alpha')).toMatchObject({
      ok: false,
      content: "Skill 'alpha' is not loaded. Loaded now: none.",
      data: { code: 'skill-not-loaded' },
    });
  });
});

describe('a pinned skill', () => {
  it('stays despite the agent, mode, cap and idle limit, and unloads when the user asks', async () => {
    const id = start({ maxLoadedSkills: 1, idleTurns: 1 }, { loadMode: 'turn' });
    await rig.sessions.loadSkill(id, 'alpha');
    rig.sessions.pinSkill(id, 'alpha', true);
    await turn(
      id,
      'go',
      calls({ name: 'unload_skill', args: { name: 'alpha' } }),
      calls({ name: 'load_skill', args: { name: 'beta' }, id: 'b' }),
    );
    const results = rig.sessions
      .get(id)
      .state.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results).toEqual([
      expect.stringContaining('the person pinned it'),
      expect.stringMatching(/'beta' was not loaded: 1 skill is loaded, 1 of them pinned.*at most 1 may be loaded/),
    ]);
    await turn(id, 'again');
    rig.sessions.configure(id, { loadMode: 'once' });
    await turn(id, 'and again');
    rig.sessions.configure(id, { loadMode: 'session' });
    for (const text of ['one', 'two']) await turn(id, text);
    expect([loaded(id), unloads(id)]).toEqual([['alpha'], []]);
    expect(rig.sessions.unloadSkill(id, 'alpha').ok).toBe(true);
    expect(unloads(id)).toEqual(['alpha user']);
    await rig.sessions.loadSkill(id, 'alpha');
    expect(rig.sessions.get(id).state.loadedSkills[0]?.pinned).toBe(false);
  });

  it('is not unloaded to make space, neither before a load nor by compaction', async () => {
    const id = start();
    await rig.sessions.loadSkill(id, 'gamma');
    const { tokens } = rig.sessions.get(id).state.loadedSkills[0] ?? { tokens: 0 };
    rig.sessions.unloadSkill(id, 'gamma');
    await rig.sessions.loadSkill(id, 'alpha');
    await rig.sessions.loadSkill(id, 'beta');
    rig.sessions.pinSkill(id, 'alpha', true);
    // One token short of what all three would take.
    const maxContext = Math.floor(((await totalOf(id)) + tokens - 1) / 0.9);
    rig.sessions.configure(id, { limits: { maxContext } });
    expect(await rig.sessions.loadSkill(id, 'gamma')).toMatchObject({
      ok: true,
      content: expect.stringMatching(
        /To make room, 'beta' was unloaded: the context would have held \d+ tokens, and a load may fill \d+\.$/,
      ),
    });
    expect([loaded(id), unloads(id)]).toEqual([
      ['alpha', 'gamma'],
      ['gamma user', 'beta pressure'],
    ]);
    rig.sessions.configure(id, { limits: { maxContext: (await totalOf(id)) + 10 } });
    await turn(id, 'go on');
    expect([loaded(id), unloads(id)]).toEqual([['alpha'], ['gamma user', 'beta pressure', 'gamma pressure']]);
  });
});

describe('an idle skill', () => {
  // Rules: 004.15
  it('is unloaded before the message, after the set number of unused turns', async () => {
    const id = start({ idleTurns: 2 });
    await turn(id, 'load', loads('alpha'));
    await turn(id, 'one');
    await turn(id, 'two');
    expect(loaded(id)).toEqual(['alpha']);
    await turn(id, 'three');
    expect([loaded(id), unloads(id)]).toEqual([[], ['alpha idle']]);
    const types = rig.sessions.get(id).events.map((event) => event.type);
    expect(types[types.lastIndexOf('skill-unloaded') + 1]).toBe('user-message-added');
  });

  // Rules: 004.15
  it('is not one that was mentioned, whose tool was called, or that the message names', async () => {
    const id = start({ idleTurns: 1 });
    await turn(id, 'load', loads('alpha'));
    await turn(id, 'what about ALPHA?');
    await turn(id, 'the time', calls({ name: 'clock', id: 'k' }));
    await turn(id, 'hm');
    await turn(id, 'alpha once more');
    expect(loaded(id)).toEqual(['alpha']);
    await turn(id, 'hm');
    await turn(id, 'hm');
    expect(unloads(id)).toEqual(['alpha idle']);
  });
});

describe('a skill loaded for one request', () => {
  it('is unloaded right after it, or once its own tool has run if the answer calls it', async () => {
    const id = start({}, { loadMode: 'once' });
    await turn(
      id,
      'go',
      loads('alpha'),
      calls({ name: 'clock', id: 'k' }),
      calls({ name: 'load_skill', args: { name: 'gamma' }, id: 'g' }),
    );
    const types = rig.sessions.get(id).events.flatMap((event) => {
      if (event.type === 'skill-loaded' || event.type === 'skill-unloaded') return [`${event.type} ${event.skill}`];
      return event.type === 'request-sent' || event.type === 'tool-finished' ? [event.type] : [];
    });
    expect(types).toEqual([
      'request-sent',
      'skill-loaded alpha',
      'tool-finished',
      'request-sent',
      'tool-finished',
      'skill-unloaded alpha',
      'request-sent',
      'skill-loaded gamma',
      'tool-finished',
      'request-sent',
      'skill-unloaded gamma',
    ]);
    expect(rig.requests.map(({ json }) => json.includes('First things.'))).toEqual([false, true, false, false]);
  });
});

describe('another dialect', () => {
  it('keeps the tools of loaded skills, under a name free in that dialect', async () => {
    rig = new Rig({ skills: { alpha: { body: 'x', tools: [{ ...clock(), name: 'load_skill' }] } } });
    const { id } = rig.sessions.create({});
    await rig.sessions.loadSkill(id, 'alpha');
    rig.sessions.pinSkill(id, 'alpha', true);
    expect(offered(id)).toEqual(['alpha__load_skill']);
    rig.sessions.configure(id, { dialect: 'agent-core' });
    await rig.sessions.refresh(id);
    const { loadedSkills } = rig.sessions.get(id).state;
    expect(loadedSkills).toMatchObject([
      { instructions: 'x (agent-core)', pinned: true, tools: [{ name: 'alpha__load_skill', declared: 'load_skill' }] },
    ]);
  });
});
