/** Number of redactions, by kind. */
import { REDACTION_KINDS, type RedactionKind, type SessionExport } from '../../shared/review.ts';

export type RedactionCount = Readonly<Record<RedactionKind, number>>;

export const noCounts = (): Record<RedactionKind, number> =>
  Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, 0])) as Record<RedactionKind, number>;

export const totalOf = (count: RedactionCount): number => REDACTION_KINDS.reduce((sum, kind) => sum + count[kind], 0);

/** Max events reported for one value. */
const MOST_EVENTS = 20;
/** Max values reported one by one. */
const MOST_FINDS = 1_000;

type ToldFind = NonNullable<NonNullable<SessionExport['redacted']>['finds']>[number];

/** Redactions and their places, each value once. */
export class Tally {
  readonly #finds = new Map<string, ToldFind>();

  readonly add = ({
    id,
    kind,
    seq,
  }: {
    readonly id: string;
    readonly kind: RedactionKind;
    readonly seq: number;
  }): void => {
    const find = this.#finds.get(id) ?? { id, kind, count: 0, events: [] };
    find.count += 1;
    if (find.events.length < MOST_EVENTS && find.events.at(-1) !== seq) find.events.push(seq);
    if (this.#finds.size < MOST_FINDS) this.#finds.set(id, find);
  };

  get finds(): ToldFind[] {
    return [...this.#finds.values()];
  }
}

/** Counts as an export reports them: kinds added later only if there are any. */
export const reportedCount = (
  { own, personal, network, opaque, ...count }: RedactionCount,
  { finds }: Tally,
): NonNullable<SessionExport['redacted']> => ({
  total: totalOf({ ...count, personal, network, own, opaque }),
  ...count,
  ...(personal === 0 ? {} : { personal }),
  ...(network === 0 ? {} : { network }),
  ...(own === 0 ? {} : { own }),
  ...(opaque === 0 ? {} : { opaque }),
  finds,
});
