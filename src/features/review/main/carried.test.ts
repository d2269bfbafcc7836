import { expect, it } from 'vitest';
import { answered, created, requested, said } from '../../../main/store/test-kit/home.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import type { EventBody } from '../../../shared/events.ts';
import { compareSessions } from './compare.ts';
import { compareMany } from './costs.ts';
import { previewOf } from './preview.ts';

const usage = (text: string, promptTokens: number) => answered(text, { usage: { promptTokens, completionTokens: 5 } });

function sessions() {
  const store = openTestStore();
  const start = (workspace: string, changes: object = {}): EventBody =>
    ({ ...created, ...changes, workspace }) as EventBody;
  const at = (id: string) => `/data/workspaces/${id}`;
  store.append('one', [start(at('one')), said('Book a flight'), requested(10), usage(`In ${at('one')}/a`, 100)]);
  store.append('one', [said('And a hotel'), requested(10), usage('Done', 200)]);
  store.append('two', [start(at('two'), { placement: 'tool-result' }), said('Book a flight'), requested(10)]);
  store.append('two', [usage(`In ${at('two')}/a`, 150)]);
  store.append('six', [
    start(at('six'), { model: 'other' }),
    said('天气怎么样'),
    said('And a hotel, too'),
    requested(10),
  ]);
  store.append('six', [usage('Done', 300)]);
  return ['one', 'two', 'six'].map((id) => ({ id, title: id, events: store.events(id) }));
}

it('sets three sessions side by side: settings that differ first, turns aligned with the first', () => {
  const found = compareMany(sessions(), () => ({ input: 1, cachedInput: 1, output: 1 }));
  expect(found.settings).toEqual({ model: ['demo', 'demo', 'other'], placement: ['system', 'tool-result', 'system'] });
  expect(found.sessions.map(({ session, turns, promptTokens }) => [session, turns, promptTokens])).toEqual([
    ['one', 2, 300],
    ['two', 1, 150],
    ['six', 2, 300],
  ]);
  expect(found.turns.map(({ text, cells }) => [text, cells.map((cell) => cell?.tokens ?? null)])).toEqual([
    ['Book a flight', [105, 155, null]],
    ['And a hotel', [205, null, 305]],
    ['天气怎么样', [null, null, 0]],
  ]);
  const asked = found.turns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []));
  expect(asked).toEqual(['And a hotel, too']);
});

it('gives no price to answers of another program, whose log has no requests', () => {
  const [one] = sessions();
  const events = one?.events.filter(({ type }) => type !== 'request-sent') ?? [];
  const { sessions: columns, turns } = compareMany([{ id: 'one', title: '', events }], () => ({ input: 1, output: 1 }));
  expect(columns[0]).not.toHaveProperty('cost');
  expect(turns[0]?.cells[0]).not.toHaveProperty('cost');
});

it('ignores ids and workspace paths where two are compared', () => {
  const [one, two] = sessions();
  if (one === undefined || two === undefined) throw new Error('no sessions');
  const { turns } = compareSessions(one, two, () => undefined);
  expect(turns[0]?.differs).toEqual(['tokens']);
  expect(turns[0]?.a?.answer).toBe('In /data/workspaces/one/a');
});

it('previews turns with their steps, and of a long session its beginning and end', () => {
  const [one] = sessions();
  const preview = previewOf('one', 'one', one?.events ?? [], 'en');
  expect(preview).toMatchObject({ turnCount: 2, model: 'demo', events: 7 });
  expect(preview.turns.map(({ text, answer }) => [text, answer?.text])).toEqual([
    ['Book a flight', 'In /data/workspaces/one/a'],
    ['And a hotel', 'Done'],
  ]);
  const store = openTestStore();
  store.append('long', [created, ...Array.from({ length: 100 }, (_, index) => said(`turn ${index}`))]);
  const long = previewOf('long', '', store.events('long'), 'en');
  expect([long.turnCount, long.turns.length, long.turns[20]?.text]).toEqual([100, 40, 'turn 80']);
  const failed: EventBody = { type: 'tool-finished', callId: 'c', name: 'x', ok: false, content: 'no', ms: 1 };
  store.append('busy', [created, said('go'), ...Array.from({ length: 60 }, () => ({ ...failed, ok: true })), failed]);
  const [turn] = previewOf('busy', '', store.events('busy'), 'en').turns;
  expect([turn?.steps.length, turn?.moreSteps, turn?.steps.at(-1)?.failed]).toEqual([40, 21, true]);
});
