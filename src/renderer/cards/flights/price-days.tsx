import type { DayPrice, FlightOffersCard } from '../../../shared/cards/schema.ts';
import { useActions, useHeld } from '../../store/index.ts';
import { cn } from '../../ui/index.ts';
import { useChatScope } from '../chat-scope.tsx';
import { dateInWords } from '../local-time.ts';
import { useWords } from './words.ts';

/** Column of a day in a week that begins on Monday, 1 to 7. */
const weekday = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** A Monday to a Sunday, for the heads of the columns. */
const WEEK = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`);

interface DaysProps {
  readonly days: readonly DayPrice[];
  readonly query: FlightOffersCard['query'];
}

/** Prices of single days; pressing one asks for it in the conversation. */
function useDays({ days, query }: DaysProps) {
  const words = useWords();
  const { send } = useActions();
  const { focusComposer } = useChatScope();
  const held = useHeld();
  const totals = days.flatMap(({ total }) => (total === null ? [] : [total]));
  const best = totals.length > 1 ? Math.min(...totals) : undefined;
  const isShown = (day: DayPrice) => day.date === query.date && (day.return ?? null) === (query.returnDate ?? null);
  const money = (amount: number) => words.format.money({ amount, currency: query.currency });
  const ask = (day: DayPrice) => {
    const values = { date: dateInWords(words, day.date, 'long') };
    void send(
      day.return
        ? words.t('offers.askDays', { ...values, back: dateInWords(words, day.return, 'long') })
        : words.t('offers.askDay', values),
    );
    focusComposer();
  };
  return {
    words,
    isShown,
    money,
    isBest: ({ total }: DayPrice) => total === best,
    button: (day: DayPrice) => ({
      type: 'button' as const,
      disabled: held || day.total === null || isShown(day),
      'aria-current': isShown(day) ? ('date' as const) : undefined,
      onClick: () => ask(day),
    }),
  };
}

/** Three days either side, side by side. */
export function PriceStrip(props: DaysProps) {
  const { words, isBest, isShown, money, button } = useDays(props);
  return (
    <ul aria-label={words.t('offers.nearby')} className="flex overflow-x-auto border-line border-b">
      {props.days.map((day) => (
        <li key={`${day.date} ${day.return ?? ''}`} className="min-w-22 flex-1 border-line border-l first:border-l-0">
          <button
            {...button(day)}
            className={cn(
              'h-full w-full cursor-default px-2 py-1.5 text-center text-sm enabled:hover:bg-hover',
              isShown(day) && 'bg-accent-soft',
            )}
          >
            <span className="block whitespace-nowrap text-ink-soft">{dateInWords(words, day.date, 'day')}</span>
            <span className={cn('block font-medium tabular-nums', isBest(day) && 'text-success')}>
              {day.total === null ? '–' : money(day.total)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Every day of a month, under its weekday. */
export function PriceMonth(props: DaysProps) {
  const { words, isBest, isShown, money, button } = useDays(props);
  const [first] = props.days;
  if (first === undefined) return null;
  return (
    <section aria-label={words.t('offers.month')} className="border-line border-b px-4 py-3">
      <h4 className="mb-2 font-medium">{words.format.month(`${first.date}T12:00:00`)}</h4>
      <ol className="grid grid-cols-7 gap-1">
        {WEEK.map((day) => (
          <li key={day} aria-hidden className="text-center text-ink-soft text-xs">
            {dateInWords(words, day, 'weekday')}
          </li>
        ))}
        {props.days.map((day, index) => (
          <li key={day.date} style={index === 0 ? { gridColumnStart: weekday(day.date) } : undefined}>
            <button
              {...button(day)}
              aria-label={`${dateInWords(words, day.date, 'long')}, ${day.total === null ? words.t('offers.noFlight') : money(day.total)}`}
              className={cn(
                'w-full cursor-default rounded-control border border-line px-0.5 py-1 text-center text-xs tabular-nums enabled:hover:bg-hover',
                isShown(day) && 'border-accent bg-accent-soft',
              )}
            >
              <span className="block text-ink-soft">{Number(day.date.slice(8))}</span>
              <span className={cn('block truncate font-medium', isBest(day) && 'text-success')}>
                {day.total === null ? '–' : words.format.number(Math.round(day.total))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
