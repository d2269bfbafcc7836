import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bookingEn } from '../../../../renderer/test-kit/sessions.ts';
import { show } from '../../../../renderer/test-kit/show.tsx';
import { NotesList } from './review-bar.tsx';

it('lists notes and reviews together by moment, those of others after a verdict', async () => {
  const log = bookingEn();
  const { store, user } = await show(<NotesList />, { logs: [log] });
  const { session } = log;
  const write = store.actions.judging.write;
  await write({ session, seq: 4, reviewer: 'ada', text: 'Ada on 4' });
  await write({ session, seq: 2, text: 'Mine on 2' });
  await store.actions.addNote(3, 'Note on 3');
  const listed = async () => {
    await user.click(screen.getByRole('button', { name: /note/ }));
    const rows = (await within(await screen.findByRole('dialog')).findAllByRole('listitem')).map(
      ({ textContent }) => textContent,
    );
    await user.keyboard('{Escape}');
    return rows;
  };
  await screen.findByRole('button', { name: '1 note' });
  await user.click(screen.getByRole('button', { name: '1 note' }));
  await screen.findByRole('button', { name: '2 notes and reviews', hidden: true });
  await user.keyboard('{Escape}');
  expect(await listed()).toEqual([expect.stringMatching(/^me.*Mine on 2$/), expect.stringMatching(/Note on 3$/)]);
  await write({ session, seq: 0, verdict: 'fail' });
  await user.click(screen.getByRole('button', { name: '2 notes and reviews' }));
  await screen.findByRole('button', { name: '4 notes and reviews', hidden: true });
  await user.keyboard('{Escape}');
  expect(await listed()).toEqual([
    'FailmeOn the whole conversation',
    expect.stringMatching(/^me.*Mine on 2$/),
    expect.stringMatching(/Note on 3$/),
    expect.stringMatching(/^ada.*Ada on 4$/),
  ]);
});
