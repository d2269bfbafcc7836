import { afterEach, expect, it } from 'vitest';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { applyAppearance } from './theme.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  localStorage.clear();
});

it('writes the language of the page once, not with every settings change', async () => {
  const { store, until } = makeStore(new FakeCore());
  const { settings } = await until((data) => data.settings !== undefined);
  if (settings === undefined) throw new Error('No settings arrived.');
  const root = document.createElement('div');
  const written = new MutationObserver(() => {});
  written.observe(root, { attributes: true, attributeFilter: ['lang'] });
  ends.push(() => written.disconnect(), applyAppearance(store, root));
  expect(root.lang).toBe('en');
  expect(written.takeRecords()).toHaveLength(1);

  store.data.setState({ settings: { ...settings, theme: 'dark' } });
  expect(root.dataset.theme).toBe('dark');
  expect(written.takeRecords()).toEqual([]);
});
