import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { SUMMARY_NOTE } from '../../shared/summary.ts';
import { compactable, idleSkills, isWorthAsking, oldMessages, toolResultsStep, turnsStep } from './compaction.ts';
import { answered, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';

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
