// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { parseCard } from '../../shared/cards/registry.ts';
import { setLanguage } from '../i18n.ts';
import { StoreProvider } from '../store/index.ts';
import { FakeCore } from '../test-kit/fake-core.ts';
import { BOOKING } from '../test-kit/fixtures/flights.ts';
import { makeStore } from '../test-kit/make-store.ts';
import { CardView, quoteViewOf, recordViewOf } from './registry.tsx';

afterEach(() => {
  cleanup();
  setLanguage('en');
});

const OFFERS = {
  kind: 'hotel-offers',
  version: 1,
  title: { en: 'Rooms in Vienna', zh: '维也纳的房间' },
  facts: [{ label: { en: 'Check-in', zh: '入住' }, value: { date: '2099-05-01T15:00:00+02:00' } }],
  items: [
    {
      title: { en: 'Corner suite', zh: '转角套房' },
      status: { text: 'Last\u202e room', tone: 'warning' },
      price: { amount: 390, currency: 'EUR' },
      actions: [{ label: { en: 'Choose', zh: '选择' }, say: { en: 'I choose the suite', zh: '我选套房' } }],
    },
  ],
  notes: ['<b>No pets</b>'],
};

function shown(data: object) {
  const card = parseCard(data);
  if (card === undefined) throw new Error('no card');
  const sent: string[] = [];
  const core = new FakeCore({ onSend: (_core, _session, text) => void sent.push(text) });
  const { store } = makeStore(core);
  render(
    <StoreProvider store={store}>
      <CardView card={card} newest memoryKey="k" />
    </StoreProvider>,
  );
  return { card, sent };
}

it('shows a card of a kind that the app does not know: facts, items, prices, in the language of now', async () => {
  shown(OFFERS);
  const card = within(screen.getByRole('region', { name: 'Rooms in Vienna' }));
  expect(card.getByRole('definition').textContent).toBe('Fri, 1 May 2099 15:00');
  expect(card.getByText('Corner suite')).toBeTruthy();
  // Characters that would hide or turn round are named.
  expect(card.getByText('U+202E')).toBeTruthy();
  expect(card.getByText('€390.00')).toBeTruthy();
  // Text is text.
  expect(card.getByText('<b>No pets</b>')).toBeTruthy();
});

it('sends what an action says', async () => {
  setLanguage('zh');
  const { sent } = shown(OFFERS);
  fireEvent.click(screen.getByRole('button', { name: '选择' }));
  await expect.poll(() => sent).toEqual(['我选套房']);
});

it('asks with the words of the card, and with its own where it has none; flights keep their view', () => {
  const words = { language: 'en', format: { money: () => '€390' }, t: (key: string) => key } as never;
  const quote = parseCard({ kind: 'hotel-quote', version: 1, title: 'Book this room', price: OFFERS.items[0]?.price });
  if (quote === undefined) throw new Error('no card');
  expect(quoteViewOf(quote).words(words, quote)).toMatchObject({
    title: 'Book this room',
    confirm: 'question.confirm',
    decline: 'question.decline',
    total: '€390',
  });
  const booking = parseCard(BOOKING);
  if (booking === undefined) throw new Error('no card');
  const { Pass } = recordViewOf(booking);
  render(<Pass card={booking} />);
  expect(screen.getByText(/Travellers/)).toBeTruthy();
});
