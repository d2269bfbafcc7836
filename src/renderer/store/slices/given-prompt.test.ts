import { expect, it, vi } from 'vitest';
import { promptMessage } from '../../../shared/window/preload-protocol.ts';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { bookingEn } from '../../test-kit/sessions.ts';
import { takeGivenPrompts } from './given-prompt.ts';
import { NEW_DRAFT } from './session-state.ts';

it('puts a link’s text from the desktop app into the box, whatever is open, from this window only', () => {
  const { store, stop } = makeStore(new FakeCore({ logs: [bookingEn()] }));
  const page = Object.assign(new EventTarget(), { requestAnimationFrame: vi.fn() });
  const target = page as unknown as Window;
  const off = takeGivenPrompts(store, target);
  const send = (prompt: string, source: unknown) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data: promptMessage(prompt), source }));
  store.actions.select('booking-en');
  store.actions.map.show({});
  store.actions.openDialog({ name: 'palette' });

  send('from a frame', {});
  expect(store.data.getState()).toMatchObject({ selected: 'booking-en', drafts: {} });
  send('Fly to Oslo', target);
  expect(store.data.getState()).toMatchObject({ drafts: { [NEW_DRAFT]: 'Fly to Oslo' } });
  const { selected, map, dialog } = store.data.getState();
  expect([selected, map, dialog]).toEqual([undefined, undefined, undefined]);
  off();
  send('too late', target);
  expect(store.data.getState().drafts).toEqual({ [NEW_DRAFT]: 'Fly to Oslo' });
  stop();
});
