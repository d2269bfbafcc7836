/** Parts that a kind of card may bring; the rest is shown as a plain card. */
import type { ComponentType } from 'react';
import type { Card } from '../../shared/cards/card.ts';
import type { Words } from '../shared/words.ts';

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

/** An entry of a calendar. */
export interface CalendarEntry extends Reminder {
  readonly until: string;
}

/** A button that begins a conversation with what it says. */
interface RecordAsk {
  readonly label: string;
  readonly say: string;
  readonly danger: boolean;
}

/** View of a record on the page of all records. */
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
