/** What a kind of card may bring of its own; for the rest it is shown as a plain card. */
import type { ComponentType } from 'react';
import type { Card } from '../../shared/cards/card.ts';
import type { Words } from '../shared/words.ts';

export interface CardProps {
  readonly card: Card;
}

export interface ShownCardProps extends CardProps {
  /** The latest of its kind: "the second one" means one of its items. */
  readonly newest: boolean;
  /** What is unfolded or sorted is remembered by it. */
  readonly memoryKey: string;
}

interface QuoteWords {
  readonly title: string;
  readonly promise: string;
  readonly confirm: string;
  readonly decline: string;
  /** Something is taken away: the button warns. */
  readonly danger: boolean;
  /** Headlines of the record: what the person said, or that nobody did. */
  readonly agreed: string;
  readonly declined: string;
  readonly lapsed: string;
  /** What it costs or gives back. */
  readonly total?: string;
}

/** Of a card that asks for a yes. */
export interface QuoteView {
  readonly Body: ComponentType<CardProps>;
  /** One line. */
  readonly Summary: ComponentType<CardProps>;
  words(words: Words, card: Card): QuoteWords;
}

export interface CardView {
  readonly kind: string;
  /** In the conversation. */
  readonly Card?: ComponentType<ShownCardProps>;
  readonly quote?: QuoteView;
  /** Below the key, status and price of a record in the list of all. */
  readonly Record?: ComponentType<CardProps>;
}
