import { Clock3 } from 'lucide-react';
import type { Itinerary, Place } from '../../../shared/cards/flights/schema.ts';
import { named } from '../../shared/words.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { DayOffset } from './flight-times.tsx';
import { useWords, type Words } from './words.ts';

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
