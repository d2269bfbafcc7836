import { describe, expect, it } from 'vitest';
import {
  answered,
  asked,
  ended,
  eventsOf,
  finished,
  opened,
  said,
  started,
} from '../../../../renderer/test-kit/fixtures/log.ts';
import type { EventBody } from '../../../../shared/events.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { coveredCount } from '../compaction.tsx';
import { buildTranscript, withLive } from './transcript.ts';

/** A question, a call with its result, and an answer: four messages. */
function turn(n: number): EventBody[] {
  const id = `c${n}`;
  return [
    ...said(`question ${n}`),
    asked(1),
    answered(1, '', [[id, 'list_dir', { path: `d${n}` }]]),
    started(id, 'list_dir', {}),
    finished(id, 'list_dir', `result ${n}`),
    asked(2),
    answered(2, `answer ${n}`),
    ...ended(`answer ${n}`, 2),
  ];
}

const talk = [...opened, ...turn(1), ...turn(2), ...turn(3)];
const stateOf = (...more: readonly EventBody[]) => foldEvents('s', eventsOf('s', [...talk, ...more]));
/** `seq` of the messages in their order: 4 a turn. */
const SEQS = stateOf().messages.map(({ seq }) => seq);
const seqOf = (index: number): number => SEQS[index] ?? 0;
/** `seq` of the event after the talk. */
const NEXT = stateOf().lastSeq + 1;

const compacted = (
  strategy: 'turns' | 'tool-results',
  [from, to]: readonly [number, number],
  more: Partial<Extract<EventBody, { type: 'context-compacted' }>> = {},
): EventBody => ({
  type: 'context-compacted',
  strategy,
  before: 9_000,
  after: 2_000,
  coversSeq: [seqOf(from), seqOf(to)],
  ...more,
});

/** One word per item; notes by their content. */
const told = (...more: readonly EventBody[]): string[] =>
  buildTranscript(stateOf(...more)).map((item) => {
    if (item.kind === 'user' || item.kind === 'assistant') return item.text;
    if (item.kind === 'catalog') return `catalog +${item.change.added} -${item.change.removed}`;
    return item.kind === 'compaction' ? `${item.compaction.strategy} of ${item.compaction.seq}` : item.kind;
  });

const FIRST = ['question 1', 'activity', 'answer 1'];
const SECOND = ['question 2', 'activity', 'answer 2'];
const THIRD = ['question 3', 'activity', 'answer 3'];

describe('notes in the transcript', () => {
  it('puts a summary where its range ends, also in the middle of a turn', () => {
    expect(told(compacted('turns', [0, 3]))).toEqual([...FIRST, `turns of ${NEXT}`, ...SECOND, ...THIRD]);
    // Its result is covered too: the step is above the note.
    const parted = [...FIRST, 'question 2', 'activity', `turns of ${NEXT}`, 'answer 2', ...THIRD];
    expect(told(compacted('turns', [0, 6]))).toEqual(parted);
  });

  it('hides a summary replaced by a later one, and shows it again when that is undone', () => {
    const results = compacted('tool-results', [2, 6], { messages: 2 });
    const first = compacted('turns', [0, 3]);
    const later = compacted('turns', [0, 7]);
    expect(told(results)).toEqual([...FIRST, ...SECOND, ...THIRD, `tool-results of ${NEXT}`]);
    const early = [...FIRST, `turns of ${NEXT + 1}`, ...SECOND, ...THIRD, `tool-results of ${NEXT}`];
    expect(told(results, first)).toEqual(early);
    expect(told(results, first, later)).toEqual([...FIRST, ...SECOND, `turns of ${NEXT + 2}`, ...THIRD]);
    expect(told(results, first, later, { type: 'compaction-undone', undoes: NEXT + 2 })).toEqual(early);
  });

  it('orders them among the messages by time', () => {
    const nothing = {
      type: 'catalog-changed' as const,
      skills: [],
      added: [],
      removed: [],
      changed: [],
      diagnostics: [],
    };
    const catalog: EventBody = { ...nothing, added: ['b'], removed: ['a'] };
    const away = compacted('turns', [0, 3]);
    const after = [...said('question 4'), catalog, asked(1), answered(1, 'answer 4'), ...ended('answer 4', 1)];
    expect(told(...after, away)).toEqual([
      ...FIRST,
      `turns of ${NEXT + after.length}`,
      ...SECOND,
      ...THIRD,
      'question 4',
      'catalog +b -a',
      'answer 4',
    ]);
    // The first request's catalog, and a change with no effect for the model, give no note.
    expect(told(nothing)).toEqual([...FIRST, ...SECOND, ...THIRD]);
    const start = foldEvents('s', eventsOf('s', [...opened, catalog, ...said('hi')]));
    expect(buildTranscript(start).map(({ kind }) => kind)).toEqual(['user']);
  });

  it('reports a manual compaction at the end, with no last answer to retry meanwhile', () => {
    const asking = { ...(asked(1) as Extract<EventBody, { type: 'request-sent' }>), purpose: 'summary' as const };
    const state = stateOf(asking);
    const stored = buildTranscript(state);
    expect(stored.at(-1)).toMatchObject({ kind: 'assistant', last: false });
    expect(withLive(stored, state, undefined, true).at(-1)).toMatchObject({ kind: 'progress', summarising: true });
    expect(withLive(stored, state, undefined)).toBe(stored);
    expect(buildTranscript(stateOf()).at(-1)).toMatchObject({ kind: 'assistant', last: true });
  });
});

it('counts the messages that a compaction covers where its log does not', () => {
  const counted = (...given: Parameters<typeof compacted>) => {
    const state = stateOf(compacted(...given));
    return state.compactions.map((one) => coveredCount(state, one));
  };
  expect(counted('turns', [0, 7], { messages: 7 })).toEqual([7]);
  expect(counted('turns', [0, 7])).toEqual([8]);
  expect(counted('tool-results', [2, 6])).toEqual([2]);
});

it('puts links to other answers below the last text of a turn, or in its place if there is none', () => {
  const end = (events: readonly EventBody[], ...retried: readonly number[]) =>
    buildTranscript(foldEvents('s', eventsOf('s', events)), new Set(retried)).map((item) => {
      if (item.kind === 'answers') return `answers to ${item.turn}`;
      return item.kind === 'assistant'
        ? `${item.text}${item.turn === undefined ? '' : ` for ${item.turn}`}`
        : item.kind;
    });
  const [first, third] = [seqOf(0), seqOf(8)];
  const said3 = ['user', 'activity', 'answer 1', 'user', 'activity', 'answer 2', 'user', 'activity', 'answer 3'];
  expect(end(talk, first, third)).toEqual(said3.with(2, `answer 1 for ${first}`).with(8, `answer 3 for ${third}`));
  const again: EventBody = { type: 'history-rewound', toSeq: third, reason: 'retry' };
  // During a retry, and just before, there is no version to go back to.
  expect(end([...talk, again], third)).toEqual(said3.slice(0, 7));
  const thinking: EventBody = { type: 'state-changed', from: 'completed', to: 'thinking' };
  expect(end([...talk, again, thinking, asked(1)], third)).toEqual(said3.slice(0, 7));
  const failed: EventBody = { type: 'run-finished', state: 'error', iterations: 1, text: '', code: 'unauthorized' };
  expect(
    end([...talk, again, thinking, { type: 'state-changed', from: 'thinking', to: 'error' }, failed], third),
  ).toEqual([...said3.slice(0, 7), 'ended', `answers to ${third}`]);
});

const change = (added: string[], removed: string[]) => {
  return { type: 'catalog-changed' as const, skills: [], added, removed, changed: [], diagnostics: [] };
};

// Rules: 003.16
it('reports added or removed skills where that was noticed, but not those present from the start', () => {
  const events = eventsOf('s', [
    ...opened,
    change(['fly'], []),
    ...said('hello'),
    asked(1),
    answered(1, 'Hello.'),
    ...ended('Hello.', 1),
    ...said('and now?'),
    change(['hotel'], ['fly']),
    asked(2),
    answered(2, 'Now there is a hotel.'),
  ]);
  const items = buildTranscript(foldEvents('s', events)).filter(({ kind }) =>
    ['user', 'catalog', 'assistant'].includes(kind),
  );
  expect(items.map((item) => (item.kind === 'catalog' ? item.change : item.kind))).toMatchObject([
    'user',
    'assistant',
    'user',
    { added: ['hotel'], removed: ['fly'] },
    'assistant',
  ]);
});
