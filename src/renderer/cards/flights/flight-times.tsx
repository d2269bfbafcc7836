import type { Itinerary } from '../../../shared/cards/flights/schema.ts';
import { VisuallyHidden } from '../../ui/index.ts';
import { localTime } from '../local-time.ts';
import { useWords } from './words.ts';

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
