import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { applyEvent, foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { SUMMARY_NOTE } from '../../shared/summary.ts';
import {
  afterStep,
  compactable,
  compactionSteps,
  idleSkills,
  isWorthAsking,
  oldMessages,
  toolResultsStep,
  turnsStep,
} from './compaction.ts';
import { createCompactionEngine, nextCompaction, tableOf } from './engine.ts';
import { chatRequest } from './test-kit/chat-request.ts';
import { actions, sessionOf } from './test-kit/random-session.ts';
import { answered, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';

const LONG = `first line of it\n${'x y z '.repeat(400)}\nlast line`;

/** A conversation of `turns` turns, each with one call; about 1,250 tokens of result in each. */
function conversation(turns: number, maxContext = 4000): SessionState {
  const events = Array.from({ length: turns }, (_, index) => [
    said(`request ${index}: PEK to NRT on 2026-12-2${index % 10}`),
    answered('', { id: `c${index}`, name: 'run_command', arguments: '{"command":"x"}' }),
    result(`c${index}`, 'run_command', LONG),
    answered(`answer ${index}`),
  ]).flat();
  return stateOf(created({ maxContext }), prompt(), loaded('old-skill', 'instructions', 5), ...events);
}

async function compacted(start: SessionState): Promise<{ state: SessionState; strategies: string[] }> {
  let state = start;
  const strategies: string[] = [];
  for (;;) {
    const step = await nextCompaction(state);
    if (step === undefined) return { state, strategies };
    strategies.push(step.strategy);
    const envelope = { v: 1, seq: state.lastSeq + 1, at: '', session: 's' };
    state =
      step.strategy === 'skills'
        ? applyEvent(state, {
            ...envelope,
            type: 'skill-unloaded',
            skill: step.unload.id,
            tokens: 5,
            reason: 'pressure',
          })
        : applyEvent(state, { ...envelope, type: 'context-compacted', ...step, before: 0, after: 0 });
  }
}

describe('compaction', () => {
  // Rules: 000.23, 001.20
  it('shortens results, then turns, then unloads unused skills, in the order of the seeds, and stops', async () => {
    const { state, strategies } = await compacted(conversation(8));
    expect(strategies).toEqual(['tool-results', 'turns', 'skills']);
    expect(await nextCompaction(state)).toBeUndefined();
    expect((await tableOf(state)).total).toBeLessThan((await tableOf(conversation(8))).total);
  });

  // Rules: 001.23
  it('moves the boundary back rather than separate a call from its result', () => {
    for (let extra = 0; extra < 4; extra += 1) {
      const state = conversation(5);
      const cut = { ...state, messages: state.messages.slice(0, state.messages.length - extra) };
      const old = oldMessages(cut);
      const next = cut.messages[old.length];
      expect(next?.role).not.toBe('tool');
    }
  });

  it('limits the summary of a long or continued session, keeping the first request and the latest words', async () => {
    const { state } = await compacted(conversation(600, 20_000));
    const [, summary] = chatRequest(state).body.messages;
    expect(summary?.content?.length).toBeLessThan(10_000);
    expect(summary?.content).toMatch(
      /request 0: [\s\S]*\d+ more messages of the person are left out here[\s\S]*request 59\d: /,
    );
    const { total, max } = await tableOf(state);
    expect(total).toBeLessThan(max);
  });

  it('asks the model again only when it is worth a request; otherwise adds less in its own words', () => {
    const old = conversation(8);
    const [, turns] = compactionSteps(old);
    if (turns?.strategy !== 'turns') throw new Error('expected turns');
    expect(isWorthAsking(old)).toBe(true);
    const written = afterStep(old, {
      ...turns,
      summary: '[Earlier conversation summary]\nWritten.',
      writtenBy: 'model',
    });
    const more = (count: number) =>
      Array.from({ length: count }, (_, index) => said(`later ${index} ${'words '.repeat(60)}`)).reduce(
        (state, body) => applyEvent(state, { v: 1, seq: state.lastSeq + 1, at: '', session: 's', ...body }),
        written,
      );
    expect([isWorthAsking(more(2)), isWorthAsking(more(14))]).toEqual([false, true]);
    const [next] = turnsStep(more(12));
    expect(next?.summary).toMatch(/^\[Earlier conversation summary\]\nWritten\.\n\d+ more messages since then/);
    expect(next?.summary).not.toContain('request 0');
  });

  it('terminates for any session, changes nothing the second time and can be undone step by step', () => {
    fc.assert(
      fc.property(actions, (taken) => {
        const log = sessionOf(taken);
        let state = foldEvents('s', log);
        const start = state;
        const trail: string[] = [];
        for (let step = compactionSteps(state)[0]; step !== undefined; step = compactionSteps(state)[0]) {
          expect(trail.length).toBeLessThan(10);
          trail.push(chatRequest(state).json);
          state = afterStep(state, step);
          if (step.strategy !== 'skills') continue;
          const { seq } = step.unload;
          const event = { type: 'context-compacted', strategy: 'skills', before: 1, after: 0 } as const;
          const envelope = { v: 1, seq: state.lastSeq + 1, at: '', session: 's' };
          state = applyEvent(state, { ...envelope, ...event, coversSeq: [seq, seq] });
        }
        expect(compactionSteps(state)).toEqual([]);
        const last = start.messages.findLast((message) => message.role === 'user');
        if (last !== undefined) {
          expect(chatRequest(state).body.messages).toContainEqual({ role: 'user', content: last.text });
        }
        for (const compaction of state.compactions.slice(start.compactions.length).toReversed()) {
          const envelope = { v: 1, seq: state.lastSeq + 1, at: '', session: 's' };
          state = applyEvent(state, { ...envelope, type: 'compaction-undone', undoes: compaction.seq });
          expect(chatRequest(state).json).toBe(trail.pop());
        }
      }),
      { numRuns: 150 },
    );
  });
});

const state = stateOf(
  created({ maxContext: 1000 }),
  prompt(),
  loaded('pdf', 'x'),
  ...Array.from({ length: 10 }, (_, turn) => [said(`request ${turn} ${'x'.repeat(400)}`), answered('ok')]).flat(),
);

/** True if a step is taken when the request has `total` tokens, and `after` with any step. */
async function compacts(total: number, tokens?: number, after = total - 1): Promise<boolean> {
  const engine = createCompactionEngine(async (of) => (of === state ? total : after));
  return (await engine.nextCompaction(state, tokens)) !== undefined;
}

describe('compaction', () => {
  // Rules: 001.19
  it('starts above 80 % of the context, not at exactly 80 %', async () => {
    expect([await compacts(800), await compacts(801)]).toEqual([false, true]);
  });

  it('starts above 90 % before a load, counting the load', async () => {
    expect([await compacts(700, 200), await compacts(700, 201), await compacts(850, 50)]).toEqual([false, true, false]);
  });

  it('skips a step that would not make the request smaller', async () => {
    expect([await compacts(900, undefined, 899), await compacts(900, undefined, 900)]).toEqual([true, false]);
  });

  it('summarises again by hand for another instruction, but not twice for the same one', async () => {
    const engine = createCompactionEngine(async (of) => (of === state ? 900 : 800));
    const [step] = await engine.handCompaction(state, 'keep the dates');
    if (step?.strategy !== 'turns') throw new Error('expected a summary');
    const done = engine.afterStep(state, step);
    const asked = async (instruction: string) =>
      (await engine.handCompaction(done, instruction)).map(({ strategy }) => strategy);
    expect([await asked('keep the dates'), await asked('keep the names')]).toEqual([[], ['turns']]);
  });
});

/** Ten messages, which are never compacted. */
const RECENT = Array.from({ length: 5 }, () => [said('go on'), answered('ok')]).flat();

const summary = (text: string, coversSeq: [number, number]): EventBody => ({
  type: 'context-compacted',
  strategy: 'turns',
  before: 2,
  after: 1,
  coversSeq,
  messages: 2,
  writtenBy: 'model',
  summary: `${SUMMARY_NOTE}\n${text}`,
});

describe('old messages', () => {
  it('are all but the last ten', () => {
    const messages = (count: number) =>
      oldMessages(stateOf(created(), ...Array.from({ length: count }, () => said('x')))).length;
    expect([10, 11].map(messages)).toEqual([0, 1]);
  });

  it('are compacted unless pinned', () => {
    const state = stateOf(
      created(),
      said('a'),
      said('b'),
      { type: 'message-pin-changed', message: 2, pinned: true },
      ...RECENT,
    );
    expect(compactable(state).map(({ seq }) => seq)).toEqual([3]);
  });

  it('have results of 461 characters or more shortened', () => {
    const step = (length: number) =>
      toolResultsStep(
        stateOf(
          created(),
          answered('', { id: 'c', name: 't', arguments: '{}' }),
          result('c', 't', 'x'.repeat(length)),
          ...RECENT,
        ),
      );
    expect([step(460), step(461)]).toEqual([[], [{ strategy: 'tool-results', coversSeq: [3, 3], messages: 1 }]]);
  });
});

describe('a summary of turns', () => {
  it('is made from 600 characters on', () => {
    const steps = (length: number) => turnsStep(stateOf(created(), said('x'.repeat(length)), ...RECENT)).length;
    expect([599, 600].map(steps)).toEqual([0, 1]);
  });

  it('leaves space for later turns after a long earlier summary', () => {
    const since = Array.from({ length: 6 }, (_, turn) => said(`wish ${turn}: ${'a window seat '.repeat(20)}`));
    const state = stateOf(created(), said('a'), said('b'), summary('S'.repeat(3000), [2, 3]), ...since, ...RECENT);
    const [step] = turnsStep(state);
    const wishes = [...(step?.summary ?? '').matchAll(/wish (\d):/g)].map(([, wish]) => wish);
    expect(step?.summary).toContain('S'.repeat(3000));
    expect(wishes).toEqual(expect.arrayContaining(['4', '5']));
  });

  it('is requested from the model again from 5 % of the context on, at four characters a token', () => {
    const worth = (length: number) =>
      isWorthAsking(
        stateOf(
          created({ maxContext: 4000 }),
          said('a'),
          said('b'),
          summary('S', [2, 3]),
          said('x'.repeat(length)),
          ...RECENT,
        ),
      );
    // `b` is one more: what the person wrote last is in no summary.
    expect([798, 799].map(worth)).toEqual([false, true]);
    expect(isWorthAsking(stateOf(created(), said('a')))).toBe(true);
  });
});

describe('an idle skill', () => {
  const idle = (turns: number, ...bodies: readonly EventBody[]) =>
    idleSkills(stateOf(created({ idleTurns: turns }), prompt(), loaded('pdf', 'x'), ...bodies), 'next').map(
      ({ id }) => id,
    );

  it('is unloaded after exactly the set number of unused turns', () => {
    expect([idle(2, said('one')), idle(2, said('one'), said('two'))]).toEqual([[], ['pdf']]);
    expect(idle(0, said('one'), said('two'))).toEqual([]);
  });

  it('stays loaded while a message, a reference or a pin refers to it', () => {
    const turns = [said('one'), said('two')];
    expect(idle(2, said('with PDF'), said('two'))).toEqual([]);
    expect(idle(2, said('one'), referenced('pdf', 'r.md', 'r'), said('two'))).toEqual([]);
    expect(idle(2, { type: 'skill-pin-changed', skill: 'pdf', pinned: true }, ...turns)).toEqual([]);
    const state = stateOf(created({ idleTurns: 2 }), loaded('pdf', 'x'), ...turns);
    expect(idleSkills(state, 'now the Pdf').map(({ id }) => id)).toEqual([]);
  });
});
