import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../../../renderer/test-kit/show.tsx';
import type { Form, FormListItem } from '../../../../shared/forms/forms.ts';
import { FormIdProvider, preferredFor, SavedItems } from './saved-items.tsx';

const form = (values: Form['values'], unclear: readonly string[] = []): Form => ({
  kind: 'form',
  version: 1,
  language: 'en',
  title: 'Trip',
  fields: [
    { name: 'from', kind: 'text', label: 'From', required: true },
    { name: 'to', kind: 'text', label: 'To', required: true, differsFrom: 'from' },
    { name: 'currency', kind: 'text', label: 'Currency', required: false },
  ],
  values,
  unclear: [...unclear],
});
const PREFERRED = { from: 'Beijing', currency: 'CNY', gone: 'x' };

it('offers preferences where nothing was said, and nowhere else', () => {
  expect(preferredFor(form({ to: 'Tokyo' }), PREFERRED)).toEqual({ from: 'Beijing', currency: 'CNY' });
  expect(preferredFor(form({ from: 'Xi’an', to: 'Tokyo', currency: 'EUR' }), PREFERRED)).toEqual({});
  // Home is where they go, or it was left open.
  expect(preferredFor(form({ to: 'Beijing' }), PREFERRED)).toEqual({ currency: 'CNY' });
  expect(preferredFor(form({}, ['from']), PREFERRED)).toEqual({ currency: 'CNY' });
});

const ANNA = { name: 'Anna Baker', type: 'adult' };
const LIST = 'book-flight/passengers/passengers';

function List({
  form,
  begin,
  onItems,
}: {
  form?: string;
  begin: FormListItem[];
  onItems: (items: FormListItem[]) => void;
}) {
  const [items, setItems] = useState(begin);
  const change = (next: FormListItem[]) => {
    setItems(next);
    onItems(next);
  };
  return (
    <FormIdProvider value={form}>
      <SavedItems list="passengers" title="name" items={items} most={2} disabled={false} onChange={change} />
    </FormIdProvider>
  );
}

it('saves what was typed when asked to, and forgets it by one press', async () => {
  const { store, user } = await show(<List form="book-flight/passengers" begin={[ANNA]} onItems={() => {}} />);
  expect(store.data.getState().profile?.saved[LIST]).toBeUndefined();
  await user.click(await screen.findByRole('button', { name: 'Save for next time: Anna Baker' }));
  await waitFor(() => expect(store.data.getState().profile?.saved[LIST]).toEqual([ANNA]));
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});

it('offers saved ones, fills the empty place first, and sends nothing', async () => {
  let now: FormListItem[] = [];
  const { store, user } = await show(
    <List form="book-flight/passengers" begin={[{ type: 'adult' }]} onItems={(items) => (now = items)} />,
  );
  await store.actions.profile.save(LIST, [ANNA, { name: 'Leo', type: 'child' }]);
  await user.click(await screen.findByRole('button', { name: 'Leo' }));
  expect(now).toEqual([{ name: 'Leo', type: 'child' }]);
  await user.click(screen.getByRole('button', { name: 'Anna Baker' }));
  expect(now).toEqual([{ name: 'Leo', type: 'child' }, ANNA]);
  expect(store.data.getState().selected).toBeUndefined();
});

it('forgets one, and saves nothing for a form that no skill defines', async () => {
  const { store, user } = await show(<List form="book-flight/passengers" begin={[]} onItems={() => {}} />);
  await store.actions.profile.save(LIST, [ANNA]);
  await user.click(await screen.findByRole('button', { name: 'Forget Anna Baker' }));
  await waitFor(() => expect(store.data.getState().profile?.saved).toEqual({}));
  await show(<List begin={[{ name: 'Nobody', type: 'adult' }]} onItems={() => {}} />);
  expect(screen.queryByRole('button', { name: /Nobody/ })).toBeNull();
});
