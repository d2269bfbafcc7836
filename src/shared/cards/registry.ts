/** Every kind of card that the app knows: one entry a kind. All others are shown as plain cards. */
import {
  type Card,
  type CardFact,
  type CardHead,
  type CardItem,
  type CardKind,
  type CardText,
  cardHeadSchema,
  cardWatchSchema,
  dateText,
  defineCard,
  factsOfUnknown,
  type PlainCard,
  plainCardSchema,
} from './card.ts';
import {
  type BookingCard,
  type BookingChange,
  bookingListSchema,
  bookingQuoteSchema,
  bookingSchema,
  currentTimeSchema,
  type FlightOffersCard,
  flightOffersSchema,
  type Itinerary,
  type Offer,
  type Place,
} from './schema.ts';

// The kinds of card that the skill book-flight writes.

/** Words of the flight cards as plain cards, in each language. */
const WORDS = {
  book: { en: 'Book', zh: '预订' },
  cancel: { en: 'Cancel the booking', zh: '取消预订' },
  change: { en: 'Change the booking', zh: '改签预订' },
  passengers: { en: 'passengers', zh: '乘客' },
  adult: { en: 'adult', zh: '成人' },
  child: { en: 'child', zh: '儿童' },
  infant: { en: 'infant on lap', zh: '婴儿（怀抱）' },
  'infant-seat': { en: 'infant with seat', zh: '婴儿（占座）' },
  fare: { en: 'fare', zh: '票价' },
  fee: { en: 'fee', zh: '手续费' },
  paid: { en: 'paid so far', zh: '原票价' },
  first: { en: 'paid for the booking', zh: '订票付款' },
  forChange: { en: 'paid for a change', zh: '改签付款' },
  newFare: { en: 'new fare', zh: '新票价' },
  difference: { en: 'difference in fare', zh: '票价差额' },
  changeFee: { en: 'change fee', zh: '改签手续费' },
  due: { en: 'to pay now', zh: '需补付' },
  back: { en: 'you get back', zh: '退还' },
  refund: { en: 'refund', zh: '退款' },
  total: { en: 'total', zh: '总价' },
  baggage: { en: 'checked bags per person', zh: '每人托运行李' },
  note: { en: 'note', zh: '请留意' },
  nothing: { en: 'No flight fits. Nearest:', zh: '没有合适的航班，最接近的是：' },
  why: { en: 'why', zh: '原因' },
  'free-24h': { en: 'within 24 hours of booking, everything is refunded', zh: '预订后 24 小时内退票，全额退款' },
  'not-refundable': { en: 'this fare is not refundable: you get nothing back', zh: '这张票不可退款，退票后拿不回钱' },
  late: { en: 'less than 48 hours before departure the fee doubles', zh: '距起飞不足 48 小时，退票费加倍' },
  'fare-fee': { en: 'the fee of this fare', zh: '按票规扣除退票费' },
  voucher: { en: 'the airline refunds by voucher or credit, not in money', zh: '航空公司以代金券或积分退款，不退现金' },
  full: { en: 'this fare is refunded in full', zh: '这张票可全额退款' },
  'not-paid': { en: 'nothing was paid for it yet', zh: '此订单尚未付款' },
  airlineReference: { en: 'airline reference', zh: '航空公司订座编号' },
  payBy: { en: 'pay by', zh: '付款截止' },
  held: { en: 'Held, not paid', zh: '已保留，未付款' },
  sample: { en: 'Sample flights: nothing is really sold.', zh: '示例航班，不会真正出票。' },
  confirmed: { en: 'Confirmed', zh: '已确认' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
  bookings: { en: 'Bookings', zh: '预订' },
  confirmBook: { en: 'Confirm and book', zh: '确认预订' },
  notNow: { en: 'Not now', zh: '暂不预订' },
  confirmChange: { en: 'Confirm the change', zh: '确认改签' },
  confirmCancel: { en: 'Cancel the booking', zh: '确认取消' },
  keep: { en: 'Keep the booking', zh: '保留预订' },
} as const;

const VERSION = 1;
const EMPTY = { facts: [], actions: [], items: [], notes: [], files: [] };

const city = ({ city: en, cityZh: zh }: Place): CardText => ({ en, zh });

const both = (say: (language: 'en' | 'zh') => string): CardText => ({ en: say('en'), zh: say('zh') });

const cityIn = (place: Place, language: 'en' | 'zh'): string => (language === 'zh' ? place.cityZh : place.city);

const routeIn = (itinerary: Itinerary, language: 'en' | 'zh'): string =>
  `${cityIn(itinerary.from, language)} → ${cityIn(itinerary.to, language)}`;

function segments(itinerary: Itinerary): CardFact[] {
  return itinerary.segments.map(({ flight, from, to, departs, arrives, dayOffset }) => {
    const later = dayOffset === 0 ? '' : ` (${dayOffset > 0 ? '+' : ''}${dayOffset} d)`;
    const laterZh = dayOffset === 0 ? '' : `（${dayOffset > 0 ? '+' : ''}${dayOffset} 天）`;
    const said = (language: 'en' | 'zh') =>
      `${flight}  ${cityIn(from, language)} (${from.code}) ${dateText(departs)} → ${cityIn(to, language)} (${to.code}) ${dateText(arrives)}${language === 'zh' ? laterZh : later}`;
    return { value: both(said) };
  });
}

function offerFacts(offer: Offer): CardFact[] {
  const { bags } = offer;
  const warned = warnings(offer);
  return [
    ...offer.itineraries.flatMap(segments),
    { label: WORDS.fare, value: { en: offer.fare.name, zh: offer.fare.nameZh } },
    ...(bags === undefined
      ? []
      : [
          {
            label: WORDS.baggage,
            value:
              bags.checked === 0
                ? '0'
                : bags.kg === undefined
                  ? String(bags.checked)
                  : `${bags.checked} × ${bags.kg} kg`,
          },
        ]),
    ...(warned === undefined ? [] : [{ label: WORDS.note, value: warned }]),
  ];
}

/** Facts that are easily missed: another airport of a city, another terminal, a night at an airport. */
function warnings({ airportChange = [], terminalChange = [], overnight = [] }: Offer): CardText | undefined {
  const en = [
    ...airportChange.map(({ city, from, to }) => `change of airport in ${city}, ${from} → ${to}`),
    ...terminalChange.map(({ airport, from, to }) => `change of terminal at ${airport}, ${from} → ${to}`),
    ...overnight.map(({ airport }) => `overnight at ${airport}`),
  ];
  const zh = [
    ...airportChange.map(({ city, cityZh, from, to }) => `在${cityZh ?? city}换机场，${from} → ${to}`),
    ...terminalChange.map(({ airport, from, to }) => `在 ${airport} 换航站楼，${from} → ${to}`),
    ...overnight.map(({ airport }) => `在 ${airport} 过夜`),
  ];
  return en.length === 0 ? undefined : { en: en.join('; '), zh: zh.join('；') };
}

function passengersFact(passengers: BookingCard['passengers']): CardFact {
  const names = (language: 'en' | 'zh') =>
    passengers.map(({ name, type }) => `${name} (${WORDS[type][language]})`).join(', ');
  return { label: WORDS.passengers, value: both(names) };
}

const route = (offer: Offer): CardText =>
  both((language) => offer.itineraries.map((itinerary) => routeIn(itinerary, language)).join(', '));

function citiesOf({ from, to, legs }: FlightOffersCard['query']): readonly Place[] {
  const [first, ...rest] = legs ?? [];
  return first === undefined ? [from, to] : [first.from, first.to, ...rest.map((leg) => leg.to)];
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `22–29 Jan`, `1月22–29日`. */
function daysIn(language: 'en' | 'zh', first: string, last: string): string {
  const [out, back] = [new Date(first), new Date(last)];
  const [month, until] = [out.getUTCMonth() + 1, back.getUTCMonth() + 1];
  if (language === 'en') {
    if (first === last) return shortDay.format(out);
    return month === until
      ? `${out.getUTCDate()}–${shortDay.format(back)}`
      : `${shortDay.format(out)} – ${shortDay.format(back)}`;
  }
  const end = first === last ? '' : month === until ? `–${back.getUTCDate()}` : `日–${until}月${back.getUTCDate()}`;
  return `${month}月${out.getUTCDate()}${end}日`;
}

/** `London ⇄ Lisbon, 22–29 Jan` */
function tripName(query: FlightOffersCard['query']): CardText {
  const cities = citiesOf(query);
  const sign = query.returnDate ? ' ⇄ ' : ' → ';
  const last = query.returnDate ?? query.legs?.at(-1)?.date ?? query.date;
  return both((language) => {
    const days = daysIn(language, query.date, last);
    return `${cities.map((place) => cityIn(place, language)).join(sign)}${language === 'en' ? ', ' : ' '}${days}`;
  });
}

/** Reason why a cancellation gives back what it does. */
const whyFact = (reason: BookingCard['refundReason']): CardFact[] =>
  reason === undefined ? [] : [{ label: WORDS.why, value: WORDS[reason === 'fee' ? 'fare-fee' : reason] }];

const TONES = { confirmed: 'success', cancelled: 'neutral', held: 'warning' } as const;

function bookingItem(booking: BookingCard): CardItem {
  const { reference, status, offer, passengers, total, refund, refundReason } = booking;
  const { airlineReference, payBy, payments = [] } = booking;
  return {
    key: reference,
    title: reference,
    subtitle: route(offer),
    status: { text: WORDS[status], tone: TONES[status] },
    price: total,
    facts: [
      ...offerFacts(offer),
      passengersFact(passengers),
      ...(airlineReference ? [{ label: WORDS.airlineReference, value: airlineReference }] : []),
      ...(payBy === undefined ? [] : [{ label: WORDS.payBy, value: { date: payBy } }]),
      ...payments.flatMap(({ what, amount, fee }): CardFact[] => [
        { label: what === 'booking' ? WORDS.first : WORDS.forChange, value: { ...total, amount } },
        ...(fee === undefined ? [] : [{ label: WORDS.changeFee, value: { ...total, amount: fee } }]),
      ]),
      ...(refund == null ? [] : [{ label: WORDS.refund, value: refund }, ...whyFact(refundReason)]),
    ],
    actions: [],
  };
}

function plainBooking(booking: BookingCard): PlainCard {
  const { kind, version, offer, files, status } = booking;
  const from = offer.itineraries[0]?.departs ?? '';
  const to = offer.itineraries.at(-1)?.departs ?? from;
  return {
    ...EMPTY,
    kind,
    version,
    files,
    period: { from, to },
    over: status === 'cancelled',
    ...bookingItem(booking),
  };
}

const flightOffersCard = defineCard({
  kind: 'flight-offers',
  version: VERSION,
  schema: flightOffersSchema,
  isShown: ({ offers }) => offers.length > 0,
  stepValues: ({ query: { from, to, date, returnDate } }) => ({
    from: city(from),
    to: city(to),
    date: { date },
    ...(returnDate ? { return: { date: returnDate } } : {}),
  }),
  conversation: ({ query }) => tripName(query),
  plain: ({ kind, version, query, offers, nearest = [], provider }) => ({
    ...EMPTY,
    kind,
    version,
    title: both((language) =>
      citiesOf(query)
        .map((place) => cityIn(place, language))
        .join(' → '),
    ),
    subtitle: [query.date, query.returnDate ?? query.legs?.at(-1)?.date].filter((day) => day).join(' – '),
    facts: offers.length === 0 && nearest.length > 0 ? [{ value: WORDS.nothing }] : [],
    items: [
      ...offers.map((offer) => ({
        title: offer.itineraries.flatMap((itinerary) => itinerary.segments.map(({ flight }) => flight)).join(' + '),
        price: { amount: offer.price.total, currency: offer.price.currency },
        facts: offerFacts(offer),
        actions: [],
      })),
      ...nearest.map(({ flight, departs, arrives, total }) => ({
        title: flight,
        price: total,
        facts: [{ value: `${dateText(departs)} → ${dateText(arrives)}` }],
        actions: [],
      })),
    ],
    notes: provider?.real === false ? [WORDS.sample] : [],
  }),
});

const bookingCard = defineCard({
  kind: 'booking',
  version: VERSION,
  schema: bookingSchema,
  records: ({ kind, reference }) => [{ kind, key: reference }],
  plain: plainBooking,
});

const bookingListCard = defineCard({
  kind: 'booking-list',
  version: VERSION,
  schema: bookingListSchema,
  records: ({ bookings }) => bookings.map(({ kind, reference }) => ({ kind, key: reference })),
  plain: ({ kind, version, bookings, unreadable }) => ({
    ...EMPTY,
    kind,
    version,
    title: WORDS.bookings,
    items: bookings.map(bookingItem),
    notes: unreadable.map(({ file, why }) =>
      both((language) => (language === 'zh' ? `无法读取 ${file}：${why.zh}` : `${file} can’t be read: ${why.en}`)),
    ),
  }),
});

/** Cost of a change, and what is paid now or comes back. */
const changeFacts = ({ paid, newFare, difference, fee }: BookingChange, total: BookingCard['total']): CardFact[] => [
  { label: WORDS.paid, value: paid },
  { label: WORDS.newFare, value: newFare },
  { label: WORDS.difference, value: difference },
  { label: WORDS.changeFee, value: fee },
  { label: total.amount < 0 ? WORDS.back : WORDS.due, value: { ...total, amount: Math.abs(total.amount) } },
];

/** Shown where it asks: as the preview of an approval. */
const bookingQuoteCard = defineCard({
  kind: 'booking-quote',
  version: VERSION,
  schema: bookingQuoteSchema,
  isShown: () => false,
  plain(quote) {
    const { kind, version, fareRules } = quote;
    const rules = [...fareRules.en.map((en, index) => ({ en, zh: fareRules.zh[index] ?? en }))];
    const base = {
      ...EMPTY,
      kind,
      version,
      notes: quote.action === 'book' && quote.warning !== undefined ? [quote.warning, ...rules] : rules,
    };
    if (quote.action === 'book') {
      const { offer, passengers, total, change } = quote;
      if (change !== undefined) {
        return {
          ...base,
          title: { en: `${WORDS.change.en} ${change.reference}`, zh: `${WORDS.change.zh} ${change.reference}` },
          subtitle: route(offer),
          facts: [...offerFacts(offer), passengersFact(passengers), ...changeFacts(change, total)],
          ask: { confirm: WORDS.confirmChange, decline: WORDS.keep },
        };
      }
      return {
        ...base,
        title: WORDS.book,
        subtitle: route(offer),
        facts: [...offerFacts(offer), passengersFact(passengers), { label: WORDS.total, value: total }],
        ask: { confirm: WORDS.confirmBook, decline: WORDS.notNow },
      };
    }
    const { booking, fee, refund, reason } = quote;
    return {
      ...base,
      title: { en: `${WORDS.cancel.en} ${booking.reference}`, zh: `${WORDS.cancel.zh} ${booking.reference}` },
      facts: [
        ...offerFacts(booking.offer),
        passengersFact(booking.passengers),
        { label: WORDS.fee, value: fee },
        { label: WORDS.refund, value: refund },
        ...whyFact(reason),
      ],
      ask: { confirm: WORDS.confirmCancel, decline: WORDS.keep, danger: true },
    };
  },
});

const currentTimeCard = defineCard({
  kind: 'current-time',
  version: VERSION,
  schema: currentTimeSchema,
  isShown: () => false,
  plain: ({ kind, version }) => ({ ...EMPTY, kind, version, title: kind }),
});

const KINDS: readonly CardKind[] = [flightOffersCard, bookingQuoteCard, bookingCard, bookingListCard, currentTimeCard];

/** Undefined where `data` is no card at all. A kind or version that the app does not know becomes a plain card. */
export function parseCard(data: unknown): Card | undefined {
  const head = cardHeadSchema.safeParse(data);
  if (!head.success) return undefined;
  const { kind, version } = head.data;
  const known = KINDS.find((one) => one.kind === kind && one.version === version);
  const card = known?.read(head.data) ?? plainCard(head.data);
  const watch = cardWatchSchema.safeParse(head.data.watch);
  return watch.success ? { ...card, watch: watch.data } : card;
}

function plainCard(head: CardHead): Card {
  const parsed = plainCardSchema.safeParse(head);
  const data: PlainCard = parsed.success ? parsed.data : factsOfUnknown(head);
  const { kind, version, key, items } = data;
  const keys = [key, ...items.map((item) => item.key)].filter((one) => one !== undefined);
  return {
    kind,
    version,
    data,
    isPlain: true,
    isShown: true,
    stepValues: {},
    conversation: data.conversation,
    plain: () => data,
    records: keys.map((one) => ({ kind, key: one })),
  };
}
