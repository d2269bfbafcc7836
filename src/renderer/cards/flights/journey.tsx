import { Clock3 } from 'lucide-react';
import { Fragment } from 'react';
import type { BookingChange, Itinerary, Offer, Place } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import { VisuallyHidden } from '../../ui/index.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { flightNumbers, flightsOf } from './offer-view.ts';
import { type FlightKey, useWords, type Words } from './words.ts';

// Describes a fare's conditions.

/** Travellers, by the kinds that have their own price. */
export interface Party {
  readonly adults: number;
  readonly children: number;
  readonly infantsLap?: number | undefined;
  readonly infantsSeat?: number | undefined;
}

export function fareFacts(words: Words, { fare, bags, rules, price: { currency } }: Offer): readonly string[] {
  if (rules !== undefined) return rules[words.language];
  const { changeFee = 0, cancelFee = 0, cabinBaggageKg } = fare;
  const fee = (amount: number) => words.format.money({ amount, currency });
  return [
    words.t(fare.refundable ? 'flight.refundable' : 'flight.nonRefundable'),
    changeFee > 0 ? words.t('flight.changeFee', { fee: fee(changeFee) }) : words.t('flight.changeFree'),
    ...(fare.refundable
      ? [cancelFee > 0 ? words.t('flight.cancelFee', { fee: fee(cancelFee) }) : words.t('flight.cancelFree')]
      : []),
    bagInWords(words, { fare, bags }),
    ...(cabinBaggageKg === undefined ? [] : [words.t('flight.cabinBag', { kg: cabinBaggageKg })]),
  ];
}

/** Checked baggage, as short as a row of the list takes. */
export function bagInWords(words: Words, { fare, bags }: Pick<Offer, 'fare' | 'bags'>): string {
  if (bags?.kg === undefined && bags !== undefined && bags.checked > 0)
    return words.t('flight.bagCount', { count: bags.checked });
  if (bags?.kg !== undefined && bags.checked > 1)
    return words.t('flight.checkedBags', { count: bags.checked, kg: bags.kg });
  const kg = bags === undefined ? (fare.checkedBaggageKg ?? 0) : bags.checked * (bags.kg ?? 0);
  return kg > 0 ? words.t('flight.checked', { kg }) : words.t('flight.noChecked');
}

/** `2 adults, 1 child` */
export function partyInWords(words: Words, party: Party): string {
  const parts = [words.t('flight.adults', { count: party.adults })];
  if (party.children > 0) parts.push(words.t('flight.children', { count: party.children }));
  if (party.infantsLap) parts.push(words.t('flight.infantsLap', { count: party.infantsLap }));
  if (party.infantsSeat) parts.push(words.t('flight.infantsSeat', { count: party.infantsSeat }));
  return parts.join(words.language === 'zh' ? '、' : ', ');
}

interface Kind {
  readonly count: number;
  readonly each: number | null | undefined;
  readonly word: FlightKey;
}

/** `showsTotal: false`: rows for a list that ends in its own total. Per person × number + taxes + surcharges = total. Without the fare's parts, taxes are inside the persons' prices. */
export function FareSum({
  offer: { fare, price },
  party,
  showsTotal = true,
}: {
  readonly offer: Offer;
  readonly party: Party;
  readonly showsTotal?: boolean;
}) {
  const words = useWords();
  const { currency } = price;
  const money = (amount: number) => words.format.money({ amount, currency });
  const inParts = fare.taxes !== undefined && fare.perAdult !== undefined;
  const from = inParts ? fare : price;
  const { perInfantLap, perInfantSeat } = fare;
  const kinds: readonly Kind[] = [
    { count: party.adults, each: from.perAdult, word: 'flight.adults' },
    { count: party.children, each: from.perChild, word: 'flight.children' },
    { count: party.infantsLap ?? 0, each: perInfantLap, word: 'flight.infantsLap' },
    { count: party.infantsSeat ?? 0, each: perInfantSeat, word: 'flight.infantsSeat' },
  ];
  const known = kinds.filter(({ count, each }) => count > 0 && each !== undefined && each !== null);
  const rows = (
    <>
      {known.map(({ count, each, word }) => (
        <Row
          key={word}
          label={`${words.t(word, { count })} × ${money(each ?? 0)}`}
          value={money(Math.round(count * (each ?? 0) * 100) / 100)}
        />
      ))}
      {inParts ? (
        <>
          <Row label={words.t('flight.taxes')} value={money(fare.taxes ?? 0)} />
          {(fare.fees ?? 0) > 0 ? <Row label={words.t('flight.fees')} value={money(fare.fees ?? 0)} /> : null}
        </>
      ) : null}
      {showsTotal ? (
        <Row label={words.t(inParts ? 'booking.paid' : 'flight.totalWithTaxes')} value={money(price.total)} strong />
      ) : null}
    </>
  );
  return showsTotal ? <dl className="max-w-sm space-y-0.5 text-sm tabular-nums">{rows}</dl> : rows;
}

function Row({
  label,
  value,
  strong = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
}) {
  return (
    <div className={strong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4 text-ink-soft'}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The flights that a booking had, a line each. */
export function FlightsBefore({ ways }: { readonly ways: readonly Itinerary[] }) {
  const words = useWords();
  return (
    <div className="rounded-control bg-side px-3 py-2 text-ink-soft text-sm">
      <h4 className="font-medium">{words.t('quote.changeFrom')}</h4>
      {ways.map((way) => (
        <p key={way.departs} className="tabular-nums">
          {dateInWords(words, way.departs, 'long')} · {flightsOf(way)} · {way.from.code} {localTime(way.departs).clock}{' '}
          → {way.to.code} {localTime(way.arrives).clock}
        </p>
      ))}
    </div>
  );
}

/** Paid so far, the new fare, the difference, the fee: what is paid now is the card's own total. */
export function ChangeSum({ change }: { readonly change: BookingChange }) {
  const words = useWords();
  const rows: readonly (readonly [FlightKey, BookingChange['fee']])[] = [
    ['quote.paidSoFar', change.paid],
    ['quote.newFare', change.newFare],
    ['quote.difference', change.difference],
    ['quote.changeFee', change.fee],
  ];
  return (
    <>
      {rows.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 text-ink-soft">
          <dt>{words.t(label)}</dt>
          <dd className="tabular-nums">{words.format.money(amount)}</dd>
        </div>
      ))}
    </>
  );
}

/** The airline keeps what the new flights cost less. */
export const keepsDifference = ({ paid, newFare, difference }: BookingChange): boolean =>
  newFare.amount < paid.amount && difference.amount === 0;

/** `+1`: said in full to those who do not see it. */
export function DayOffset({ days }: { readonly days: number }) {
  const words = useWords();
  if (days === 0) return null;
  const label = days > 0 ? words.t('flight.dayLabel', { count: days }) : words.t('flight.dayBeforeLabel');
  return (
    <sup className="ml-0.5 font-medium text-warning text-xs" title={label}>
      <span aria-hidden>
        {days > 0 ? words.t('flight.day', { days }) : words.t('flight.dayBefore', { days: -days })}
      </span>
      <VisuallyHidden> ({label})</VisuallyHidden>
    </sup>
  );
}

/** `08:30 – 13:00 +1`, by the clocks of the two airports. */
export function FlightTimes({ itinerary, className }: { readonly itinerary: Itinerary; readonly className?: string }) {
  return (
    <span className={className}>
      <time dateTime={itinerary.departs}>{localTime(itinerary.departs).clock}</time>
      <span className="mx-1 text-ink-faint">–</span>
      <time dateTime={itinerary.arrives}>{localTime(itinerary.arrives).clock}</time>
      <DayOffset days={itinerary.dayOffset} />
    </span>
  );
}

/** `Beijing → Tokyo`, `Beijing ⇄ Tokyo`, or every city in turn. */
export function routeInWords(words: Words, { itineraries }: Offer): string {
  const [out, back, ...more] = itineraries;
  if (out === undefined) return '';
  const name = ({ city, cityZh }: Place) => named(words, city, cityZh);
  if (back !== undefined && more.length === 0 && back.to.city === out.from.city && back.from.city === out.to.city)
    return `${name(out.from)} ⇄ ${name(out.to)}`;
  const stops = itineraries.flatMap(({ from, to }) => [name(from), name(to)]);
  return stops.filter((city, index) => city !== stops[index - 1]).join(' → ');
}

/** `Beijing → Tokyo · 24 Dec · NH964 · ¥2,860` , each part whole where a line breaks. */
export function JourneySummary({
  offer,
  total,
}: {
  readonly offer: Offer;
  readonly total: { amount: number; currency: string };
}) {
  const words = useWords();
  const days = offer.itineraries.map(({ departs }) => dateInWords(words, departs)).join(' – ');
  const cities = routeInWords(words, offer);
  // A line breaks between these rather than within one.
  return [cities, days, flightNumbers(offer), words.format.money(total)].map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : ' · '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}

type Segment = Itinerary['segments'][number];

/** `3` and `T3` are the same terminal: English says "Terminal 3", Chinese "T3航站楼". */
export const terminalName = (words: Words, name: string): string => {
  const bare = name.replace(/^T(?=\d)/, '');
  return words.language === 'zh' && /^\d/.test(bare) ? `T${bare}` : bare;
};

function Stop({ place, at, from }: { readonly place: Place; readonly at: string; readonly from: string }) {
  const words = useWords();
  const { clock, date } = localTime(at);
  const away = date !== from;
  const city = named(words, place.city, place.cityZh);
  const airport = named(words, place.airport ?? '', place.airportZh);
  return (
    <div className="grid grid-cols-[3rem_1fr] items-baseline gap-x-4">
      <span className="font-semibold text-md tabular-nums">
        <time dateTime={at}>{clock}</time>
      </span>
      <span className="min-w-0">
        {airport.includes(city) ? null : <span className="font-medium">{city} </span>}
        <span className={airport.includes(city) ? 'font-medium' : 'text-ink-soft'}>{airport}</span>
        <span className="text-ink-soft">
          <span className="whitespace-nowrap"> ({place.code})</span>
          {place.terminal ? <> · {words.t('flight.terminal', { name: terminalName(words, place.terminal) })}</> : null}
          {away ? <span className="ml-1 whitespace-nowrap text-warning"> · {dateInWords(words, date)}</span> : null}
        </span>
      </span>
    </div>
  );
}

function Leg({ segment, from }: { readonly segment: Segment; readonly from: string }) {
  const words = useWords();
  return (
    <>
      <Stop place={segment.from} at={segment.departs} from={from} />
      <div className="grid grid-cols-[3rem_1fr] gap-x-4">
        <span className="ml-5 justify-self-start border-line-strong border-r-2 border-dotted" aria-hidden />
        <span className="py-1.5 text-ink-soft text-sm">
          {words.format.minutes(segment.durationMinutes)} · {named(words, segment.airline.name, segment.airline.nameZh)}{' '}
          <span className="whitespace-nowrap">{segment.flight}</span>
          {segment.aircraft === undefined ? null : <> · {segment.aircraft}</>}
        </span>
      </div>
      <Stop place={segment.to} at={segment.arrives} from={from} />
    </>
  );
}

/** One journey, flight by flight, each time by the clock of its airport. `label`: outbound or return, where there are both. */
function ItineraryTimeline({
  itinerary,
  label,
}: {
  readonly itinerary: Itinerary;
  readonly label?: string | undefined;
}) {
  const words = useWords();
  const { date } = localTime(itinerary.departs);
  return (
    <section className="min-w-0">
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2 text-base">
        {label === undefined ? null : <span className="text-ink-soft">{label}</span>}
        <span className="font-semibold">{dateInWords(words, date, 'long')}</span>
        <span className="text-ink-soft">
          {words.format.minutes(itinerary.durationMinutes)}
          <DayOffset days={itinerary.dayOffset} />
        </span>
      </p>
      <ol>
        {itinerary.segments.map((segment, index) => {
          const layover = itinerary.layovers[index];
          return (
            <li key={`${segment.flight}-${segment.departs}`}>
              <Leg segment={segment} from={date} />
              {layover === undefined ? null : (
                <p className="my-2 ml-16 flex items-center gap-1.5 rounded-control bg-warning-soft px-2.5 py-1 text-sm text-warning">
                  <Clock3 aria-hidden className="size-3.5 shrink-0" />
                  {words.t('flight.layover', {
                    duration: words.format.minutes(layover.minutes),
                    city: named(words, layover.city, layover.cityZh),
                    code: layover.code,
                  })}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Both legs of an offer, said to be such only where there are two. */
export function Itineraries({ itineraries }: { readonly itineraries: readonly Itinerary[] }) {
  const words = useWords();
  const two = itineraries.length > 1;
  return (
    <div className="space-y-4">
      {itineraries.map((itinerary, index) => (
        <ItineraryTimeline
          key={itinerary.departs}
          itinerary={itinerary}
          label={two ? words.t(index === 0 ? 'flight.outbound' : 'flight.inbound') : undefined}
        />
      ))}
    </div>
  );
}
