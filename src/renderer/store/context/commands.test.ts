import { expect, it } from 'vitest';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { LogBuilder } from '../../test-kit/log-builder.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { bookingEn } from '../../test-kit/sessions.ts';

it('a compaction by hand holds the session until it is done, and its notice takes it back', async () => {
  const log = bookingEn();
  const { store, until, undos, changes, stop } = makeStore(new FakeCore({ logs: [log] }));
  store.actions.select(log.session);
  await until(({ sessionStatus }) => sessionStatus === 'ready');
  const inForce = () => store.data.getState().log?.state.compactions ?? [];

  const compacting = store.actions.compact(' keep the fares ');
  expect(store.data.getState().compacting).toEqual([log.session]);
  expect(await compacting).toBe(true);
  expect(store.data.getState().compacting).toEqual([]);
  await until(() => inForce().length === 1);
  expect(inForce()).toMatchObject([{ strategy: 'turns', trigger: 'user', summary: 'keep the fares' }]);

  // From another conversation too.
  store.actions.newSession();
  undos[0]?.();
  store.actions.select(log.session);
  await until((data) => data.selected === log.session && data.log !== undefined && inForce().length === 0);
  expect(changes.some(({ compacting: held }) => held.length > 1)).toBe(false);
  stop();
});

it('reports a refusal, and frees the session', async () => {
  const log = new LogBuilder('empty', '2026-11-21T07:04:00.000Z');
  const { store, until, failures, stop } = makeStore(new FakeCore({ logs: [log] }));
  store.actions.select(log.session);
  await until(({ sessionStatus }) => sessionStatus === 'ready');
  expect(await store.actions.compact('')).toBe(false);
  expect(failures).toMatchObject([{ code: 'nothing-to-compact' }]);
  expect(store.data.getState().compacting).toEqual([]);
  stop();
});
