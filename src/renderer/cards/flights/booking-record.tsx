import { Plane } from 'lucide-react';
import type { BookingCard, Itinerary, Place } from '../../../shared/cards/schema.ts';
import { named } from '../../shared/words.tsx';
import type { CardProps, RecordView, Reminder } from '../card-view.tsx';
import { dateInWords, earlier, localTime } from '../local-time.ts';
import { DayOffset, routeInWords, terminalName } from './journey.tsx';
import { NotSold } from './offer-row.tsx';
import { flightsOf, stopsInWords } from './offer-view.ts';
import { useWords, type Words, wordsIn } from './words.ts';

type Passengers = BookingCard['passengers'];

/** Passengers may share a name: the position makes the key unique. */
const keyed = (passengers: Passengers) =>
  passengers.map((passenger, index) => ({ ...passenger, key: `${index}-${passenger.name}` }));

export function PassengerList({ passengers }: { readonly passengers: Passengers }) {
  const words = useWords();
  return (
    <ul className="space-y-0.5">
      {keyed(passengers).map(({ key, name, type }) => (
        <li key={key}>
          <span className="font-medium">{name}</span> <span className="text-ink-soft">{words.t(`flight.${type}`)}</span>
        </li>
      ))}
    </ul>
  );
}

const bookingOf = ({ card }: CardProps): BookingCard => card.data as BookingCard;

/** Minutes before departure. Airlines open online check-in a day ahead. */
const CHECK_IN = 24 * 60;
/** Minutes before departure: an hour to the airport, then as long as airlines ask for. */
const LEAVE_HOME = { domestic: 3 * 60, abroad: 4 * 60 };

function End({ place, at, isEnd = false }: { readonly place: Place; readonly at: string; readonly isEnd?: boolean }) {
  const words = useWords();
  return (
    <span className={isEnd ? 'min-w-0 text-right' : 'min-w-0'}>
      <span className="block font-semibold text-xl leading-tight">{place.code}</span>
      <span className="block truncate text-ink-soft text-sm">{named(words, place.city, place.cityZh)}</span>
      <span className="block font-medium text-lg tabular-nums">
        <time dateTime={at}>{localTime(at).clock}</time>
      </span>
    </span>
  );
}

function Way({ way }: { readonly way: Itinerary }) {
  const words = useWords();
  const terminal = way.segments[0]?.from.terminal;
  return (
    <div>
      <p className="mb-1 flex flex-wrap gap-x-3 text-sm">
        <span className="font-medium">{dateInWords(words, way.departs, 'long')}</span>
        <span className="text-ink-soft">
          {flightsOf(way)}
          {terminal ? ` · ${words.t('flight.terminal', { name: terminalName(words, terminal) })}` : null}
        </span>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(5rem,1.2fr)_minmax(0,1fr)] items-center gap-x-3">
        <End place={way.from} at={way.departs} />
        <span className="text-center text-ink-soft text-sm">
          {words.format.minutes(way.durationMinutes)}
          <span className="my-1 flex items-center gap-1.5" aria-hidden>
            <span className="h-px flex-1 bg-line-strong" />
            <Plane className="size-4 rotate-45 text-accent" />
            <span className="h-px flex-1 bg-line-strong" />
          </span>
          {stopsInWords(words, way)} <DayOffset days={way.dayOffset} />
        </span>
        <End place={way.to} at={way.arrives} isEnd />
      </div>
    </div>
  );
}

function Pass(props: CardProps) {
  const words = useWords();
  const { offer, passengers } = bookingOf(props);
  return (
    <div className="space-y-4">
      {offer.itineraries.map((way) => (
        <Way key={way.departs} way={way} />
      ))}
      <p className="text-ink-soft text-sm">
        {words.t('booking.travellers', { names: words.format.list(passengers.map(({ name }) => name)) })}
      </p>
      <NotSold offer={offer} />
    </div>
  );
}

const isAbroad = ({ segments }: Itinerary): boolean =>
  segments.some(({ from, to }) => from.country !== to.country || from.country === undefined);

function remindersOf(words: Words, { offer, status, payBy }: BookingCard): readonly Reminder[] {
  if (status === 'held')
    return payBy === undefined
      ? []
      : [{ id: `pay ${payBy}`, label: words.t('booking.payInTime'), at: payBy, silent: true }];
  if (status !== 'confirmed') return [];
  return offer.itineraries.flatMap((way): Reminder[] => {
    const route = `${way.from.code} – ${way.to.code}`;
    const before = LEAVE_HOME[isAbroad(way) ? 'abroad' : 'domestic'];
    return [
      {
        id: `check-in ${way.departs}`,
        label: words.t('booking.checkIn', { route }),
        at: earlier(way.departs, CHECK_IN),
      },
      { id: `leave ${way.departs}`, label: words.t('booking.leave', { route }), at: earlier(way.departs, before) },
      { id: `departs ${way.departs}`, label: words.t('booking.departs', { route }), at: way.departs, silent: true },
    ];
  });
}

export const BOOKING_RECORD: RecordView = {
  Pass,
  title: ({ language }, card) => routeInWords(wordsIn(language), bookingOf({ card }).offer),
  reminders: ({ language }, card) => remindersOf(wordsIn(language), bookingOf({ card })),
  calendar(words, card) {
    const { offer, reference } = bookingOf({ card });
    return offer.itineraries.flatMap(({ segments }) =>
      segments.map(({ flight, from, to, departs, arrives }) => ({
        id: `${reference} ${flight} ${departs}`,
        label: `${flight} ${named(words, from.city, from.cityZh)} (${from.code}) → ${named(words, to.city, to.cityZh)} (${to.code})`,
        at: departs,
        until: arrives,
      })),
    );
  },
  asks({ language }, card) {
    const words = wordsIn(language);
    const { reference, status } = bookingOf({ card });
    if (status === 'cancelled') return [];
    return [
      ...(status === 'held'
        ? [{ label: words.t('booking.pay'), say: words.t('booking.payMessage', { reference }), danger: false }]
        : []),
      { label: words.t('booking.change'), say: words.t('booking.changeMessage', { reference }), danger: false },
      { label: words.t('booking.cancel'), say: words.t('booking.cancelMessage', { reference }), danger: true },
    ];
  },
  share({ language }, card) {
    const words = wordsIn(language);
    const { offer, passengers } = bookingOf({ card });
    return [
      routeInWords(words, offer),
      ...offer.itineraries.map((way) => {
        const [from, to] = [way.departs, way.arrives].map((at) => localTime(at).clock);
        return `${dateInWords(words, way.departs, 'long')}  ${way.from.code} ${from} → ${way.to.code} ${to}  ${flightsOf(way)}`;
      }),
      words.t('booking.travellers', { names: words.format.list(passengers.map(({ name }) => name)) }),
      words.t('flight.localTimes'),
    ];
  },
};
