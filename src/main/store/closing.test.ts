import { expect, it } from 'vitest';
import { created, said } from './test-kit/home.ts';
import { openTestStore, testHome } from './test-kit/open-store.ts';

it.each(['write', 'read'] as const)('tells calls after its end that the app is closing (%s)', (access) => {
  const home = testHome().dir;
  const writer = openTestStore({ home });
  writer.append('a', [created]);
  const store = access === 'write' ? writer : openTestStore({ home, access });
  expect(store.events('a')).toHaveLength(1);
  store.close();
  const calls = [
    () => store.events('a'),
    () => store.library(),
    () => store.reviews.all(),
    ...(access === 'write'
      ? [
          () => store.append('a', [said('late')]),
          () => store.saveDraft('a', { iteration: 1, reasoning: '', text: 'late' }),
          () => store.takeIn('b'),
          () => store.rebuild(),
        ]
      : []),
  ];
  for (const call of calls) expect(call).toThrow(expect.objectContaining({ code: 'app-closing' }));
});
