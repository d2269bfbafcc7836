import type { RedactionKind } from '../../shared/review.ts';

export interface RedactionPattern {
  readonly kind: RedactionKind;
  /** Global. Every repetition is bounded: a text may be a megabyte of one word. A first group is kept. */
  readonly pattern: RegExp;
  /** Literal without which nothing matches; a plain search for it is quicker. */
  readonly needs?: string;
  /** True if a match is genuine; undefined if the form suffices. */
  readonly holds?: (match: string) => boolean;
}
