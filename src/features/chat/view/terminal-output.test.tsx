import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { ResultText, reachedBy } from './terminal-output.tsx';
import { inPieces } from './xterm-view.tsx';

it('shows the head of a large result at once, says that the rest cannot be read, and reads it in parts', async () => {
  const cut = { bytes: 2_048, characters: 15 };
  const view = <ResultText seq={3} content="0123" cut={cut} className="" />;
  const { user, core, failures } = await show(view, { logs: [bookingEn()] });
  const text = () => document.querySelector('pre')?.textContent;
  expect(text()).toBe('0123…');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('status').textContent).toBe('The rest of this output (2 KB in all) couldn’t be read.');
  expect(failures.map(({ code }) => code)).toEqual(['event-not-found']);
  core.results.set(3, '0123456789abcde');
  await user.click(retry);
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect([text(), screen.getByRole('status').textContent]).toEqual(['0123456789…', '5 more characters, 2 KB in all']);
  await user.click(more);
  await expect.poll(text).toBe('0123456789abcde');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('limits pieces in size, and never splits a character', () => {
  expect([...inPieces('ab😀c', 3)]).toEqual(['ab', '😀c']);
  expect([...inPieces('x'.repeat(10), 4)]).toEqual(['xxxx', 'xxxx', 'xx']);
  expect([...inPieces('', 4)]).toEqual([]);
});

it('reaches the prints of a recorded terminal at their times', () => {
  const events = [0, 100, 100, 60_000].map((atMs) => ({ atMs, data: '.' }));
  const reached = (atMs: number) => reachedBy({ events, truncated: false }, atMs);
  expect([-1, 0, 99, 100, 59_999, 60_000].map(reached)).toEqual([0, 1, 1, 3, 3, 4]);
});
