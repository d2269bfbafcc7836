import type { BookingCard, BookingQuoteCard, FlightOffersCard, Itinerary, Offer, Place } from '../../shared/cards.ts';

const place = (
  code: string,
  city: string,
  cityZh: string,
  airport: string,
  airportZh: string,
  terminal: string,
): Place => ({
  code,
  city,
  cityZh,
  airport,
  airportZh,
  terminal,
  country: code === 'NRT' || code === 'HND' ? 'JP' : 'CN',
});

export const PEK = place('PEK', 'Beijing', '北京', 'Beijing Capital', '北京首都', 'T3');
export const HND = place('HND', 'Tokyo', '东京', 'Tokyo Haneda', '东京羽田', 'T3');
export const NRT = place('NRT', 'Tokyo', '东京', 'Tokyo Narita', '东京成田', 'T1');
export const PVG = place('PVG', 'Shanghai', '上海', 'Shanghai Pudong', '上海浦东', 'T2');

const AIRLINES = {
  CA: { code: 'CA', name: 'Air China', nameZh: '中国国际航空' },
  MU: { code: 'MU', name: 'China Eastern', nameZh: '中国东方航空' },
  NH: { code: 'NH', name: 'All Nippon Airways', nameZh: '全日空' },
  JL: { code: 'JL', name: 'Japan Airlines', nameZh: '日本航空' },
} as const;

const direct = (
  flight: string,
  airline: keyof typeof AIRLINES,
  to: Place,
  departs: string,
  arrives: string,
  durationMinutes: number,
): Itinerary => ({
  from: PEK,
  to,
  departs,
  arrives,
  dayOffset: 0,
  durationMinutes,
  stops: 0,
  layovers: [],
  segments: [
    {
      flight,
      airline: AIRLINES[airline],
      from: PEK,
      to,
      departs,
      arrives,
      dayOffset: 0,
      durationMinutes,
      aircraft: 'A330',
    },
  ],
});

const VIA_SHANGHAI: Itinerary = {
  from: PEK,
  to: NRT,
  departs: '2026-11-27T18:30:00+08:00',
  arrives: '2026-11-28T01:05:00+09:00',
  dayOffset: 1,
  durationMinutes: 335,
  stops: 1,
  layovers: [{ code: 'PVG', city: 'Shanghai', cityZh: '上海', minutes: 80 }],
  segments: [
    {
      flight: 'MU5120',
      airline: AIRLINES.MU,
      from: PEK,
      to: PVG,
      departs: '2026-11-27T18:30:00+08:00',
      arrives: '2026-11-27T20:45:00+08:00',
      dayOffset: 0,
      durationMinutes: 135,
    },
    {
      flight: 'MU727',
      airline: AIRLINES.MU,
      from: PVG,
      to: NRT,
      departs: '2026-11-27T22:05:00+08:00',
      arrives: '2026-11-28T01:05:00+09:00',
      dayOffset: 1,
      durationMinutes: 120,
    },
  ],
};

const offer = (
  id: string,
  itinerary: Itinerary,
  total: number,
  seatsLeft: number,
  refundable: boolean,
  tags: string[],
): Offer => ({
  id,
  itineraries: [itinerary],
  cabin: 'economy',
  price: { total, perAdult: total, currency: 'CNY' },
  seatsLeft,
  fare: {
    name: refundable ? 'Flex' : 'Saver',
    nameZh: refundable ? '灵活票' : '特价票',
    refundable,
    changeFee: refundable ? 0 : 400,
    cancelFee: refundable ? 200 : total,
    checkedBaggageKg: 23,
    cabinBaggageKg: 7,
  },
  tags,
});

export const OFFERS: readonly Offer[] = [
  offer(
    'CA181-20261127-Y',
    direct('CA181', 'CA', HND, '2026-11-27T09:05:00+08:00', '2026-11-27T13:25:00+09:00', 200),
    2_480,
    9,
    true,
    [],
  ),
  offer(
    'NH962-20261127-Y',
    direct('NH962', 'NH', HND, '2026-11-27T14:30:00+08:00', '2026-11-27T18:40:00+09:00', 190),
    2_910,
    4,
    true,
    ['fastest'],
  ),
  offer('MU5120-MU727-20261127-Y', VIA_SHANGHAI, 1_690, 2, false, ['cheapest']),
  offer(
    'JL020-20261127-Y',
    direct('JL020', 'JL', HND, '2026-11-27T08:10:00+08:00', '2026-11-27T12:30:00+09:00', 200),
    3_120,
    7,
    true,
    [],
  ),
];

export const OFFERS_CARD: FlightOffersCard = {
  kind: 'flight-offers',
  version: 1,
  query: { from: PEK, to: HND, date: '2026-11-27', adults: 1, children: 0, cabin: 'economy', currency: 'CNY' },
  offers: [...OFFERS],
  matching: 14,
};

const [CHOSEN] = OFFERS_CARD.offers;
if (CHOSEN === undefined) throw new Error('The fixture has no offers.');

const passengers: BookingCard['passengers'] = [{ name: 'ZHANG WEI', type: 'adult' }];
const total = { amount: CHOSEN.price.total, currency: 'CNY' };

export const QUOTE_CARD: BookingQuoteCard = {
  kind: 'booking-quote',
  version: 1,
  action: 'book',
  offer: CHOSEN,
  passengers,
  total,
  fareRules: {
    en: [
      'Refundable up to 2 hours before departure for a fee of CNY 200',
      'Changes free of charge',
      '23 kg checked baggage',
    ],
    zh: ['起飞前 2 小时可退票，手续费 200 元', '可免费改签', '免费托运行李 23 公斤'],
  },
  key: 'book-CA181-20261127-ZHANGWEI',
};

export const BOOKING_CARD: BookingCard = {
  kind: 'booking',
  version: 1,
  reference: 'QF7K2M',
  status: 'confirmed',
  offer: CHOSEN,
  passengers,
  total,
  createdAt: '2026-11-21T09:31:20Z',
  files: [
    { name: 'QF7K2M.ics', mime: 'text/calendar' },
    { name: 'QF7K2M.html', mime: 'text/html' },
  ],
};
