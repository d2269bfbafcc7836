/**
 * Structured results that the screen shows as cards. A script writes `card.json` into `$RUN_DIR`; it arrives as
 * `data` of `tool-finished`, or as `preview` of an approval.
 */
import { z } from 'zod';
import type { CardValue, PlainCard } from './plain-card.ts';

export const cardHeadSchema = z.looseObject({ kind: z.string().min(1), version: z.int() });
export type CardHead = z.infer<typeof cardHeadSchema>;

/** One record of a skill's store, as a card shows it. */
interface CardRecord {
  readonly kind: string;
  /** Unique among the records of this kind, and the name of the record's file. */
  readonly key: string;
}

export interface Card {
  readonly kind: string;
  readonly version: number;
  /** Parsed by the kind's schema, or as a plain card. */
  readonly data: CardHead;
  /** True for a kind or version that the app does not know: `data` is a `PlainCard`. */
  readonly isPlain: boolean;
  /** False where the step that made it says enough. */
  readonly isShown: boolean;
  /** The same card without its kind: for the terminal, for lists, and for hosts that have no view of it. */
  plain(): PlainCard;
  readonly records: readonly CardRecord[];
  /** Over the values of the command line, for the sentence of the step that made it. */
  readonly stepValues: Readonly<Record<string, CardValue>>;
}

/** A kind of card that the app knows. */
export interface CardKind {
  readonly kind: string;
  readonly version: number;
  /** Undefined where `data` has another shape. */
  read(data: CardHead): Card | undefined;
}

interface CardModule<T extends CardHead> {
  readonly kind: string;
  readonly version: number;
  readonly schema: z.ZodType<T>;
  plain(card: T): PlainCard;
  readonly isShown?: (card: T) => boolean;
  readonly records?: (card: T) => readonly CardRecord[];
  readonly stepValues?: (card: T) => Readonly<Record<string, CardValue>>;
}

export function defineCard<T extends CardHead>({
  kind,
  version,
  schema,
  plain,
  isShown,
  records,
  stepValues,
}: CardModule<T>): CardKind {
  return {
    kind,
    version,
    read(data) {
      const parsed = schema.safeParse(data);
      if (!parsed.success) return undefined;
      const card = parsed.data;
      return {
        kind,
        version,
        data: card,
        isPlain: false,
        isShown: isShown?.(card) ?? true,
        plain: () => plain(card),
        records: records?.(card) ?? [],
        stepValues: stepValues?.(card) ?? {},
      };
    },
  };
}
