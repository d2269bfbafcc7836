import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { FormListItem } from '../../../shared/forms/forms.ts';
import { show } from '../../test-kit/show.tsx';
import { FormIdProvider, SavedItems } from './saved-items.tsx';

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
