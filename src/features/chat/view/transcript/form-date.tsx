import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dateInWords } from '../../../../renderer/cards/local-time.ts';
import { useFormat, useLanguage, useT } from '../../../../renderer/i18n.ts';
import { useWords } from '../../../../renderer/shared/words.tsx';
import { cn, IconButton, Popover } from '../../../../renderer/ui/index.ts';
import { dayIn, isDay, todayHere } from '../../../../shared/forms/forms.ts';
import { typedDay } from '../../../../shared/forms/typed-values.ts';
import { CONTROL, type FieldProps } from './form-state.tsx';

/** Days of a calendar month as weeks, and where a key leads; all in `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const addDays = (day: string, days: number): string => asDay(asTime(day) + days * DAY_MS);

/** The same day of another month, or its last where it is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return asDay(first.getTime());
}

/** Six weeks, Monday first, so that the calendar keeps its height. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(asTime(first)).getUTCDay() + 6) % 7;
  const start = addDays(first, -weekday);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  );
}

/** Undefined for a key that moves nothing. */
function dayAfterKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return addDays(day, -((new Date(asTime(day)).getUTCDay() + 6) % 7));
    case 'End':
      return addDays(day, 6 - ((new Date(asTime(day)).getUTCDay() + 6) % 7));
    default:
      return undefined;
  }
}

function clampDay(day: string, from: string | undefined, to: string | undefined): string {
  if (from !== undefined && day < from) return from;
  return to !== undefined && day > to ? to : day;
}

interface CalendarProps {
  readonly chosen: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChoose: (day: string) => void;
}

/** A month to choose a day from, by pointer or keyboard. */
function Calendar({ chosen, from, to, onChoose }: CalendarProps) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const language = useLanguage();
  const today = todayHere();
  const [at, setAt] = useState(() => clampDay(chosen ?? today, from, to));
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus(), [at]);
  const outside = (day: string) => (from !== undefined && day < from) || (to !== undefined && day > to);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at);
    if (next === undefined) return;
    event.preventDefault();
    setAt(clampDay(next, from, to));
  };
  const weeks = weeksOf(at);
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'narrow',
    timeZone: 'UTC',
  });
  const weekdayLong = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  const month = (offset: number) => clampDay(addMonths(at, offset), from, to);
  return (
    <div>
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          size="sm"
          label={t('forms.lastMonth')}
          disabled={month(-1).slice(0, 7) === at.slice(0, 7)}
          onClick={() => setAt(month(-1))}
          icon={ChevronLeft}
        />
        <span aria-live="polite" className="font-medium">
          {format.month(new Date(`${at.slice(0, 7)}-15T12:00:00`))}
        </span>
        <IconButton
          size="sm"
          label={t('forms.nextMonth')}
          disabled={month(1).slice(0, 7) === at.slice(0, 7)}
          onClick={() => setAt(month(1))}
          icon={ChevronRight}
        />
      </div>
      <table ref={grid} aria-label={t('forms.calendar')} className="w-full table-fixed text-center tabular-nums">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th
                key={day}
                abbr={weekdayLong.format(new Date(`${day}T00:00:00Z`))}
                scope="col"
                className="py-1 font-normal text-ink-soft text-xs"
              >
                {weekday.format(new Date(`${day}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    disabled={outside(day)}
                    aria-label={dateInWords(words, day, 'long')}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    onKeyDown={onKeyDown}
                    onClick={() => onChoose(day)}
                    className={cn(
                      'size-8 cursor-default rounded-control hover:bg-hover disabled:text-ink-faint disabled:opacity-50',
                      day.slice(0, 7) !== at.slice(0, 7) && 'text-ink-soft',
                      day === today && 'font-semibold text-accent',
                      day === chosen && 'bg-accent text-on-accent hover:bg-accent-strong',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** True if `3/4` is in March where the person lives. */
function isMonthFirst(language: 'en' | 'zh'): boolean {
  const written = language === 'zh' ? 'zh-CN' : navigator.language.startsWith('en') ? navigator.language : 'en-GB';
  const parts = new Intl.DateTimeFormat(written).formatToParts().map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
}

/** A day, typed or chosen from a calendar, and shown in words; with `date-time` the hour beside it. */
export function FormDate({
  field,
  value = '',
  onChange,
  onLeave,
  fault,
  id,
  describedBy,
  disabled,
}: FieldProps<string>) {
  const t = useT();
  const words = useWords();
  const [open, setOpen] = useState(false);
  /** Undefined where nothing is being typed. */
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const withTime = field.kind === 'date-time';
  const [day = '', time = ''] = withTime ? value.split('T') : [value];
  const today = todayHere();
  const set = (nextDay: string, nextTime = time) => {
    const joined = withTime ? (nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`) : nextDay;
    onChange(joined === '' ? undefined : joined);
  };
  const read = () => {
    const meant = typedDay(typed ?? day, today, isMonthFirst(words.language));
    setTyped(undefined);
    if (meant !== day) set(meant);
  };
  return (
    <div>
      <div className="flex gap-1.5">
        <div className="relative min-w-0 flex-1">
          <input
            ref={input}
            id={id}
            value={typed ?? (isDay(day) ? dateInWords(words, day, 'long') : day)}
            autoComplete="off"
            placeholder={t('forms.dateShape')}
            disabled={disabled}
            aria-invalid={fault !== undefined}
            aria-required={field.required}
            aria-describedby={describedBy}
            onChange={(event) => {
              setTyped(event.target.value);
              set(event.target.value);
            }}
            onBlur={() => {
              read();
              onLeave();
            }}
            onKeyDown={(event) => {
              // Enter sends the form: what it sends is the day that was meant.
              if (event.key === 'Enter') read();
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              setOpen(true);
            }}
            className={cn(CONTROL, 'pr-9 tabular-nums')}
          />
          <span className="absolute inset-y-0 right-1 flex items-center">
            <Popover
              open={open}
              onOpenChange={setOpen}
              align="end"
              className="w-66"
              trigger={
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('forms.openCalendar', { label: field.label })}
                  className="flex size-7 cursor-default items-center justify-center rounded text-ink-soft hover:bg-hover hover:text-ink"
                >
                  <CalendarDays aria-hidden className="size-4" />
                </button>
              }
            >
              <Calendar
                chosen={isDay(day) ? day : undefined}
                from={dayIn(field.from, today)}
                to={dayIn(field.to, today)}
                onChoose={(chosen) => {
                  setTyped(undefined);
                  set(chosen);
                  setOpen(false);
                  input.current?.focus();
                }}
              />
            </Popover>
          </span>
        </div>
        {withTime ? (
          <input
            type="time"
            value={time}
            disabled={disabled}
            aria-label={t('forms.time', { label: field.label })}
            onChange={(event) => set(day, event.target.value)}
            onBlur={onLeave}
            className={cn(CONTROL, 'w-28 flex-none')}
          />
        ) : null}
      </div>
    </div>
  );
}
