import type { BookingChange, Itinerary, Offer } from '../../../shared/cards/schema.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { flightsOf } from './offer-view.ts';
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
