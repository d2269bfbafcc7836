/** One line of the library. */

import { costOf } from '../../../shared/cost.ts';
import type { Verdict } from '../../../shared/judging/reviews.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { LibraryRow, Origin, Outcome } from '../../../shared/review.ts';
import type { UnitPrices } from '../../session/requests/prices.ts';
import type { LibraryEntry } from '../../store/reading.ts';

/** `YYYY-MM-DD` of a time. */
export type DayOf = (at: string) => string;

/** ISO 8601 up to ten minutes: no time zone changes its day in between. */
const SAME_DAY = 15;

/** @throws SkilldeckError `bad-input`. */
export function dayIn(timeZone: string = 'UTC'): DayOf {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  const known = new Map<string, string>();
  return (at) => {
    const key = at.slice(0, SAME_DAY);
    const day = known.get(key) ?? format.format(new Date(at));
    known.set(key, day);
    return day;
  };
}

/** Keyed by time zone: making one takes as long as a thousand rows. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    // Sweden writes its days as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  } catch (error) {
    throw detailed('bad-input', 'time-zone', { zone: timeZone }, { cause: error });
  }
}

/** Content of a row besides the session. */
export interface Beside extends Pick<LibraryRow, 'hits' | 'shared' | 'unverified'> {
  readonly verdicts?: readonly Verdict[] | undefined;
}

/** Thousands are made for each page, so each is one object from the start. */
export function rowOf(
  { summary, facts, imported }: LibraryEntry,
  prices: UnitPrices,
  day: DayOf,
  { verdicts = [], hits, shared, unverified }: Beside,
): LibraryRow {
  const { id, title, createdAt, updatedAt, environment, runState, turns, deleted } = summary;
  const { skills, usage, requests, toolCalls, errors, given, denied, duration, notes, marks, forkedFrom } = facts;
  const isTheirs = shared !== undefined && shared.here !== 'own';
  const origin: Origin = isTheirs ? 'shared' : facts.foreign ? 'foreign' : imported ? 'imported' : 'here';
  const { tokens, cost, unpriced } = spent(facts, prices);
  return {
    id,
    title,
    createdAt,
    updatedAt,
    environment,
    runState,
    turns,
    deleted,
    day: Number.isNaN(Date.parse(updatedAt)) ? updatedAt.slice(0, 10) : day(updatedAt),
    origin,
    skills: [...skills],
    models: usage.length > 0 ? usage.map(({ model }) => model) : facts.model === '' ? [] : [facts.model],
    outcome: outcomeOf(facts.outcome, origin),
    requests,
    toolCalls,
    errors,
    duration,
    notes,
    tokens,
    unpriced,
    approvals: { given, denied },
    pinned: marks.pinned,
    archived: marks.archived,
    tags: [...marks.tags],
    verdicts: [...verdicts],
    ...(cost === undefined ? {} : { cost }),
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
    ...(hits === undefined ? {} : { hits }),
    ...(shared === undefined ? {} : { shared }),
    ...(unverified === undefined ? {} : { unverified }),
  };
}

/** An imported session never continues, though its log may end in the middle of a run. */
function outcomeOf(outcome: Outcome, origin: Origin): Outcome {
  return outcome === 'running' && origin !== 'here' ? 'stopped' : outcome;
}

function spent(
  { usage, unreported }: LibraryEntry['facts'],
  prices: UnitPrices,
): { readonly tokens: number; readonly cost: number | undefined; readonly unpriced: string[] } {
  let tokens = unreported;
  let cost: number | undefined;
  const unpriced: string[] = [];
  for (const one of usage) {
    const taken = one.promptTokens + one.completionTokens;
    tokens += taken;
    const price = prices(one.model);
    if (price !== undefined) cost = (cost ?? 0) + costOf(one, price);
    else if (taken > 0) unpriced.push(one.model);
  }
  return { tokens, cost, unpriced };
}
