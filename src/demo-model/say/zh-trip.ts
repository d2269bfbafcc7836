/** A trip, its travellers and a flight in Chinese. */
import type { FlightOffer } from '../dialogue/offers.ts';
import { adults, children, currencyOf, maxPrice } from '../dialogue/search-arguments.ts';
import type { Trip } from '../dialogue/state.ts';
import { dayZh, money, placeZh, spanZh } from './format.ts';

const CABINS = { economy: '经济舱', premium: '超级经济舱', business: '商务舱', first: '头等舱' } as const;

export function partyWords(trip: Trip): string {
  return `${adults(trip)} 位成人${children(trip) === 0 ? '' : `、${children(trip)} 位儿童`}`;
}

/** What is known of the trip; empty where nothing is. */
export function tripWords(trip: Trip): string {
  const complete = trip.from !== undefined && trip.to !== undefined && trip.date !== undefined;
  const route =
    trip.from !== undefined && trip.to !== undefined
      ? `${placeZh(trip.from)} → ${placeZh(trip.to)}`
      : trip.from !== undefined
        ? `从${placeZh(trip.from)}出发`
        : trip.to !== undefined
          ? `去${placeZh(trip.to)}`
          : undefined;
  const limit = maxPrice(trip);
  return [
    route,
    trip.date !== undefined
      ? `${dayZh(trip.date)}出发`
      : trip.notBefore === undefined
        ? undefined
        : `${dayZh(trip.notBefore)}以后出发`,
    trip.returnDate === undefined
      ? trip.wantsReturn
        ? '往返'
        : complete
          ? '单程'
          : undefined
      : `${dayZh(trip.returnDate)}返回`,
    complete || trip.adults !== undefined || trip.children !== undefined ? partyWords(trip) : undefined,
    trip.cabin !== undefined || complete ? CABINS[trip.cabin ?? 'economy'] : undefined,
    trip.direct ? '直飞' : undefined,
    trip.departAfter !== undefined || trip.departBefore !== undefined
      ? `${trip.departAfter ?? '00:00'}–${trip.departBefore ?? '23:59'} 起飞`
      : undefined,
    limit === undefined ? undefined : `总价 ${money(limit, currencyOf(trip))} 以内`,
    trip.airline === undefined ? undefined : `只看 ${trip.airline}`,
  ]
    .filter((part) => part !== undefined)
    .join('，');
}

export function offerWords(offer: FlightOffer, currency: string): string {
  return `第 ${offer.position} 个 ${offer.airline} ${offer.flights.join('+')}（${offer.departs} 起飞，${offer.arrives}${offer.dayOffset} 到达，${offer.direct ? '直飞' : '中转'}，${money(offer.total, currency)}）`;
}

export function difference(cheapest: FlightOffer, fastest: FlightOffer, currency: string): string {
  return `多花 ${money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency)} 可省 ${spanZh(cheapest.minutes - fastest.minutes)}`;
}
