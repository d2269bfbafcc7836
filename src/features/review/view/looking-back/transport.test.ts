import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keyDeed } from './transport.tsx';

// There is no page here; what has the focus is none of its elements.
beforeAll(() => void vi.stubGlobal('Element', class {}));
afterAll(() => void vi.unstubAllGlobals());

/** Calls and arguments that a key press leads to. */
function pressed(key: string, how: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}, playing = false) {
  const called: unknown[] = [];
  const note =
    (name: string) =>
    (...given: readonly unknown[]) =>
      void called.push([name, ...given]);
  const event = { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...how };
  keyDeed(
    event as KeyboardEvent,
    {
      stepMoment: note('step'),
      lookBack: note('look'),
      backToNow: note('now'),
      playMoments: note('play'),
      pauseMoments: note('pause'),
      writeNote: note('note'),
    },
    { seq: 7, first: 1, playing },
  )?.();
  return called[0];
}

it('steps with arrows, with Shift by turns; Home, End, Space, N and Escape match the key sheet', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'n', 'ArrowUp', 'x'].map((key) => pressed(key))).toEqual([
    ['step', 'event', -1],
    ['step', 'event', 1],
    ['look', 1],
    ['look'],
    ['play'],
    ['note', { on: 7 }],
    undefined,
    undefined,
  ]);
  expect(pressed('ArrowRight', { shiftKey: true })).toEqual(['step', 'turn', 1]);
  expect(pressed('f')).toEqual(['step', 'failure', 1]);
  expect(pressed('F', { shiftKey: true })).toEqual(['step', 'failure', -1]);
  expect(pressed(' ', {}, true)).toEqual(['pause']);
  expect(pressed('Escape')).toEqual(['now']);
  expect(pressed('ArrowRight', { ctrlKey: true })).toBeUndefined();
});
