import type { RedactionKind } from '../../shared/review.ts';

export interface RedactionPattern {
  readonly kind: RedactionKind;
  /** Global. Every repetition is bounded: a text may be a megabyte of one word. A first group is kept. */
  readonly pattern: RegExp;
  /** Part of every match, and quicker to search for. */
  readonly needs?: string | RegExp;
  /** True if a match is genuine; undefined if the form suffices. */
  readonly holds?: (match: string) => boolean;
}
