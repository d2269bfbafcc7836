import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { refused } from '../../../renderer/test-kit/fake-core.ts';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import { FindBar, findPlaces } from './find.tsx';

const answer = (text: string, reasoning?: string): EventBody => ({
  type: 'model-responded',
  iteration: 1,
  text,
  toolCalls: [],
  finishReason: 'stop',
  ms: 1,
  ...(reasoning === undefined ? {} : { reasoning }),
});
const eventsOf = (...bodies: EventBody[]): SessionEvent[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at: '2030-01-01T00:00:00.000Z', session: 's', ...body }));

const large = { type: 'tool-finished', callId: 'd', name: 'search', ok: true } as const;

it('finds every word or part of one, in any case and width, in messages, thoughts, calls, results and notes', () => {
  const events = eventsOf(
    { type: 'user-message-added', text: 'Ｆｌｙ to Tokyo' },
    answer('Looking.', 'Tokyo needs a flight; fly.'),
    { type: 'tool-started', callId: 'c', name: 'search', arguments: '{"to":"tokyo","how":"fly"}' },
    { type: 'tool-finished', callId: 'c', name: 'search', ok: true, content: '东京 TOKYO, fly', ms: 1 },
    { ...answer('fly Tokyo'), purpose: 'summary' } as EventBody,
    answer('Fly to Osaka'),
    { type: 'note-added', note: 'n', on: 6, text: 'Not fly to Tokyo' },
    // The core looks through all of it.
    { ...large, content: 'fly to Tokyo', cut: { bytes: 40_000, characters: 40_000 } },
  );
  expect(findPlaces(events, ' tokyo  FLY ')).toEqual([
    { seq: 1 },
    { seq: 2, thought: true },
    { seq: 3 },
    { seq: 4 },
    { seq: 6 },
  ]);
  expect(findPlaces(events, '东')).toEqual([{ seq: 4 }]);
  // Parts of words, tools and signs alone.
  expect(findPlaces(events, 'osak')).toEqual([{ seq: 6 }]);
  expect(findPlaces(events, 'search')).toEqual([{ seq: 3 }]);
  expect(findPlaces(events, '{"')).toEqual([{ seq: 3 }]);
  expect(findPlaces(events, '  ')).toEqual([]);
});

it('keeps what is here where the core cannot look, and does not say that there is nothing', async () => {
  const { core, user } = await show(<FindBar />, { logs: [bookingEn()] });
  const search = vi.spyOn(core.connection.client.review, 'search');
  search.mockRejectedValue(refused('database-damaged', 'No index.'));
  const box = screen.getByRole('searchbox');
  await user.type(box, 'atl');
  await expect.poll(() => screen.getByRole('status').textContent).toMatch(/^1 of \d+$/);
  await user.clear(box);
  await user.type(box, 'no such animal');
  await expect.poll(() => search.mock.calls.at(-1)?.[0].words).toBe('no such animal');
  await act(async () => {});
  expect(screen.getByRole('status').textContent).toBe('');
  search.mockResolvedValue({ total: 0, results: [] });
  await user.type(box, 's');
  await screen.findByText(t('common.noResults'));
});
