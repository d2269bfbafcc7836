import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../renderer/test-kit/show.tsx';
import type { ListedWatch } from './contract.ts';
import { WatchList, WatchNotices } from './view.tsx';

const watch: ListedWatch = {
  id: 'w1',
  callId: 'c1',
  sessionId: 's1',
  session: 'A room',
  skill: 'room-price',
  title: { en: 'The sea room', zh: '海景房' },
  command: ['scripts/price.mjs'],
  every: 60,
  until: '2099-01-01T00:00:00Z',
  startedAt: '2027-01-10T09:00:00Z',
  checkedAt: '2027-01-10T10:00:00Z',
  nextAt: '2027-01-10T11:00:00Z',
  reading: { value: 298, currency: 'EUR' },
  failures: 0,
  changes: [
    {
      seq: 9,
      at: '2027-01-10T10:00:00Z',
      from: { value: 390, currency: 'EUR' },
      to: { value: 298, currency: 'EUR' },
    },
  ],
};
const ended: ListedWatch = {
  ...watch,
  id: 'w2',
  changes: [],
  nextAt: undefined,
  fault: { code: 'watch-exit', figures: { code: 3, line: 'The hotel does not answer.' } },
  ended: { seq: 12, at: '2027-01-10T12:00:00Z', reason: 'failed' },
};

it('lists watches with their state, stops one and removes another', async () => {
  const { user } = await show(<WatchList />, { watches: [watch, ended] });
  const list = within(await screen.findByRole('region', { name: 'Watches' }));
  const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(/^The sea roomNow €298\.00 · checked .* · next check /);
  expect(second).toMatch(/^The sea room: Watch ended: .*exit code 3: The hotel does not answer\./);
  await user.click(list.getByRole('button', { name: 'Stop watching' }));
  await user.click(list.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(list.getByText(/^Nothing is being watched/)).toBeTruthy());
});

it('claims the notice of a change', async () => {
  const focused = document.hasFocus;
  document.hasFocus = () => true;
  try {
    const { core } = await show(<WatchNotices />, { watches: [watch] });
    await waitFor(() => expect([...core.reminded]).toEqual(['watch w1 9']));
  } finally {
    document.hasFocus = focused;
  }
});
