import type { Offer } from '../../../shared/cards/flights/schema.ts';
import type { Party } from './fare-facts.ts';
import { type FlightKey, useWords } from './words.ts';

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
