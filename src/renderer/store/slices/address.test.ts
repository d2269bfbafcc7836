import { expect, it, vi } from 'vitest';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { bookingEn } from '../../test-kit/sessions.ts';
import { keepAddress } from './address.ts';
import { NEW_DRAFT } from './session-state.ts';

/** The parts of a window that an address needs. */
function windowAt(hash: string, given: unknown = null) {
  const visited = [hash];
  const states: unknown[] = [given];
  let back = () => {};
  const location = {
    get hash() {
      return visited.at(-1) ?? '';
    },
  };
  const target = {
    location,
    history: {
      get state() {
        return states[visited.length - 1];
      },
      pushState: (state: unknown, _title: string, url: string) => {
        states[visited.length] = state;
        visited.push(url);
      },
      replaceState: (state: unknown, _title: string, url: string) => {
        states[visited.length - 1] = state;
        visited.splice(-1, 1, url);
      },
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

it('names the conversation, or the skill whose files are open, and navigates back between them', () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
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

it('treats an invalid address as a new conversation', () => {
  const watched = makeStore(new FakeCore({ logs: [] }));
  keepAddress(watched.store, windowAt('#/skills/%E0%A4%A').target);
  expect([watched.store.data.getState().selected, watched.store.data.getState().author]).toEqual([
    undefined,
    undefined,
  ]);
});

it('keeps the viewed moment, and opens it again once its log has loaded', async () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
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

it('keeps the library and its query: a history step per page, none per letter, conversation below', () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
  const { data, actions } = watched.store;
  const { library } = actions;
  const { target, visited, goBack } = windowAt('#/s/booking-en');
  keepAddress(watched.store, target);

  library.show({ page: 'list' });
  for (const words of ['机', '机票', '机票 &?']) library.ask({ words });
  library.ask({
    filters: { skills: ['book flight'], outcomes: ['error', 'stopped'], cost: { max: 0.5 } },
    sort: 'cost',
  });
  // Going back shows the list as it was left, whatever was opened next.
  library.show({ page: 'costs', session: 'booking-en' });
  library.show({ page: 'costs', session: 'booking-en', by: 'tools' });
  const list =
    '#/library?q=%E6%9C%BA%E7%A5%A8+%26%3F&skills=book+flight&outcomes=error&outcomes=stopped&cost=%7B%22max%22%3A0.5%7D&sort=cost';
  const costs = '#/library/costs/booking-en';
  expect(visited).toEqual(['#/s/booking-en', list, `${costs}?by=tools`]);
  library.show({ page: 'compare', sessions: ['booking-en', 'x/y'], requests: { a: 4, b: 9 } });
  expect(visited.at(-1)).toBe('#/library/compare/booking-en/x%2Fy/requests/4/9');
  library.ask({ words: '' });
  goBack();
  goBack();
  expect(data.getState()).toMatchObject({
    library: { page: 'list' },
    asked: { words: '机票 &?', filters: { cost: { max: 0.5 } }, sort: 'cost' },
  });
  // A conversation that is opened closes it, and Back leads to the list again; one more to where one came from.
  actions.openAt('booking-en', 3);
  expect(visited).toEqual(['#/s/booking-en', list, '#/s/booking-en']);
  goBack();
  expect(data.getState().library).toEqual({ page: 'list' });
  goBack();
  expect(data.getState()).toMatchObject({ library: undefined, selected: 'booking-en' });

  // A reload of another window: the same list, over the same conversation.
  const again = makeStore(new FakeCore({ logs: [bookingEn()] }));
  keepAddress(again.store, windowAt(list, { below: 'booking-en' }).target);
  expect(again.store.data.getState()).toMatchObject({
    library: { page: 'list' },
    selected: 'booking-en',
    asked: { words: '机票 &?', filters: { skills: ['book flight'], outcomes: ['error', 'stopped'] }, sort: 'cost' },
  });
});

it('opens the library by a link it only partly understands', () => {
  const read = (hash: string) => {
    const watched = makeStore(new FakeCore({ logs: [] }));
    keepAddress(watched.store, windowAt(hash).target);
    const { library, asked } = watched.store.data.getState();
    return { library, asked };
  };
  const none = { words: '', filters: {}, sort: 'updated' };
  const cut =
    '#/library?outcomes=exploded&from=yesterday&to=2026-03-01T00:00:00.000Z&cost=lots&deleted=only&sort=x&new=1';
  expect(read(cut)).toEqual({
    library: { page: 'list' },
    asked: { ...none, filters: { to: '2026-03-01T00:00:00.000Z', deleted: 'only' } },
  });
  expect(read('#/library/compare/a')).toEqual({ library: { page: 'list' }, asked: none });
  expect(read('#/library/compare/a/b/requests/1/-2').library).toEqual({ page: 'compare', sessions: ['a', 'b'] });
  expect(read('#/library/costs/%E0%A4%A').library).toEqual({ page: 'list' });
  expect(read('#/libraryx').library).toBeUndefined();
});

it('puts a link’s text into the box of a new conversation, below existing text, once and unsent', () => {
  const watched = makeStore(new FakeCore({ logs: [bookingEn()] }));
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
