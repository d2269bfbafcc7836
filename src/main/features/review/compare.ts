/** Two sessions side by side, turn by turn. Pure. */

import { defined } from '../../../shared/defined.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { isEqual } from '../../../shared/is-equal.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { COMPARED_FIELDS, type ComparedTurn, type Comparison } from '../../../shared/review.ts';
import type { UnitPrices } from '../../session/requests/prices.ts';
import { alignTurns } from './align.ts';
import { comparedSettings } from './compared-settings.ts';
import { errorsIn, msOf, outcomeIn, spentIn, type Turn, turnsOf } from './turns.ts';

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

function headOf({ id, title, events }: ComparedSession, turns: readonly Turn[]): Comparison['a'] {
  return { session: id, title, model: foldEvents(id, events).model, turns: turns.length };
}

export function comparedTurn(turn: Turn | undefined, prices: UnitPrices): ComparedTurn | undefined {
  if (turn === undefined) return undefined;
  const { message, events, requests } = turn;
  const { promptTokens, cachedTokens, completionTokens, cost } = spentIn([turn], prices);
  const own = requests.filter(({ sent }) => sent.purpose !== 'summary');
  const last = own.at(-1)?.sent.tokens;
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
    text: message.text.slice(0, SHOWN),
    answer: answer.slice(0, SHOWN),
    requests: requests.length,
    sent: own.map(({ sent }) => sent.seq),
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

function differences(a: ComparedTurn, b: ComparedTurn): Comparison['turns'][number]['differs'] {
  return COMPARED_FIELDS.filter((field) => !isEqual(OF[field](a), OF[field](b)));
}

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
