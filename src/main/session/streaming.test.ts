import { expect, it, onTestFinished, vi } from 'vitest';
import type { Delta, DeltaBody } from '../../shared/events.ts';
import { LiveSession } from './live-session.ts';
import { inMemory } from './run.ts';
import { Streaming } from './streaming.ts';

/** Maximum characters of a terminal kept for late viewers. */
const KEPT = 200_000;

function stream() {
  const emitted: Delta[] = [];
  const drafts: string[] = [];
  const streaming = new Streaming({
    session: 's',
    saveDraft: ({ text }) => drafts.push(text),
    emit: (delta) => emitted.push(delta),
  });
  return { streaming, emitted, drafts };
}
const printed = (offset: number, data: string): DeltaBody => ({ type: 'terminal-delta', callId: 'c', offset, data });
const said = (offset: number, text: string): DeltaBody => ({ type: 'text-delta', iteration: 1, offset, text });
const places = (deltas: readonly Delta[]) =>
  deltas.map((delta) => (delta.type === 'terminal-delta' ? [delta.offset, delta.data.length] : []));

it('sends a late joiner the end of a long terminal, at its true offset', () => {
  const { streaming, emitted } = stream();
  streaming.push(printed(0, 'x'.repeat(KEPT)));
  streaming.flush();
  expect(places(streaming.current())).toEqual([[0, KEPT]]);
  streaming.push(printed(KEPT, 'y'.repeat(50_000)));
  streaming.flush();
  expect(places(emitted)).toEqual([
    [0, KEPT],
    [KEPT, 50_000],
  ]);
  expect(places(streaming.current())).toEqual([[50_000, KEPT]]);
  streaming.push(printed(KEPT + 50_000, 'z'));
  streaming.flush();
  expect(emitted.at(-1)).toMatchObject({ offset: 250_000, data: 'z' });
});

it('skips output replaced between two flushes during a flood, and reports where it resumes', () => {
  const { streaming, emitted } = stream();
  streaming.push(printed(0, 'a'.repeat(KEPT)));
  streaming.push(printed(KEPT, 'b'.repeat(10)));
  streaming.flush();
  expect(places(emitted)).toEqual([[10, KEPT]]);
});

it('writes a draft before showing it, and shows each part once', () => {
  const { streaming, emitted, drafts } = stream();
  streaming.push(said(0, 'Hel'));
  streaming.push(said(3, 'lo'));
  expect([emitted, drafts]).toEqual([[], []]);
  streaming.flush();
  streaming.flush();
  streaming.push(said(5, '!'));
  streaming.flush();
  expect(drafts).toEqual(['Hello', 'Hello!']);
  expect(emitted).toMatchObject([
    { offset: 0, text: 'Hello' },
    { offset: 5, text: '!' },
  ]);
});

it('shows the end of an answer once its event is stored, and does not write its draft for that', () => {
  const written: string[] = [];
  const store = inMemory();
  const session = new LiveSession('s', {
    ...store,
    saveDraft: (_id, { text }) => void written.push(`draft ${text}`),
    append(id, bodies) {
      written.push(...bodies.map(({ type }) => type));
      return store.append(id, bodies);
    },
  });
  const shown: string[] = [];
  session.listen(0, {
    events: (events) => shown.push(...events.map(({ type }) => type)),
    delta: (delta) => shown.push(delta.type === 'text-delta' ? delta.text : delta.type),
  });
  session.publish(said(0, 'Hello'));
  session.append({ type: 'session-renamed', title: 'T', by: 'user' });
  session.publish(said(5, ', world'));
  const answer = { text: 'Hello, world', toolCalls: [], finishReason: 'stop', ms: 1 };
  session.append({ type: 'model-responded', iteration: 1, ...answer });
  expect(written).toEqual(['draft Hello', 'session-renamed', 'model-responded']);
  expect(shown).toEqual(['Hello', 'session-renamed', ', world', 'model-responded']);
});

it('hides a draft that could not be written, and shows it with the next one', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const emitted: Delta[] = [];
  let full = true;
  const streaming = new Streaming({
    session: 's',
    saveDraft: () => {
      if (full) throw new Error('The disk is full.');
    },
    emit: (delta) => emitted.push(delta),
  });
  streaming.push(said(0, 'Hel'));
  vi.runAllTimers();
  expect(emitted).toEqual([]);
  full = false;
  streaming.push(said(3, 'lo'));
  vi.runAllTimers();
  expect(emitted).toMatchObject([{ offset: 0, text: 'Hello' }]);
});

it('starts over with another try of the same request', () => {
  const { streaming, emitted } = stream();
  streaming.push(said(0, 'first try'));
  streaming.flush();
  streaming.push(said(0, 'second'));
  streaming.flush();
  expect(emitted.map((delta) => 'text' in delta && [delta.offset, delta.text])).toEqual([
    [0, 'first try'],
    [0, 'second'],
  ]);
});
