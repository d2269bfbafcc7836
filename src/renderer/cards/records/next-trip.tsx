import { Luggage } from 'lucide-react';
import type { CardRecordView } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { dateInWords, localTime } from '../local-time.ts';
import { recordViewOf } from '../registry.tsx';
import { untilInWords } from './until.ts';

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
