/** Records of the skills' stores (a person's bookings): what a store holds, with the conversation that made each. */
import { z } from 'zod';
import { type Card, cardHeadSchema, textSchema } from './card.ts';

/** A skill's store, as its front matter declares it. */
export const recordStoreSchema = z.object({
  /** In the skill's data folder: one file a record, `KEY.json`. */
  folder: z.string().regex(/^[\p{L}\p{N}_-]+$/u),
  /** Kind of the cards that show one record. */
  kind: z.string().min(1),
  title: textSchema,
  /** A message that would make a first record. */
  example: textSchema.optional(),
});
export type RecordStore = z.infer<typeof recordStoreSchema>;

const cardRecordSchema = z.object({
  key: z.string(),
  card: cardHeadSchema,
  /** Session and event of the booking; absent if no remaining session shows it. */
  sessionId: z.string().optional(),
  seq: z.int().optional(),
  title: z.string().optional(),
  upcoming: z.boolean(),
});
export type CardRecordView = z.infer<typeof cardRecordSchema>;

export const recordGroupSchema = z.object({
  skill: z.string(),
  title: textSchema,
  example: textSchema.optional(),
  /** Upcoming first, the soonest at the top; the others after them, the latest at the top. */
  records: z.array(cardRecordSchema),
  /** Paths in the place of records that cannot be read, each possibly a record; absent where there is none. */
  unreadable: z.array(z.string()).optional(),
});
export type RecordGroup = z.infer<typeof recordGroupSchema>;

/** One event that shows a record. */
export interface ShownRecord {
  readonly key: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly at: string;
  readonly title: string;
  /** Left by the trusted script of the store's own skill; events of earlier versions do not say. */
  readonly trusted: boolean;
}

export interface StoredRecord {
  readonly key: string;
  readonly card: Card;
}

const time = (iso: string | undefined): number => Date.parse(iso ?? '') || 0;

/** The store says what there is; events say only in which conversation it was made, trusted ones before others. */
export function placeRecords(
  stored: readonly StoredRecord[],
  shown: readonly ShownRecord[],
  now: number,
): CardRecordView[] {
  const inOrder = [...shown].sort((a, b) => a.at.localeCompare(b.at) || a.seq - b.seq);
  const records = stored.map(({ key, card }): CardRecordView => {
    const own = inOrder.filter((one) => one.key === key);
    const place = own.find(({ trusted }) => trusted) ?? own[0];
    const { period, over = false } = card.plain();
    return {
      key,
      card: card.data,
      ...(place === undefined ? {} : { sessionId: place.sessionId, seq: place.seq, title: place.title }),
      upcoming: !over && time(period?.to ?? period?.from) >= now,
    };
  });
  const from = new Map(stored.map(({ key, card }) => [key, time(card.plain().period?.from)]));
  return records.sort((a, b) => {
    if (a.upcoming !== b.upcoming) return a.upcoming ? -1 : 1;
    const difference = (from.get(a.key) ?? 0) - (from.get(b.key) ?? 0);
    return a.upcoming ? difference : -difference;
  });
}
