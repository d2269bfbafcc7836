import { expect, it } from 'vitest';
import type { Offer } from '../../../shared/cards/schema.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { formatFor } from '../../i18n.ts';
import { OFFERS, RETURN_OFFERS } from '../../test-kit/fixtures/flights.ts';
import { NO_FILTER, offerFlags, passes } from './offer-view.ts';
import type { Words } from './words.ts';

const translate = translatorFor('en');
const en: Words = {
  language: 'en',
  format: formatFor('en'),
  t: (key, values) => translate(`cards.flights.${key}`, values),
};

const [pair] = RETURN_OFFERS.offers as [Offer];
const [out, back] = pair.itineraries as [Offer['itineraries'][number], Offer['itineraries'][number]];

it('flags another airport of the same city, a night between two flights and another terminal', () => {
  const airportChange = [{ city: 'Tokyo', from: 'NRT', to: 'HND' }];
  expect(offerFlags(en, { ...pair, airportChange })).toEqual(['Change of airport in Tokyo: NRT → HND']);
  // What the script does not say, the legs tell: at the ends of the way back here.
  const legs = back.segments.map((leg, at) => ({
    ...leg,
    from: at === 0 ? { ...leg.from, code: 'XXX' } : leg.from,
    to: at === back.segments.length - 1 ? { ...leg.to, code: 'YYY' } : leg.to,
  }));
  expect(offerFlags(en, { ...pair, itineraries: [out, { ...back, segments: legs }] })).toEqual([
    `Change of airport in ${out.to.city}: ${out.to.code} → XXX`,
    `Change of airport in ${out.from.city}: ${out.from.code} → YYY`,
  ]);
  const said = {
    ...pair,
    overnight: [{ airport: out.to.code, minutes: 600 }],
    terminalChange: [{ airport: 'BOS', from: 'B', to: 'C' }],
  };
  expect(offerFlags(en, said)).toEqual([`Overnight stop in ${out.to.city}, 10 h`, 'Change of terminal at BOS: B → C']);
  expect(offerFlags(en, pair)).toEqual([]);
});

it('filters by arrival, airports to avoid, bags and the longest connection', () => {
  const count = (filter: Partial<typeof NO_FILTER> & { bag?: boolean; maxConnection?: number }) =>
    OFFERS.offers.filter((offer) => passes(offer, { ...NO_FILTER, ...filter })).length;
  const all = OFFERS.offers.length;
  const arrivesMorning = OFFERS.offers.filter(({ itineraries }) => {
    const hour = Number(itineraries[0]?.arrives.slice(11, 13));
    return hour >= 5 && hour < 12;
  }).length;
  expect(count({ arrives: ['morning'] })).toBe(arrivesMorning);
  const via = OFFERS.offers.filter(({ itineraries }) => itineraries.some(({ layovers }) => layovers.length > 0));
  expect(via.length).toBeGreaterThan(0);
  expect(count({ airports: ['ICN'] })).toBe(all - via.filter((one) => JSON.stringify(one).includes('"ICN"')).length);
  expect(count({ maxConnection: 0 })).toBe(all - via.length);
  expect(count({ bag: true })).toBe(OFFERS.offers.filter(({ fare }) => (fare.checkedBaggageKg ?? 0) > 0).length);
});
