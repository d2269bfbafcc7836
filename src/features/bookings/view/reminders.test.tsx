import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { BOOKING } from '../../../renderer/test-kit/fixtures/flights.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { AllowReminders, ReminderNotices } from './reminders.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A system that shows what it is given. */
function system(permission: NotificationPermission) {
  const shown: string[] = [];
  class Shown {
    static permission = permission;
    static async requestPermission() {
      Shown.permission = 'granted';
      return Shown.permission;
    }
    constructor(title: string, { body }: { body: string }) {
      shown.push(`${title} | ${body}`);
    }
  }
  vi.stubGlobal('Notification', Shown);
  return shown;
}

const HOUR = 3_600_000;
const departs = Date.parse(BOOKING.offer.itineraries[0]?.departs ?? '');
const records = [
  { skill: 'book-flight', title: 'My bookings', records: [{ key: 'K7QX2M', card: BOOKING, upcoming: true }] },
];

it.each([
  [25, []],
  [23, [/^Check-in opens, .*K7QX2M/]],
  [3, [/^Leave for the airport, .*K7QX2M/]],
  [-1, []],
])('shows the reminder that is due %i hours before departure, once', async (hours, expected) => {
  const shown = system('granted');
  vi.spyOn(Date, 'now').mockReturnValue(departs - hours * HOUR);
  // Simulates two windows.
  await show(
    <>
      <ReminderNotices />
      <ReminderNotices />
    </>,
    { records },
  );
  await waitFor(() => expect(shown).toHaveLength(expected.length));
  await act(async () => undefined);
  expect(shown).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(shown[index]).toMatch(pattern);
  vi.restoreAllMocks();
});

it('asks the system only after a press', async () => {
  system('default');
  const { user } = await show(<AllowReminders />);
  const name = 'Remind me on this computer';
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});
