import { expect, it } from 'vitest';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { bookingEn } from '../../test-kit/sessions.ts';
import { isFailure } from './files.ts';

it('a conversation’s files are listed, read, deleted and restored', async () => {
  const log = bookingEn();
  const saved = { name: 'trip.ics', version: 1, mime: 'text/calendar', bytes: 15, sha256: '0'.repeat(64) };
  log.add({ type: 'artifact-saved', ...saved });
  const { store, until, failures } = makeStore(new FakeCore({ logs: [log] }));
  const { files } = store.actions;
  expect([await files.list(), await files.read({ path: 'work/a' })]).toEqual([undefined, undefined]);
  store.actions.select(log.session);
  await until(({ sessionStatus }) => sessionStatus === 'ready');

  const listed = await files.list();
  if (listed === undefined || isFailure(listed)) throw new Error('No list');
  const { name } = saved;
  expect(listed.artifacts.map((one) => [one.name, one.versions.length])).toEqual([[name, 1]]);
  expect(listed.files.length).toBeGreaterThan(0);
  expect(await files.read({ artifact: name })).toEqual({
    mime: 'text/calendar',
    kind: 'calendar',
    bytes: 15,
    text: 'BEGIN:VCALENDAR',
    truncated: false,
  });
  // A text of the folder comes as text, and is saved as its bytes.
  expect(await files.whole({ path: 'work/search/fares.csv' })).toEqual({
    mime: 'text/csv',
    base64: btoa('a,b\n1,2\n'),
  });

  const deleted = () =>
    store.data.getState().log?.state.artifacts.filter(({ deletedAt }) => deletedAt !== undefined).length;
  expect(await files.remove(name)).toBe(true);
  await until(() => (deleted() ?? 0) > 0);
  expect(await files.restore(name)).toBe(true);
  await until(() => deleted() === 0);
  expect(failures).toEqual([]);
});

it('limits that are set hold at the next look', async () => {
  const { store } = makeStore(new FakeCore());
  const { files } = store.actions;
  expect((await files.usage())?.limits.keepDays).toBe(90);
  expect(await files.configure({ keepDays: 7, maxBytes: 0 })).toBe(true);
  expect((await files.usage())?.limits).toEqual({ keepDays: 7, maxBytes: 0 });
  expect(await files.clean(30)).toMatchObject({ sessions: 1 });
});
