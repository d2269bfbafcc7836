/** Two sessions side by side, turn by turn. Pure. */

import type { UnitPrices } from '../../../main/session/requests.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { COMPARED_FIELDS, type ComparedTurn, type Comparison } from '../../../shared/review.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import { errorsIn, msOf, outcomeIn, spentIn, type Turn, turnsOf } from './turns.ts';

/** Aligns the turns of two sessions so that they have the most in common. Pure. */

export interface Pair {
  /** Indexes; one of them is absent for a turn without a counterpart. */
  readonly a?: number;
  readonly b?: number;
  readonly similarity: number;
}

/** Below this two messages have nothing to do with each other. */
const LEAST_ALIKE = 0.2;
/** Turns of each that are aligned by likeness; beyond, in order. */
const MOST_ALIGNED = 500;
/** Characters of a message that are compared. */
const COMPARED = 2_000;

export function alignTurns(left: readonly string[], right: readonly string[]): Pair[] {
  if (Math.max(left.length, right.length) > MOST_ALIGNED) return inOrder(left, right);
  const [a, b] = [left.map(pairsOf), right.map(pairsOf)];
  const alike = a.map((one) => b.map((other) => likeness(one, other)));
  const of = (row: number, column: number): number => alike[row]?.[column] ?? 0;
  // The best sum of likenesses for the turns from (row, column) on, as in the comparison of texts (Needleman and Wunsch).
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      const paired = of(row, column) < LEAST_ALIKE ? -1 : of(row, column) + at(row + 1, column + 1);
      const line = best[row];
      if (line !== undefined) line[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const isPair =
      row < a.length &&
      column < b.length &&
      of(row, column) >= LEAST_ALIKE &&
      at(row, column) === of(row, column) + at(row + 1, column + 1);
    if (isPair) pairs.push({ a: row++, b: column++, similarity: of(row - 1, column - 1) });
    else if (row < a.length && (column >= b.length || at(row, column) === at(row + 1, column)))
      pairs.push({ a: row++, similarity: 0 });
    else pairs.push({ b: column++, similarity: 0 });
  }
  return pairs;
}

function inOrder(left: readonly string[], right: readonly string[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [a, b] = [left[index], right[index]];
    if (a === undefined) return { b: index, similarity: 0 };
    if (b === undefined) return { a: index, similarity: 0 };
    return { a: index, b: index, similarity: likeness(pairsOf(a), pairsOf(b)) };
  });
}

/** Counts pairs of neighbouring characters: Chinese has no spaces to split words at. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const folded = text.slice(0, COMPARED).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const pairs = new Map<string, number>();
  const padded = ` ${folded} `;
  for (let index = 0; index + 1 < padded.length; index += 1) {
    const pair = padded.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient: twice what both have, of what there is. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const count = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((sum, one) => sum + one, 0);
  let common = 0;
  for (const [pair, times] of a) common += Math.min(times, b.get(pair) ?? 0);
  const all = count(a) + count(b);
  return all === 0 ? 1 : (2 * common) / all;
}

/** Settings that differ between two sessions: the first thing to look at where their turns differ. Pure. */
type Value = Comparison['settings'][string][0];

/** Digits of a hash that tell two versions of a skill apart. */
const HASH_DIGITS = 12;

const SETTINGS: Readonly<Record<string, (state: SessionState) => Value | undefined>> = {
  model: ({ model }) => model,
  endpoint: ({ route }) => route?.endpoint,
  wire: ({ route }) => route?.wire,
  effort: ({ route }) => route?.effort,
  max_output: ({ route }) => route?.maxOutput,
  params: ({ route }) => (route?.params === undefined ? undefined : JSON.stringify(route.params)),
  environment: ({ environment }) => environment,
  agent: ({ agent }) => agent?.name,
  dialect: ({ dialect }) => dialect,
  placement: ({ placement }) => placement,
  load_mode: ({ loadMode }) => loadMode,
  approve: ({ approve }) => approve,
  max_context: ({ limits }) => limits.maxContext,
  skill_budget: ({ limits }) => limits.skillBudget,
  max_iterations: ({ limits }) => limits.maxIterations,
};

/** Settings at the end; for a skill, the version that was loaded last, by its hash. `null`: not set, or not loaded. */
export function settingsOfAll(logs: readonly (readonly SessionEvent[])[]): Record<string, Value[]> {
  const states = logs.map((events) => foldEvents('', events));
  const skills = logs.map(versionsOf);
  const rows: [string, Value[]][] = [
    ...Object.entries(SETTINGS).map(([name, of]): [string, Value[]] => [
      name,
      states.map((state) => of(state) ?? null),
    ]),
    ...[...new Set(skills.flatMap((versions) => [...versions.keys()]))].map((id): [string, Value[]] => [
      `skill:${id}`,
      skills.map((versions) => versions.get(id) ?? null),
    ]),
  ];
  return Object.fromEntries(rows.filter(([, values]) => new Set(values).size > 1));
}

function comparedSettings(a: readonly SessionEvent[], b: readonly SessionEvent[]): Comparison['settings'] {
  return Object.fromEntries(
    Object.entries(settingsOfAll([a, b])).map(([name, [x = null, y = null]]) => [name, [x, y]]),
  );
}

function versionsOf(events: readonly SessionEvent[]): Map<string, string> {
  const versions = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'skill-loaded') versions.set(event.skill, event.sha256.slice(0, HASH_DIGITS));
  }
  return versions;
}

/** Characters of an answer and of a message that are shown. */
const SHOWN = 2_000;

export interface ComparedSession {
  readonly id: string;
  readonly title: string;
  readonly events: readonly SessionEvent[];
}

export function compareSessions(a: ComparedSession, b: ComparedSession, prices: UnitPrices): Comparison {
  const [left, right] = [turnsThatCount(a), turnsThatCount(b)];
  const pairs = alignTurns(
    left.map(({ message }) => message.text),
    right.map(({ message }) => message.text),
  );
  const [ofA, ofB] = [neutralOf(a), neutralOf(b)];
  return {
    settings: comparedSettings(a.events, b.events),
    a: headOf(a, left),
    b: headOf(b, right),
    turns: pairs.map(({ a: one, b: other, similarity }) => {
      const x = one === undefined ? undefined : comparedTurn(left[one], prices);
      const y = other === undefined ? undefined : comparedTurn(right[other], prices);
      return {
        ...defined({ a: x, b: y }),
        similarity,
        differs: x === undefined || y === undefined ? [] : differences(neutral(x, ofA), neutral(y, ofB)),
      };
    }),
    totals: { a: totalOf(a, left, prices), b: totalOf(b, right, prices) },
  };
}

/** Ignores turns that were replaced: the comparison is of the current conversations. */
export const turnsThatCount = ({ events }: ComparedSession): Turn[] =>
  turnsOf(events).filter(({ setAside }) => !setAside);

const headOf = ({ id, title, events }: ComparedSession, turns: readonly Turn[]): Comparison['a'] => ({
  session: id,
  title,
  model: foldEvents(id, events).model,
  turns: turns.length,
});

export function comparedTurn(turn: Turn | undefined, prices: UnitPrices): ComparedTurn | undefined {
  if (turn === undefined) return undefined;
  const { message, events, requests } = turn;
  const { promptTokens, cachedTokens, completionTokens, cost } = spentIn([turn], prices);
  const own = requests.flatMap(({ sent }) => (sent === undefined || sent.purpose === 'summary' ? [] : [sent]));
  const last = own.at(-1)?.tokens;
  const parts: Record<string, number> = {};
  for (const { kind, tokens } of last?.parts ?? []) parts[kind] = (parts[kind] ?? 0) + tokens;
  const tools = new Map<string, number>();
  const skills = new Set<string>();
  let answer = '';
  for (const event of events) {
    if (event.type === 'tool-started') tools.set(event.name, (tools.get(event.name) ?? 0) + 1);
    if (event.type === 'skill-loaded') skills.add(event.skill);
    if (event.type === 'model-responded' && event.purpose !== 'summary' && event.text !== '') answer = event.text;
  }
  return {
    seq: message.seq,
    toSeq: events.at(-1)?.seq ?? message.seq,
    text: ownWords(message.text).slice(0, SHOWN),
    answer: answer.slice(0, SHOWN),
    requests: requests.length,
    sent: own.map(({ seq }) => seq),
    parts,
    context: last?.total ?? 0,
    usage: { promptTokens, completionTokens, cachedPromptTokens: cachedTokens },
    ...defined({ cost }),
    ms: msOf(events),
    tools: Object.fromEntries(tools),
    skills: [...skills],
    errors: errorsIn(events),
    outcome: outcomeIn(events),
  };
}

/** Differences between any two sessions: their ids, and the folders that are named after them. */
function neutralOf({ id, events }: ComparedSession): (text: string) => string {
  const { workspace } = foldEvents(id, events);
  const isId = new RegExp(`(?<![\\w-])${id.replaceAll(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'gu');
  return (text) => (workspace === '' ? text : text.replaceAll(workspace, '…')).replace(isId, '…');
}

const OF: Readonly<Record<(typeof COMPARED_FIELDS)[number], (turn: ComparedTurn) => unknown>> = {
  text: ({ text }) => text,
  answer: ({ answer }) => answer,
  context: ({ parts }) => Object.entries(parts).sort(),
  tools: ({ tools }) => Object.entries(tools).sort(),
  skills: ({ skills }) => skills.toSorted(),
  tokens: ({ usage }) => [usage.promptTokens, usage.completionTokens],
  outcome: ({ outcome }) => outcome,
};

const neutral = (turn: ComparedTurn, of: (text: string) => string): ComparedTurn => ({
  ...turn,
  text: of(turn.text),
  answer: of(turn.answer),
});

const differences = (a: ComparedTurn, b: ComparedTurn): Comparison['turns'][number]['differs'] =>
  COMPARED_FIELDS.filter((field) => !isEqual(OF[field](a), OF[field](b)));

export function totalOf(
  { events }: ComparedSession,
  turns: readonly Turn[],
  prices: UnitPrices,
): Comparison['totals']['a'] {
  return {
    ...spentIn(turns, prices),
    requests: turns.reduce((sum, { requests }) => sum + requests.length, 0),
    ms: turns.reduce((sum, turn) => sum + msOf(turn.events), 0),
    errors: turns.reduce((sum, turn) => sum + errorsIn(turn.events), 0),
    outcome: outcomeIn(events),
  };
}
