import { expect, it, vi } from 'vitest';
import { fileMessage, type GivenFile } from '../../../shared/window/preload-protocol.ts';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { takeGivenFiles } from './given-prompt.ts';

it('shows what is in a skill and imports a session, for files from the desktop app and this window only', async () => {
  const { store, stop } = makeStore(new FakeCore({ logs: [] }));
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
  stop();
});
