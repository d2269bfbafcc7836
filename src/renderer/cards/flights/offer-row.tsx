import { ChevronDown, Luggage, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Itinerary, Offer } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import { Badge, Button, cn, IconButton } from '../../ui/index.ts';
import { useRemembered } from '../chat-scope.tsx';
import { bagInWords, FareSum, FlightTimes, fareFacts, Itineraries, type Party } from './journey.tsx';
import { airlineNames, offerFlags, offerSummary, type RankedOffer, stopsInWords } from './offer-view.ts';
import { useWords } from './words.ts';

/** That no ticket comes of it: a sample flight, or one of a provider's test mode. */
export function NotSold({ offer: { provider, test } }: { readonly offer: Pick<Offer, 'provider' | 'test'> }) {
  const words = useWords();
  if (provider !== undefined && test !== true) return null;
  return <p className="text-ink-soft text-sm">{words.t(test === true ? 'flight.test' : 'flight.sample')}</p>;
}

/** Warnings before choosing, in words. */
export function OfferCare({ offer }: { readonly offer: Offer }) {
  const words = useWords();
  const flags = offerFlags(words, offer);
  if (flags.length === 0) return null;
  return (
    <ul className="space-y-0.5 text-sm text-warning">
      {flags.map((flag) => (
        <li key={flag} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {flag}
        </li>
      ))}
    </ul>
  );
}

/** Below this number of seats, it is shown. */
const FEW_SEATS = 5;

function JourneyLine({ itinerary, children }: { readonly itinerary: Itinerary; readonly children?: ReactNode }) {
  const words = useWords();
  const [layover] = itinerary.layovers;
  return (
    <div className="grid grid-cols-1 gap-x-4 @lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <FlightTimes itinerary={itinerary} className="whitespace-nowrap font-semibold text-lg tabular-nums" />
          {children}
        </p>
        {/* A gap instead of a dot: if the names wrap, a dot would hang at the edge. */}
        <p className="flex flex-wrap gap-x-2 text-ink-soft text-sm">
          <span>{itinerary.segments.map(({ flight }) => flight).join(' + ')}</span>{' '}
          <span>{airlineNames(words, itinerary)}</span>
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-2 text-ink-soft text-sm @lg:block">
        <p className="@lg:text-base @lg:text-ink @lg:leading-6">
          {words.format.minutes(itinerary.durationMinutes)}
          <span className="text-ink-soft text-sm">
            {' '}
            {itinerary.from.code} – {itinerary.to.code}
          </span>
        </p>
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {stopsInWords(words, itinerary)}
          {layover === undefined ? null : (
            <>
              {' · '}
              {words.t('flight.via', {
                duration: words.format.minutes(layover.minutes),
                city: named(words, layover.city, layover.cityZh),
              })}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function OfferDetails({ offer, party }: { readonly offer: Offer; readonly party: Party }) {
  const words = useWords();
  return (
    <div className="space-y-3 border-line border-t border-dashed bg-side px-4 py-3.5">
      <Itineraries itineraries={offer.itineraries} />
      <div className="text-ink-soft text-sm">
        <p>
          <span className="font-medium text-ink">{named(words, offer.fare.name, offer.fare.nameZh)}</span>
          {' · '}
          {fareFacts(words, offer).join(' · ')}
        </p>
      </div>
      <FareSum offer={offer} party={party} />
    </div>
  );
}

export interface OfferRowProps {
  readonly ranked: RankedOffer;
  readonly memoryKey: string;
  /** The one offer of the list that the Tab key reaches; arrow keys move on from it. */
  readonly inTabOrder: boolean;
  readonly party: Party;
  /** The highlighted one: the first of the list. */
  readonly best: boolean;
  /** The way out is chosen: the row is about the way back. */
  readonly isBack: boolean;
  readonly disabled: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

export function OfferRow({
  ranked,
  memoryKey,
  inTabOrder,
  party,
  best,
  isBack,
  disabled,
  onFocus,
  onChoose,
}: OfferRowProps) {
  const words = useWords();
  const { offer, place, cheapest, fastest } = ranked;
  const ways = isBack ? offer.itineraries.slice(1) : offer.itineraries;
  const [open, setOpen] = useRemembered(memoryKey, false);
  const { currency, total } = offer.price;
  const tabIndex = inTabOrder ? 0 : -1;
  const money = (amount: number) => words.format.money({ amount, currency });
  const isAlike = party.adults > 1 && !(party.children || party.infantsLap || party.infantsSeat);
  return (
    <li className="border-line border-t first:border-t-0" onFocus={onFocus}>
      <div className="grid grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-3 hover:bg-hover @lg:grid-cols-[1rem_minmax(0,1fr)_minmax(13.5rem,max-content)]">
        <span aria-hidden className="self-start pt-0.5 text-right text-ink-faint text-sm leading-5 tabular-nums">
          {place}
        </span>
        <div className="min-w-0 space-y-2">
          {ways.map((itinerary, index) => (
            <JourneyLine key={itinerary.departs} itinerary={itinerary}>
              {index === 0 && cheapest ? <Badge tone="success">{words.t('flight.cheapest')}</Badge> : null}
              {index === 0 && fastest ? <Badge tone="accent">{words.t('flight.fastest')}</Badge> : null}
            </JourneyLine>
          ))}
          <OfferCare offer={offer} />
        </div>
        <div className="col-start-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 @lg:col-start-3 @lg:flex-nowrap @lg:justify-end">
          <p className="@lg:text-right">
            <span className={cn('block font-semibold text-lg tabular-nums', cheapest && 'text-success')}>
              {money(total)}
            </span>
            {isAlike ? (
              <span className="block text-sm">{words.t('flight.each', { price: money(total / party.adults) })}</span>
            ) : null}
            <span className="flex items-center gap-1 text-ink-soft text-sm @lg:justify-end">
              <Luggage aria-hidden className="size-3.5 shrink-0" />
              {bagInWords(words, offer)}
            </span>
            {offer.seatsLeft !== undefined && offer.seatsLeft < FEW_SEATS ? (
              <span className="block text-sm text-warning">{words.t('flight.seats', { count: offer.seatsLeft })}</span>
            ) : null}
          </p>
          <span className="flex items-center gap-1">
            <Button
              data-offer-choose
              size="sm"
              variant={best ? 'primary' : 'secondary'}
              tabIndex={tabIndex}
              disabled={disabled}
              focusableWhenDisabled
              aria-label={words.t('offers.chooseLabel', { number: place, summary: offerSummary(words, offer) })}
              onClick={onChoose}
            >
              {words.t('offers.choose')}
            </Button>
            <IconButton
              size="sm"
              tabIndex={tabIndex}
              aria-expanded={open}
              label={words.t('offers.detailsLabel', { number: place })}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden className={cn('transition-transform duration-fast', open && 'rotate-180')} />
            </IconButton>
          </span>
        </div>
      </div>
      {open ? <OfferDetails offer={offer} party={party} /> : null}
    </li>
  );
}
