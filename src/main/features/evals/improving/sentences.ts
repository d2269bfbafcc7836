/** The two halves of a skill's sentences, and what a description is worth on one of them. */
import type { TriggerReport } from '../../../../shared/evals/benchmark.ts';
import type { TriggerCase } from '../../../../shared/evals/cases.ts';
import type { SentenceShare } from '../../../../shared/evals/improving.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { newcombe, wilson } from '../statistics.ts';

/** Sentences of each kind, without which no half can tell anything. */
export const LEAST_OF_A_KIND = 2;
/** Times as many sentences: beyond it, "more sentences" is no advice. */
const MOST_TIMES = 50;

interface Halves {
  readonly training: readonly TriggerCase[];
  readonly heldOut: readonly TriggerCase[];
}

/** Stratified, and the same each time: by the sentences' hashes. Undefined where there are too few of a kind. */
export function halvesOf(cases: readonly TriggerCase[]): Halves | undefined {
  const sentences = [...new Map(cases.map((one) => [one.query, one])).values()];
  const halves = { training: [] as TriggerCase[], heldOut: [] as TriggerCase[] };
  for (const kind of [true, false]) {
    const own = sentences
      .filter(({ should_trigger }) => should_trigger === kind)
      .map((one) => ({ one, hash: sha256(one.query) }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1));
    if (own.length < LEAST_OF_A_KIND) return undefined;
    for (const [index, { one }] of own.entries()) halves[index % 2 === 0 ? 'training' : 'heldOut'].push(one);
  }
  return halves;
}

type Outcome = TriggerReport['queries'][number];

const rightRuns = ({ should_trigger, triggered, runs }: Outcome) => (should_trigger ? triggered : runs - triggered);

/** A sentence is right if every run of it is: runs of one sentence are not separate trials. */
export function shareOf(outcomes: readonly Outcome[]): SentenceShare {
  const answered = outcomes.filter(({ runs }) => runs > 0);
  const right = answered.filter((one) => rightRuns(one) === one.runs).length;
  return {
    right,
    of: answered.length,
    interval: wilson(right, answered.length),
    rightRuns: answered.reduce((sum, one) => sum + rightRuns(one), 0),
    runs: answered.reduce((sum, { runs }) => sum + runs, 0),
  };
}

/** More sentences right, then more runs. */
export function isBetter(a: SentenceShare, b: SentenceShare): boolean {
  const rate = (part: number, of: number) => (of === 0 ? 0 : part / of);
  const sentences = rate(a.right, a.of) - rate(b.right, b.of);
  return sentences > 0 || (sentences === 0 && rate(a.rightRuns, a.runs) > rate(b.rightRuns, b.runs));
}

/** @param all sentences of both halves. */
export function difference(now: SentenceShare, before: SentenceShare, all: number) {
  if (now.of === 0 || before.of === 0) return { clear: false };
  const times = (share: SentenceShare, k: number) => ({ passed: share.right * k, trials: share.of * k });
  const interval = newcombe(times(now, 1), times(before, 1));
  const right = now.right / now.of - before.right / before.of;
  const clear = interval[0] > 0;
  let more: number | undefined;
  for (let k = 2; !clear && right > 0 && more === undefined && k <= MOST_TIMES; k += 1) {
    if (newcombe(times(now, k), times(before, k))[0] > 0) more = k * all;
  }
  return { difference: { right, interval }, clear, ...(more === undefined ? {} : { sentencesNeeded: more }) };
}
