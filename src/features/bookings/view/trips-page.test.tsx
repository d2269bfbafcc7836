import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BOOKING } from '../../../renderer/test-kit/fixtures/flights.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { CardRecordView } from '../../../shared/cards/records.ts';
import { calendarFile, TripsPage } from './trips-page.tsx';

const far = JSON.parse(JSON.stringify(BOOKING).replaceAll('2026-12-2', '2099-12-2')) as typeof BOOKING;
const record = (key: string, card: CardRecordView['card'], upcoming: boolean): CardRecordView => ({
  key,
  card: { ...card, reference: key },
  upcoming,
});
const HOTEL = {
  kind: 'hotel-stay',
  version: 1,
  title: 'Sea View',
  key: 'ST1',
  facts: [],
  period: { from: '2099-05-01' },
};

it('keeps upcoming, past and cancelled apart, and shows records of any skill', async () => {
  const records = [
    {
      skill: 'book-flight',
      title: 'My bookings',
      records: [
        record('AAAAAA', far, true),
        record('BBBBBB', BOOKING, false),
        record('CCCCCC', { ...far, status: 'cancelled' }, false),
      ],
    },
    { skill: 'hotel-stay', title: 'My stays', records: [{ key: 'ST1', card: HOTEL, upcoming: true }] },
  ];
  const sent: string[] = [];
  const { user } = await show(<TripsPage />, { records, onSend: (_core, _session, text) => void sent.push(text) });
  const flights = await screen.findAllByRole('region', { name: 'Upcoming' });
  expect(flights.map((section) => within(section).getAllByRole('article').length)).toEqual([1, 1]);
  expect(within(screen.getByRole('region', { name: 'Past' })).getByText('BBBBBB')).toBeTruthy();
  const cancelled = within(screen.getByRole('region', { name: 'Cancelled' }));
  expect(cancelled.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Copy as text' })[0] as HTMLElement);
  expect(await navigator.clipboard.readText()).toContain('Travellers: WANG XIAOMING');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(sent).toEqual(['Cancel my booking AAAAAA']));
});

it('writes a calendar that rings at each reminder, in the right moment', async () => {
  const reminder = { id: 'leave', label: 'Leave', at: '2026-12-24T04:30:00+08:00' };
  const text = await (await calendarFile([reminder], 'Beijing → Tokyo', 0, true)).text();
  expect(text).toContain('DTSTART:20261223T203000Z');
  expect(text.match(/BEGIN:VALARM/g)).toHaveLength(1);
});

it('lets a held booking be paid, changed and cancelled, and says until when', async () => {
  const held = { ...far, status: 'held' as const, payBy: '2099-12-01T10:00:00Z' };
  const records = [{ skill: 'book-flight', title: 'My bookings', records: [record('DDDDDD', held, true)] }];
  await show(<TripsPage />, { records });
  const trip = within(await screen.findByRole('article', { name: /DDDDDD/ }));
  for (const name of ['Pay', 'Change', 'Cancel']) expect(trip.getByRole('button', { name })).toBeTruthy();
  expect(trip.getByText('Pay by then, or lose the seats')).toBeTruthy();
});

it('names the records that cannot be read instead of saying that there are none', async () => {
  const file = '/home/ann/skilldeck/data/book-flight/bookings/QQQQQQ.json';
  const records = [{ skill: 'book-flight', title: 'My bookings', records: [], unreadable: [file] }];
  await show(<TripsPage />, { records });
  expect(await screen.findByText(file)).toBeTruthy();
  expect(screen.getByText('1 record can’t be read, so it’s missing here')).toBeTruthy();
  expect(screen.queryByText('No trips yet')).toBeNull();
});
