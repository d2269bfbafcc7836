/** A branch is a copy of a log: what the copied events brought about counts once. */
import { expect, it } from 'vitest';
import type { Store } from './store.ts';
import { answered, created, finished, requested, said } from './test-kit/home.ts';
import { openTestStore } from './test-kit/open-store.ts';

const branch = (store: Store, toSeq: number) => store.copyLog('s', 'branch', { toSeq, workspace: '/branch' });
const answer = answered('', { usage: { promptTokens: 1_500, completionTokens: 1 } });

it('copies up to and including the event it is named by', () => {
  const store = openTestStore();
  store.append('s', [created, said('one'), said('two'), said('three')]);
  branch(store, 3);
  const texts = store.events('branch').map((event) => (event.type === 'user-message-added' ? event.text : event.type));
  expect(texts).toEqual(['session-created', 'one', 'two']);
  expect(store.events('branch')[0]).toMatchObject({ workspace: '/branch', forkedFrom: { session: 's', seq: 3 } });
});

it('lists a record once, with what the branch makes itself', () => {
  const store = openTestStore();
  const stay = (callId: string) =>
    finished(callId, 'run_command', '', { data: { kind: 'stay', version: 1, key: callId, title: 'A stay' } });
  store.append('s', [created, stay('first')]);
  branch(store, 2);
  store.append('branch', [stay('second')]);
  const shown = () => store.shownCards('stay').map(({ session, key }) => [session, key]);
  const each = [
    ['branch', 'second'],
    ['s', 'first'],
  ];
  expect(shown()).toEqual(each);
  store.rebuild();
  expect(shown()).toEqual(each);
});

it('learns the token correction once, also after a rebuild', () => {
  const store = openTestStore();
  store.append('s', [created, requested(1_000), answer, requested(1_000), answer, requested(1_000), answer]);
  branch(store, 7);
  const taught = store.correction('demo');
  expect(taught).toEqual({ factor: 1.5, answers: 3 });
  store.rebuild();
  expect(store.correction('demo')).toEqual(taught);
});

it('keeps the endpoint and key the user pinned, and drops those an import names', () => {
  const store = openTestStore();
  const pinned = { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'KEY' };
  store.append('s', [{ ...created, pinned }]);
  store.importLog(
    'theirs',
    store.rows('s').map((row) => ({ ...row, session: 'theirs' })),
  );
  branch(store, 1);
  store.copyLog('theirs', 'other', { toSeq: 1, workspace: '/other' });
  expect(store.events('branch')[0]).toMatchObject({ pinned });
  expect(store.events('other')[0]).not.toHaveProperty('pinned');
});
