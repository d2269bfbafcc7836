import { afterEach, expect, it, vi } from 'vitest';
import { FakeCore } from '../test-kit/fake-core.ts';
import { makeStore, type Watched } from '../test-kit/make-store.ts';
import { bookingEn } from '../test-kit/sessions.ts';
import { keepAddress } from './address.ts';
import { NEW_DRAFT } from './app-data.ts';

const opened: Watched[] = [];
afterEach(() => {
  for (const { stop } of opened.splice(0)) stop();
});

/** As much of a window as an address needs. */
function windowAt(hash: string) {
  const visited = [hash];
  let back = () => {};
  const location = {
    get hash() {
      return visited.at(-1) ?? '';
    },
  };
  const target = {
    location,
    history: {
      pushState: (_state: unknown, _title: string, url: string) => void visited.push(url),
      replaceState: (_state: unknown, _title: string, url: string) => void visited.splice(-1, 1, url),
    },
    addEventListener: (_type: string, listener: () => void) => {
      back = listener;
    },
    removeEventListener: () => {},
  };
  const goBack = () => {
    visited.pop();
    back();
  };
  return { target: target as unknown as Window, visited, goBack };
}

it('names the conversation, or the skill whose files are open, and goes back from one to the other', () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
  opened.push(watched);
  const { data, actions } = watched.store;
  const { target, visited, goBack } = windowAt('#/s/booking-en');
  keepAddress(watched.store, target);
  expect([data.getState().selected, data.getState().author]).toEqual(['booking-en', undefined]);

  actions.openAuthor('报销 检查');
  expect(visited).toEqual(['#/s/booking-en', `#/skills/${encodeURIComponent('报销 检查')}`]);
  goBack();
  expect([data.getState().selected, data.getState().author]).toEqual(['booking-en', undefined]);

  // Another conversation closes it, with one step to go back.
  actions.openAuthor('notes');
  actions.newSession();
  expect(visited).toEqual(['#/s/booking-en', '#/skills/notes', '#/']);
  goBack();
  expect(data.getState().author).toBe('notes');
});

it('takes an address that is no address for a new conversation', () => {
  const watched = makeStore(new FakeCore({ logs: [] }));
  opened.push(watched);
  keepAddress(watched.store, windowAt('#/skills/%E0%A4%A').target);
  expect([watched.store.data.getState().selected, watched.store.data.getState().author]).toEqual([
    undefined,
    undefined,
  ]);
});

it('keeps the moment that is looked at, and opens it again when its log has come', async () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
  opened.push(watched);
  const { store, until } = watched;
  const { target, visited, goBack } = windowAt('#/s/booking-en/at/9');
  keepAddress(store, target);
  const { moment } = await until((data) => data.moment !== undefined);
  expect([moment?.seq, moment?.log.events.length]).toEqual([9, 9]);
  expect(visited).toEqual(['#/s/booking-en/at/9']);

  store.actions.backToNow();
  store.actions.lookBack(4);
  expect(visited).toEqual(['#/s/booking-en/at/9', '#/s/booking-en', '#/s/booking-en/at/4']);
  for (const seq of [5, 6, 7]) store.actions.lookBack(seq);
  await vi.waitFor(() => expect(visited.at(-1)).toBe('#/s/booking-en/at/7'));
  expect(visited).toHaveLength(3);
  goBack();
  expect(store.data.getState().moment).toBeUndefined();
  goBack();
  expect(store.data.getState().moment?.seq).toBe(9);
});

it('lays the words of a link into the box of a new conversation, below what stands there, once and unsent', () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
  opened.push(watched);
  const { data, actions } = watched.store;
  actions.setDraft('Two of us');
  const { target, visited } = windowAt(`#/new?prompt=${encodeURIComponent('to To\u202ekyo\u200b, 后天')}`);
  keepAddress(watched.store, target);
  expect([data.getState().selected, data.getState().drafts, visited]).toEqual([
    undefined,
    { [NEW_DRAFT]: 'Two of us\n\nto Tokyo, 后天' },
    ['#/'],
  ]);
});
