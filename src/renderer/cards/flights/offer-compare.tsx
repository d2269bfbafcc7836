import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Offer } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import { IconButton } from '../../ui/index.ts';
import { bagInWords, FlightTimes } from './journey.tsx';
import { airlineNames, offerFlags, type RankedOffer, stopsInWords } from './offer-view.ts';
import { useWords, type Words } from './words.ts';

const ROWS: readonly {
  readonly key: 'times' | 'duration' | 'stops' | 'bags' | 'changes' | 'refund' | 'care';
  say(words: Words, offer: Offer): ReactNode;
}[] = [
  {
    key: 'times',
    say: (_, offer) =>
      offer.itineraries.map((way) => (
        <span key={way.departs} className="block">
          <FlightTimes itinerary={way} className="tabular-nums" /> {way.from.code} – {way.to.code}
        </span>
      )),
  },
  {
    key: 'duration',
    say: (words, offer) => offer.itineraries.map((way) => words.format.minutes(way.durationMinutes)).join(' / '),
  },
  { key: 'stops', say: (words, offer) => offer.itineraries.map((way) => stopsInWords(words, way)).join(' / ') },
  { key: 'bags', say: bagInWords },
  {
    key: 'changes',
    say: (words, { fare: { changeFee = 0 }, rules, price: { currency } }) => {
      if (rules !== undefined) return rules[words.language][1] ?? '–';
      return changeFee > 0
        ? words.t('flight.changeFee', { fee: words.format.money({ amount: changeFee, currency }) })
        : words.t('flight.changeFree');
    },
  },
  {
    key: 'refund',
    say: (words, { fare: { refundable, cancelFee = 0 }, rules, price: { currency } }) => {
      if (rules !== undefined) return rules[words.language][2] ?? '–';
      return refundable && cancelFee > 0
        ? words.t('flight.cancelFee', { fee: words.format.money({ amount: cancelFee, currency }) })
        : words.t(refundable ? 'flight.cancelFree' : 'flight.nonRefundable');
    },
  },
  { key: 'care', say: (words, offer) => offerFlags(words, offer).join(' · ') || '–' },
];

export function OfferCompare({
  pair,
  onClose,
}: {
  readonly pair: readonly RankedOffer[];
  readonly onClose: () => void;
}) {
  const words = useWords();
  return (
    <section aria-label={words.t('offers.comparison')} className="border-line border-b bg-side px-4 py-3">
      <div className="mb-1 flex items-center justify-between">
        <h4 className="font-medium">{words.t('offers.comparison')}</h4>
        <IconButton size="sm" label={words.t('offers.endComparison')} onClick={onClose} icon={X} />
      </div>
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr>
            <td className="w-28" />
            {pair.map(({ offer, place }) => {
              const [out] = offer.itineraries;
              return (
                <th key={offer.id} scope="col" className="px-2 pb-1 text-left align-top font-semibold">
                  {place} · {out === undefined ? '' : airlineNames(words, out)}
                  <span className="block font-semibold text-lg tabular-nums">
                    {words.format.money({ amount: offer.price.total, currency: offer.price.currency })}
                  </span>
                  <span className="block font-normal text-ink-soft">
                    {named(words, offer.fare.name, offer.fare.nameZh)}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ key, say }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" className="py-1 pr-2 text-left align-top font-normal text-ink-soft">
                {words.t(`offers.row.${key}`)}
              </th>
              {pair.map(({ offer }) => (
                <td key={offer.id} className="px-2 py-1 align-top">
                  {say(words, offer)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
