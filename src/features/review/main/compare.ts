/** Sessions side by side, turn by turn. Pure. */

import type { UnitPrices } from '../../../main/session/requests.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { COMPARED_FIELDS, type Comparison } from '../../../shared/review.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import { errorsIn, msOf, outcomeIn, spentIn, type Turn, turnsOf } from './turns.ts';

// Aligns the turns of two sessions so that they have the most in common.

/** Indexes of two turns; one of them is absent for a turn without a counterpart. */
interface Pair {
  readonly a?: number;
  readonly b?: number;
}

/** Below this two messages have nothing to do with each other. */
const LEAST_ALIKE = 0.2;
/** Turns of each that are aligned by likeness; beyond, in order. */
const MOST_ALIGNED = 500;
/** Characters of a message that are compared. */
const COMPARED = 2_000;

function alignTurns(left: readonly string[], right: readonly string[]): Pair[] {
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
    if (isPair) pairs.push({ a: row++, b: column++ });
    else if (row < a.length && (column >= b.length || at(row, column) === at(row + 1, column)))
      pairs.push({ a: row++ });
    else pairs.push({ b: column++ });
  }
  return pairs;
}

const inOrder = (left: readonly string[], right: readonly string[]): Pair[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    ...(index < left.length ? { a: index } : {}),
    ...(index < right.length ? { b: index } : {}),
  }));

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

type Value = Comparison['settings'][string][number];

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
  max_context: ({ limits, foreign }) => (foreign === undefined ? limits.maxContext : foreign.window),
  skill_budget: ({ limits }) => limits.skillBudget,
  max_iterations: ({ limits }) => limits.maxIterations,
};

/** Settings at the end; for a skill, the version that was loaded last, by its hash. `null`: not set, or not loaded. */
function settingsOf(logs: readonly (readonly SessionEvent[])[]): Record<string, Value[]> {
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

type Row = Comparison['turns'][number];
type Cell = NonNullable<Row['cells'][number]>;

/** Sessions as a table: a column each, in the order of the first one's turns. What was replaced is ignored. */
export function compareSessions(sessions: readonly ComparedSession[], prices: UnitPrices): Comparison {
  const columns = sessions.map((session) => {
    const kept = turnsOf(session.events).filter(({ setAside }) => !setAside);
    return { session, kept, turns: kept.map((turn) => comparedTurn(turn, prices)), neutral: neutralOf(session) };
  });
  const [first, ...others] = columns;
  /** Turns of the first session, and those of others where they came. */
  const rows = (first?.turns ?? []).map((turn) => [turn]) as (Turned | undefined)[][];
  const own = [...rows];
  for (const [index, { turns }] of others.entries()) {
    let last = -1;
    for (const { a, b } of alignTurns(first?.turns.map(textOf) ?? [], turns.map(textOf))) {
      const row = a === undefined ? undefined : own[a];
      last = row === undefined ? last + 1 : rows.indexOf(row);
      if (row === undefined) rows.splice(last, 0, []);
      if (b !== undefined) (rows[last] ?? [])[index + 1] = turns[b];
    }
  }
  const neutral = (turn: Turned, column: number): Turned => {
    const of = columns[column]?.neutral ?? String;
    return { ...turn, text: of(turn.text), answer: of(turn.answer) };
  };
  return {
    settings: settingsOf(sessions.map(({ events }) => events)),
    sessions: columns.map(({ session: { id, title, events }, kept }) => ({
      session: id,
      title,
      model: foldEvents(id, events).model,
      turns: kept.length,
      ...totalOf(events, kept, prices),
    })),
    turns: rows.map((row) => {
      const text = row.find((turn) => turn !== undefined)?.text ?? '';
      const [before] = row;
      const cells = columns.map((_, column): Cell | null => {
        const turn = row[column];
        if (turn === undefined) return null;
        const { parts: _parts, text: own, ...cell } = turn;
        const differs =
          before === undefined || column === 0 ? [] : differences(neutral(before, 0), neutral(turn, column));
        return { ...cell, ...(own === text ? {} : { text: own }), differs };
      });
      return { text, cells };
    }),
  };
}

type Turned = ReturnType<typeof comparedTurn>;
const textOf = ({ text }: Turned): string => text;

function comparedTurn(turn: Turn, prices: UnitPrices) {
  const { message, events, requests } = turn;
  const { promptTokens, completionTokens, cost } = spentIn([turn], prices);
  const own = requests.flatMap(({ sent }) => (sent === undefined || sent.purpose === 'summary' ? [] : [sent]));
  const parts: Record<string, number> = {};
  for (const { kind, tokens } of own.at(-1)?.tokens.parts ?? []) parts[kind] = (parts[kind] ?? 0) + tokens;
  const tools: Record<string, number> = {};
  const skills = new Set<string>();
  let answer = '';
  for (const event of events) {
    if (event.type === 'tool-started') tools[event.name] = (tools[event.name] ?? 0) + 1;
    if (event.type === 'skill-loaded') skills.add(event.skill);
    if (event.type === 'model-responded' && event.purpose !== 'summary' && event.text !== '') answer = event.text;
  }
  return {
    seq: message.seq,
    text: ownWords(message.text).slice(0, SHOWN),
    answer: answer.slice(0, SHOWN),
    /** Tokens of its last request, by kind. */
    parts,
    sent: own.map(({ seq }) => seq),
    tokens: promptTokens + completionTokens,
    ...defined({ cost }),
    ms: msOf(events),
    tools,
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

const OF: Readonly<Record<(typeof COMPARED_FIELDS)[number], (turn: Turned) => unknown>> = {
  text: ({ text }) => text,
  answer: ({ answer }) => answer,
  context: ({ parts }) => Object.entries(parts).sort(),
  tools: ({ tools }) => Object.entries(tools).sort(),
  skills: ({ skills }) => skills.toSorted(),
  tokens: ({ tokens }) => tokens,
  outcome: ({ outcome }) => outcome,
};

const differences = (a: Turned, b: Turned): Cell['differs'] =>
  COMPARED_FIELDS.filter((field) => !isEqual(OF[field](a), OF[field](b)));

const totalOf = (events: readonly SessionEvent[], turns: readonly Turn[], prices: UnitPrices) => ({
  ...spentIn(turns, prices),
  requests: turns.reduce((sum, { requests }) => sum + requests.length, 0),
  ms: turns.reduce((sum, turn) => sum + msOf(turn.events), 0),
  errors: turns.reduce((sum, turn) => sum + errorsIn(turn.events), 0),
  outcome: outcomeIn(events),
});
