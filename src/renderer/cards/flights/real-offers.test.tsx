/** Facts that a real airline leaves out are left out on the screen, and its own rules replace them. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { parseCard } from '../../../shared/cards/registry.ts';
import { translate as t } from '../../i18n.ts';
import { OFFERS } from '../../test-kit/fixtures/flights.ts';
import { show } from '../../test-kit/show.tsx';
import { CardView, quoteViewOf } from '../registry.tsx';

const RULES = {
  en: [
    'Baggage per person: 1 checked bag, 1 in the cabin',
    'Date change: £25.00 for all passengers',
    'Cancellation: not refundable',
  ],
  zh: ['每人行李：托运 1 件，手提 1 件', '改期：全部乘客共 £25.00', '退票：不可退款'],
};
const offer = {
  id: 'off_0000StandIn00000000001',
  provider: 'duffel',
  itineraries: OFFERS.offers[0]?.itineraries,
  cabin: 'economy',
  price: { total: 150.4, currency: 'GBP' },
  fare: { name: 'Economy', nameZh: 'Economy' },
  bags: { checked: 1, carryOn: 1 },
  rules: RULES,
  tags: [],
};
const passengers = [{ name: 'Ada Lovelace', type: 'adult' }];
const total = { amount: 150.4, currency: 'GBP' };

const cardOf = (data: object) => {
  const card = parseCard(data);
  if (card?.kind === undefined) throw new Error('no card');
  return card;
};

it('lists an offer without seats or kilos, and unfolds the airline’s own rules', async () => {
  const card = cardOf({ ...OFFERS, provider: { name: 'duffel', real: true }, offers: [offer], matching: 1 });
  const { user } = await show(<CardView card={card} newest memoryKey="k" />);
  expect(screen.getByText('£150.40')).toBeDefined();
  expect(screen.getByText(t('cards.flights.flight.bagCount', { count: 1 }))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('cards.flights.offers.detailsLabel', { number: 1 }) }));
  expect(screen.getByText(/Cancellation: not refundable/)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/NaN|undefined/);
});

it.each([
  ['sample flights', { name: 'sample', real: false }, { provider: undefined }, 'cards.flights.flight.sample'],
  ["a provider's test mode", { name: 'duffel', real: false }, { test: true }, 'cards.flights.flight.test'],
] as const)(
  'says of %s that no ticket comes of them, in the list and in the question',
  async (_, provider, more, key) => {
    const sold = { ...offer, ...more };
    const list = cardOf({ ...OFFERS, provider, offers: [sold], matching: 1 });
    const quote = {
      kind: 'booking-quote',
      version: 1,
      action: 'book',
      offer: sold,
      passengers,
      total,
      fareRules: RULES,
    };
    const card = cardOf({ ...quote, key: 'k' });
    const view = quoteViewOf(card);
    if (view === undefined) throw new Error('no view');
    await show(
      <>
        <CardView card={list} newest memoryKey="k" />
        <view.Body card={card} />
      </>,
    );
    expect(screen.getAllByText(t(key))).toHaveLength(2);
  },
);

it('says nothing of the kind where tickets are real', async () => {
  const card = cardOf({ ...OFFERS, provider: { name: 'duffel', real: true }, offers: [offer], matching: 1 });
  await show(<CardView card={card} newest memoryKey="k" />);
  expect(screen.queryByText(t('cards.flights.flight.sample'))).toBeNull();
  expect(screen.queryByText(t('cards.flights.flight.test'))).toBeNull();
});

it('warns before real money is spent', async () => {
  const warning = { en: 'Real money: £150.40 is paid at once.', zh: '真实付款：立即支付 £150.40。' };
  const card = cardOf({
    kind: 'booking-quote',
    version: 1,
    action: 'book',
    offer,
    passengers,
    total,
    fareRules: RULES,
    warning,
    key: 'k',
  });
  const view = quoteViewOf(card);
  if (view === undefined) throw new Error('no view');
  await show(<view.Body card={card} />);
  expect(screen.getByText(warning.en)).toBeDefined();
  expect(card.plain().notes[0]).toEqual(warning);
});

it('asks for a change with the flights so far, old and new fare, difference, fee and what is paid now', async () => {
  const gbp = (amount: number) => ({ amount, currency: 'GBP' });
  const card = cardOf({
    kind: 'booking-quote',
    version: 1,
    action: 'book',
    offer,
    passengers,
    total: gbp(43.5),
    fareRules: RULES,
    key: 'k',
    change: {
      reference: 'KXPLMT',
      from: offer.itineraries,
      paid: gbp(150.4),
      newFare: gbp(168.9),
      difference: gbp(18.5),
      fee: gbp(25),
    },
  });
  const view = quoteViewOf(card);
  if (view === undefined) throw new Error('no view');
  expect(view.words({ language: 'en' } as never, card)).toMatchObject({ title: t('cards.flights.quote.changeTitle') });
  await show(<view.Body card={card} />);
  expect(screen.getByText(t('cards.flights.quote.changeFrom'))).toBeDefined();
  const rows = [...document.querySelectorAll('dl > div')].map((row) => row.textContent);
  expect(rows).toEqual([
    'Paid so far£150.40',
    'New fare£168.90',
    'Difference in fare£18.50',
    'Change fee£25.00',
    'To pay now£43.50',
  ]);
});

it('shows a held booking as not paid, with its time limit and the airline’s reference', async () => {
  const card = cardOf({
    kind: 'booking',
    version: 1,
    reference: 'KXPLMT',
    status: 'held',
    offer,
    passengers,
    total,
    createdAt: '2026-11-22T10:00:00+08:00',
    payBy: '2026-11-24T02:00:00Z',
    airlineReference: 'RZPNX8',
    files: [],
  });
  await show(<CardView card={card} newest memoryKey="k" />);
  expect(screen.getByText(t('cards.flights.booking.held'))).toBeDefined();
  expect(screen.getByText('RZPNX8')).toBeDefined();
  expect(screen.getByText(t('cards.flights.booking.toPay'))).toBeDefined();
});

it('shows each payment of a booking that was changed, which together are what was paid', async () => {
  const card = cardOf({
    kind: 'booking',
    version: 1,
    reference: 'KXPLMT',
    status: 'confirmed',
    offer,
    passengers,
    total: { amount: 280, currency: 'GBP' },
    payments: [
      { what: 'booking', at: '2026-11-22T10:00:00+08:00', amount: 150.4 },
      { what: 'change', at: '2026-11-23T10:00:00+08:00', amount: 129.6, fee: 118.3 },
    ],
    createdAt: '2026-11-22T10:00:00+08:00',
    files: [],
  });
  await show(<CardView card={card} newest memoryKey="k" />);
  for (const text of ['£280.00', '£150.40 for the booking', '£129.60 for a change (fee £118.30)'])
    expect(screen.getByText(text)).toBeDefined();
});

it('offers no calendar for a cancelled booking', async () => {
  const files = [
    { name: 'KXPLMT.ics', mime: 'text/calendar' },
    { name: 'KXPLMT.html', mime: 'text/html' },
  ];
  const booking = {
    kind: 'booking',
    version: 1,
    reference: 'KXPLMT',
    offer,
    passengers,
    total,
    createdAt: '2026-11-22T10:00:00+08:00',
    files,
  };
  await show(<CardView card={cardOf({ ...booking, status: 'cancelled' })} newest memoryKey="k" />);
  expect(screen.queryByRole('button', { name: t('chat.file.calendar') })).toBeNull();
  expect(screen.getByRole('button', { name: t('chat.file.itinerary') })).toBeDefined();
});
