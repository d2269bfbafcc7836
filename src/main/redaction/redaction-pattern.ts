import type { RedactionKind } from '../../shared/review.ts';

export interface RedactionPattern {
  readonly kind: RedactionKind;
  /** Global. Every repetition is bounded: a text may be a megabyte of one word. A first group is kept. */
  readonly pattern: RegExp;
  /** Where it is missing nothing matches, which is quicker to see. */
  readonly needs?: string;
  /** Whether what matched is one; undefined where the form says it all. */
  readonly holds?: (match: string) => boolean;
}
