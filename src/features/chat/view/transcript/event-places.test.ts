import { expect, it } from 'vitest';
import { bookingEn } from '../../../../renderer/test-kit/sessions.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import type { CallView } from '../../../../shared/session-state.ts';
import { placesOf } from './run-notes.tsx';
import { buildTranscript } from './transcript.ts';
import type { Step, StepStatus, TranscriptItem } from './transcript-items.ts';
import { placeOfEvent, simpleItems, withNotes } from './transcript-row.tsx';

const step = (name: string, args: object, more: Partial<CallView> = {}, status: StepStatus = 'done'): Step => ({
  status,
  call: { callId: name, name, arguments: JSON.stringify(args), startedAt: '', status: 'done', ...more } as CallView,
});
const shown = (steps: readonly Step[]) =>
  simpleItems([{ kind: 'activity', key: 'a', steps }]).flatMap((item) =>
    item.kind === 'activity' ? item.steps.map(({ call }) => call.name) : [],
  );

it('leaves out steps that only prepare others, and the whole row if no other is left', () => {
  const prepares = [
    step('load_skill', { name: 'book-flight' }),
    step('load_skill_reference', { skill_name: 'book-flight', ref_path: 'reference.md' }),
    step('read_file', { path: 'SKILL.md' }),
    step('look_up_city', {}),
  ];
  expect(simpleItems([{ kind: 'activity', key: 'a', steps: prepares }])).toEqual([]);
});

it('keeps what changes something, what the skill says in its own words, and what waits for an answer', () => {
  expect(
    shown([
      step('load_skill', { name: 'x' }),
      step('write_file', { path: 'notes.txt' }),
      step('run_command', { command: 'make' }),
      step('look_up_city', {}, { activity: { doing: 'Looking', values: {} } as never }),
      step('read_file', { path: '/etc/hosts' }, {}, 'waiting'),
    ]),
  ).toEqual(['write_file', 'run_command', 'look_up_city', 'read_file']);
});

it('leaves out reasoning and changes of the catalog, and keeps every message', () => {
  const items = [
    { kind: 'user', key: 'u', seq: 1, at: '', text: 'Hello' },
    { kind: 'thought', key: 't', text: 'Hm', streaming: false },
    { kind: 'assistant', key: 'b', text: 'Hi', streaming: false, last: true },
  ] as const satisfies readonly TranscriptItem[];
  expect(simpleItems(items).map(({ kind }) => kind)).toEqual(['user', 'assistant']);
});

const { events } = bookingEn();
const state = foldEvents('booking-en', events);
const items = buildTranscript(state);

it('places a note below its subject: a message, a step, or the last item before it', () => {
  const seqOf = (type: string) => events.find((event) => event.type === type)?.seq ?? 0;
  const about = [seqOf('user-message-added'), seqOf('request-sent'), seqOf('skill-loaded'), events.length];
  const notes = about.map((on, index) => ({ id: `n${index}`, on, text: 'Look', at: '2026-11-22T09:00:00Z' }));
  const placed = withNotes(items, state, notes);
  expect(placed.filter((item) => item.kind !== 'note')).toEqual(items);
  const above = notes.map(({ id }) => placed[placed.findIndex(({ key }) => key === `note-${id}`) - 1]?.kind);
  // The second is directly below the first, with nothing between them.
  expect(above.slice(0, 3)).toEqual(['user', 'note', 'activity']);
  expect(placed.at(-1)?.key).toBe('note-n3');
  expect(withNotes(items, state, [])).toBe(items);
});

it('finds an event in the item that shows it, a tool’s or script’s in its step', () => {
  for (const event of events) {
    const place = placeOfEvent(items, event);
    if (event.type === 'user-message-added') expect(items[place?.index ?? -1]).toMatchObject({ seq: event.seq });
    if (event.type !== 'tool-finished') continue;
    expect(place?.callId).toBe(event.callId);
    const item = items[place?.index ?? -1];
    expect(item?.kind === 'activity' && item.steps.some(({ call }) => call.callId === event.callId)).toBe(true);
  }
  expect(placeOfEvent(items, undefined)).toBeUndefined();
  expect(placeOfEvent(items, events[0])).toBeUndefined();
});

it('finds words in any case, each separately, and Chinese ones anywhere', () => {
  expect(placesOf('Osaka, osaka and Kyoto', 'OSAKA kyo')).toEqual([
    [0, 5],
    [7, 12],
    [17, 20],
  ]);
  expect(placesOf('去东京的机票，东京', '东京  机票')).toEqual([
    [1, 3],
    [7, 9],
    [4, 6],
  ]);
  expect(placesOf('anything', '  ')).toEqual([]);
});
