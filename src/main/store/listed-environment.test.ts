import { afterAll, expect, it } from 'vitest';
import { openStore } from './store.ts';
import { created, makeHome } from './test-kit/home.ts';

const { dir, remove } = makeHome();
afterAll(remove);

it('shows in the list the environment of a session', () => {
  const store = openStore({ home: dir, access: 'write' });
  store.append('a', [created]);
  store.append('b', [
    created,
    { type: 'settings-changed', environment: 'play' },
    { type: 'settings-changed', model: 'm' },
  ]);
  const environments = (open: typeof store) => open.summaries({}).map(({ id, environment }) => `${id} ${environment}`);
  const before = environments(store);
  expect(before.toSorted()).toEqual(['a default', 'b play']);
  store.rebuild();
  expect(environments(store)).toEqual(before);
  store.close();
});
