import { Clock3 } from 'lucide-react';
import { Fragment } from 'react';
import type { Itinerary, Offer, Place } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.ts';
import { VisuallyHidden } from '../../ui/index.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { flightNumbers } from './offer-view.ts';
import { useWords, type Words } from './words.ts';

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
