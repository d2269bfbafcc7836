/** A flight booked with the demo model, in three messages and one approval. */
import { expect } from 'vitest';
import { storedBookings } from '../../../../../e2e/kit/bookings.ts';
import { atTerminal } from './at-terminal.ts';

/** @param program with what comes before its arguments. @returns the conversation's id. */
export async function bookAtTerminal(
  program: readonly string[],
  home: string,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const turn = (args: readonly string[], questions: readonly (readonly [shows: string, keys: string])[] = []) =>
    atTerminal([...program, 'run', '--home', home, ...args], place, questions);
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const first = await turn([`Find me a flight from Beijing to Tokyo on ${inAMonth}`]);
  expect(first.text).toContain('Beijing → Tokyo');
  const session = /\d{8}-\w+/.exec(first.text)?.[0] ?? '';
  await turn(['--session', session, 'Option 1']);
  const booked = await turn(['--session', session, 'Ada Lovelace'], [['[N] no: ', 'y\r']]);
  expect([first.status, booked.status]).toEqual([0, 0]);
  expect(storedBookings(home)).toHaveLength(1);
  return session;
}
