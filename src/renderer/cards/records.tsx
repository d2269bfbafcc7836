import { Luggage } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { CardRecordView, RecordGroup } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { type Language, useLanguage, useT } from '../i18n.ts';
import { useWords } from '../shared/words.tsx';
import { useActions, useApp } from '../store/index.ts';
import { dateInWords, localTime } from './local-time.ts';
import { recordViewOf } from './registry.tsx';

/** Time until something, as people count: days by the calendar, then hours, then minutes. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOCALES = { en: 'en-GB', zh: 'zh-CN' } as const;

/** Undefined once it has begun. @param now milliseconds. */
export function untilInWords(language: Language, at: string, now: number): string | undefined {
  const left = Date.parse(at) - now;
  if (Number.isNaN(left) || left <= 0) return undefined;
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  if (left < HOUR) return format.format(Math.max(1, Math.round(left / MINUTE)), 'minute');
  if (left < 24 * HOUR) return format.format(Math.round(left / HOUR), 'hour');
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return format.format(Math.round((midnight(Date.parse(at)) - midnight(now)) / (24 * HOUR)), 'day');
}

/** Milliseconds, moved on each minute: enough for a countdown. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export type LoadedRecords =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly groups: readonly RecordGroup[] };

/** Everything that skills keep, read again whenever a conversation has moved on. */
export function useRecords(): { readonly loaded: LoadedRecords; readonly again: () => void } {
  const { records } = useActions();
  const newest = useApp((data) => data.sessions?.[0]?.updatedAt);
  const [loaded, setLoaded] = useState<LoadedRecords>({ kind: 'loading' });
  const load = useCallback(async () => {
    const groups = await records();
    setLoaded(groups === undefined ? { kind: 'failed' } : { kind: 'ready', groups });
  }, [records]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that moved on may have made a record.
  useEffect(() => void load(), [load, newest]);
  return { loaded, again: () => void load() };
}

/** The soonest of all skills that is not over. */
export const nextRecord = (groups: readonly RecordGroup[]): CardRecordView | undefined =>
  groups
    .flatMap(({ records }) => records.filter(({ upcoming }) => upcoming))
    .sort((a, b) => beginOf(a) - beginOf(b))[0];

const beginOf = ({ card }: CardRecordView): number => Date.parse(parseCard(card)?.plain().period?.from ?? '') || 0;

/** The trip that comes next, how long it is until then, and the first thing to do for it. */
export function NextTrip({
  record,
  now,
  onOpen,
}: {
  readonly record: CardRecordView;
  readonly now: number;
  /** Opens the record, where it leads elsewhere. */
  readonly onOpen?: () => void;
}) {
  const t = useT();
  const words = useWords();
  const language = useLanguage();
  const card = parseCard(record.card);
  const from = card?.plain().period?.from;
  if (card === undefined || from === undefined) return null;
  const { title, reminders } = recordViewOf(card);
  const until = untilInWords(language, from, now);
  const todo = reminders(words, card).find(({ at }) => Date.parse(at) > now && at !== from);
  const content = (
    <>
      <Luggage aria-hidden className="size-6 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block text-ink-soft text-sm">{t('bookings.nextTrip')}</span>
        <span className="block font-semibold text-md">{title(words, card)}</span>
        <span className="block text-ink-soft text-sm">
          {dateInWords(words, from, 'long')}, {localTime(from).clock}
          {todo === undefined
            ? null
            : ` · ${todo.label}: ${dateInWords(words, todo.at, 'day')} ${localTime(todo.at).clock}`}
        </span>
      </span>
      {until === undefined ? null : <span className="shrink-0 font-semibold text-accent text-lg">{until}</span>}
    </>
  );
  const className = 'flex w-full items-center gap-4 rounded-panel border border-accent/40 bg-accent-soft/40 px-5 py-4';
  if (onOpen === undefined) return <div className={className}>{content}</div>;
  return (
    <button type="button" onClick={onOpen} className={`${className} cursor-default text-left hover:bg-accent-soft`}>
      {content}
    </button>
  );
}
