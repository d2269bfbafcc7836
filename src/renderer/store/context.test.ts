import { expect, it } from 'vitest';
import { FakeCore } from '../test-kit/fake-core.ts';
import { LogBuilder } from '../test-kit/log-builder.ts';
import { makeStore } from '../test-kit/make-store.ts';
import { bookingEn } from '../test-kit/sessions.ts';
import type { AppData } from './app-data.ts';
import { askedSteps } from './context.ts';

it('reports a refusal, and frees the session', async () => {
  const log = new LogBuilder('empty', '2026-11-21T07:04:00.000Z');
  const { store, until, failures } = makeStore(new FakeCore({ logs: [log] }));
  store.actions.select(log.session);
  await until(({ sessionStatus }) => sessionStatus === 'ready');
  expect(await store.actions.compact('')).toBe(false);
  expect(failures).toMatchObject([{ code: 'nothing-to-compact' }]);
  expect(store.data.getState().compacting).toEqual([]);
});

const load = (skill: string) => ({ do: 'load', skill }) as const;

async function opened() {
  const log = bookingEn();
  const made = makeStore(new FakeCore({ logs: [log] }));
  made.store.actions.select(log.session);
  await made.until(({ sessionStatus }) => sessionStatus === 'ready');
  const delta = ({ whatIf: { result } }: AppData) =>
    result === undefined ? undefined : result.after.tokens.total - result.before.tokens.total;
  const settled = () => made.until(({ whatIf }) => !whatIf.reading);
  return { ...made, log, delta, settled };
}

it('stacks, shows and removes steps one by one, and writes nothing', async () => {
  const { store, log, delta, settled } = await opened();
  const { whatIf } = store.actions;
  const events = log.events.length;
  whatIf.point(load('a'));
  expect(delta(await settled())).toBe(1_000);
  whatIf.point(undefined);
  expect(store.data.getState().whatIf.result).toBeUndefined();

  whatIf.add(load('a'));
  whatIf.add(load('b'));
  whatIf.point(load('c'));
  expect(askedSteps(store.data.getState().whatIf)).toEqual([load('a'), load('b'), load('c')]);
  expect(delta(await settled())).toBe(3_000);
  whatIf.point(undefined);
  whatIf.remove(0);
  expect(delta(await settled())).toBe(1_000);
  expect(store.data.getState().whatIf.steps).toEqual([load('b')]);
  whatIf.add(load('b'));
  expect(store.data.getState().whatIf).toMatchObject({ steps: [], result: undefined, reading: false });

  // A ghost is of one conversation.
  whatIf.add(load('a'));
  store.actions.newSession();
  expect(store.data.getState().whatIf.steps).toEqual([]);
  expect(log.events.length).toBe(events);
});

it('calls the real commands in order when applied', async () => {
  const { store, log, settled } = await opened();
  const { whatIf } = store.actions;
  const before = log.events.length;
  whatIf.add({ do: 'unload', skill: 'book-flight' });
  whatIf.add({ do: 'placement', placement: 'tool-result' });
  whatIf.add({ do: 'dialect', dialect: 'standard' });
  await settled();
  expect(await whatIf.apply()).toBe(true);
  expect(log.events.slice(before).map(({ type }) => type)).toEqual([
    'skill-unloaded',
    'settings-changed',
    'settings-changed',
  ]);
  expect(store.data.getState().whatIf).toMatchObject({ steps: [], applying: false });
});

it('applies the accepted steps, and leaves the refused ones', async () => {
  const { store, log, settled } = await opened();
  const { whatIf } = store.actions;
  const before = log.events.length;
  whatIf.add(load('big'));
  whatIf.add({ do: 'unload', skill: 'book-flight' });
  expect((await settled()).whatIf.result?.steps.map(({ ok }) => ok)).toEqual([false, true]);
  expect(await whatIf.apply()).toBe(false);
  expect(log.events.slice(before).map(({ type }) => type)).toEqual(['skill-unloaded']);
  expect(store.data.getState().whatIf.steps).toEqual([load('big')]);
});
