import type { BookingChange, Itinerary } from '../../../shared/cards/flights/schema.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { flightsOf } from './offer-view.ts';
import { type FlightKey, useWords } from './words.ts';

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
