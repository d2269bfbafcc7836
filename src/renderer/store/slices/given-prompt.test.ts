import { expect, it, vi } from 'vitest';
import { fileMessage, type GivenFile, promptMessage } from '../../../shared/window/preload-protocol.ts';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { bookingEn } from '../../test-kit/sessions.ts';
import { takeGivenFiles, takeGivenPrompts } from './given-prompt.ts';
import { NEW_DRAFT } from './session-state.ts';

it('puts a link’s text from the desktop app into the box, whatever is open, from this window only', () => {
  const { store } = makeStore(new FakeCore({ logs: [bookingEn()] }));
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
});

it('shows what is in a skill and imports a session, for files from the desktop app and this window only', async () => {
  const { store } = makeStore(new FakeCore({ logs: [] }));
  const page = new EventTarget();
  const off = takeGivenFiles(store, page as unknown as Window);
  const send = (file: GivenFile, source: unknown = page) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data: fileMessage(file), source }));
  send({ kind: 'skill', path: '/elsewhere.skill' }, {});
  expect(store.data.getState().dialog).toBeUndefined();
  send({ kind: 'skill', path: '/home/me/pack.skill' });
  expect(store.data.getState().dialog).toEqual({ name: 'import-skill', address: '/home/me/pack.skill' });
  send({ kind: 'session', name: 'trip.jsonl', bytes: new Uint8Array([123, 125]) });
  expect(store.data.getState()).toMatchObject({ dialog: undefined, library: { page: 'list' } });
  await vi.waitFor(() => expect(store.data.getState().imports.map(({ name }) => name)).toEqual(['trip.jsonl']));
  off();
  send({ kind: 'skill', path: '/home/me/late.skill' });
  expect(store.data.getState().dialog).toBeUndefined();
});
