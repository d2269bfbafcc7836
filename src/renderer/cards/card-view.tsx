/** Parts that a kind of card may bring; the rest is shown as a plain card. */

import { CalendarPlus, FileText } from 'lucide-react';
import { type ComponentType, type ReactNode, type Ref, useId } from 'react';
import { type Card, type CardValue, textIn, valueKind } from '../../shared/cards/card.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { perObject } from '../../shared/defined.ts';
import { shownText } from '../../shared/text/invisible.ts';
import { useT } from '../i18n.ts';
import { useWords, VisibleText, type Words } from '../shared/words.tsx';
import { useActions } from '../store/index.ts';
import { Banner, Button, cn } from '../ui/index.ts';
import { useOpenFile } from './chat-scope.tsx';
import { dateInWords, localTime } from './local-time.ts';

/** The card in a call's result or question, read once for each object. */
const read = perObject(shownCard);

export function cardIn(data: unknown): Card | undefined {
  return typeof data === 'object' && data !== null ? read(data) : undefined;
}

/** A plain card marks what is hidden in its texts; the views of other kinds show texts as they are. */
function shownCard(data: object): Card | undefined {
  const card = parseCard(data);
  return card === undefined || card.isPlain ? card : parseCard(shown(data));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
}

/** A value of a plain card in the reader's language. */
export function valueInWords(
  words: Pick<Words, 'language' | 'format'>,
  value: CardValue,
  style: 'short' | 'long' = 'long',
): string {
  const shown = valueKind(value);
  if ('number' in shown) return words.format.number(shown.number);
  if ('money' in shown) return words.format.money(shown.money);
  if ('text' in shown) return textIn(shown.text, words.language);
  const day = dateInWords(words, shown.date, style);
  return shown.date.length > 10 ? `${day} ${localTime(shown.date).clock}` : day;
}

/** The frame that all cards share: a region named by its heading, with a head and a body. */
export function CardFrame({
  title,
  aside,
  titleRef,
  tone = 'plain',
  children,
}: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  /** Takes the focus when a card needs a person: the words first, never a button that does something. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly tone?: 'plain' | 'asking';
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={cn(
        '@container overflow-hidden rounded-panel border bg-surface',
        tone === 'asking' ? 'border-accent shadow-float' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-line border-b bg-side px-4 py-2.5">
        <h3
          id={heading}
          ref={titleRef}
          tabIndex={titleRef === undefined ? undefined : -1}
          className="min-w-0 font-semibold text-md outline-none"
        >
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Prints one card and nothing else of the window: a copy of it is alone on the page while the system prints. */
const PAGE = 'print-page';

export function printCard(card: HTMLElement): void {
  document.getElementById(PAGE)?.remove();
  const page = document.createElement('div');
  page.id = PAGE;
  const copy = card.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  // Controls mean nothing on paper.
  for (const control of copy.querySelectorAll('button, [data-no-print]')) control.remove();
  page.append(copy);
  document.body.append(page);
  window.addEventListener('afterprint', () => page.remove(), { once: true });
  window.print();
}

export interface NamedFile {
  readonly name: string;
  readonly mime: string;
  readonly version?: number | undefined;
}

/** Files that a run left, each as a button that says what it is good for. */
export function FileButtons({ files }: { readonly files: readonly NamedFile[] }) {
  const words = useWords();
  const open = useOpenFile();
  const { openDialog } = useActions();
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ name, mime, version }) => {
        const calendar = mime.startsWith('text/calendar');
        const page = mime.startsWith('text/html');
        const Icon = calendar ? CalendarPlus : FileText;
        const label = calendar ? words.t('file.calendar') : page ? words.t('file.itinerary') : shownText(name);
        // A calendar and a page to print go where they are used; of all others what is in them is looked at here.
        const onClick = () =>
          calendar || page ? void open(name, version) : openDialog({ name: 'file', file: { artifact: name, version } });
        return (
          <Button
            icon={Icon}
            key={name}
            size="sm"
            title={words.t('file.open', { name: shownText(name) })}
            onClick={onClick}
          >
            <span className="max-w-60 truncate">{label}</span>
          </Button>
        );
      })}
    </div>
  );
}

/** Says which records a list lacks because they cannot be read, and what to do. */
export function UnreadableRecords({ files }: { readonly files: readonly string[] }) {
  const t = useT();
  if (files.length === 0) return null;
  return (
    <Banner tone="warning" title={t('bookings.unreadable', { count: files.length })}>
      <p className="text-pretty text-ink-soft text-sm">{t('bookings.unreadableHint')}</p>
      <ul className="mt-1.5 space-y-0.5 font-mono text-sm [overflow-wrap:anywhere]">
        {files.map((file) => (
          <li key={file}>
            <VisibleText text={file} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

export interface CardProps {
  readonly card: Card;
}

export interface ShownCardProps extends CardProps {
  /** The latest of its kind: "the second one" means one of its items. */
  readonly newest: boolean;
  /** Key under which unfolding and sorting are remembered. */
  readonly memoryKey: string;
}

export interface QuoteWords {
  readonly title: string;
  readonly promise: string;
  readonly confirm: string;
  readonly decline: string;
  /** Something is taken away: the button warns. */
  readonly danger: boolean;
  /** Headlines of the record: what the person said, or that no one did. */
  readonly agreed: string;
  readonly declined: string;
  readonly lapsed: string;
  /** Price, or refund. */
  readonly total?: string;
}

/** View of a card that asks for an approval. */
export interface QuoteView {
  readonly Body: ComponentType<CardProps>;
  /** One line. */
  readonly Summary: ComponentType<CardProps>;
  words(words: Words, card: Card): QuoteWords;
}

/** Something to be reminded of in time. */
export interface Reminder {
  readonly id: string;
  readonly label: string;
  /** ISO-8601 with the offset of the place: shown as the clock there shows it. */
  readonly at: string;
  /** In lists and calendars alone: a notification would come too late to do anything about it. */
  readonly silent?: true;
}

export interface CalendarEntry extends Reminder {
  readonly until: string;
}

/** A button that begins a conversation with what it says. */
interface RecordAsk {
  readonly label: string;
  readonly say: string;
  readonly danger: boolean;
}

export interface RecordView {
  /** The subject, without its key, status and price. */
  readonly Pass: ComponentType<CardProps>;
  /** One line: `Beijing → Tokyo`. */
  title(words: Words, card: Card): string;
  /** In order of time, past ones too. */
  reminders(words: Words, card: Card): readonly Reminder[];
  calendar(words: Words, card: Card): readonly CalendarEntry[];
  asks(words: Words, card: Card): readonly RecordAsk[];
  /** The part that others may see: no price, no e-mail. */
  share(words: Words, card: Card): readonly string[];
}

export interface CardView {
  readonly kind: string;
  /** In the conversation. */
  readonly Card?: ComponentType<ShownCardProps>;
  readonly quote?: QuoteView;
  readonly record?: RecordView;
}
