/** Three sessions and more as a table: one column each, aligned with the turns of the first. Pure. */
import { foldEvents } from '../../../shared/reducer.ts';
import type { ComparedMany } from '../../../shared/review.ts';
import type { UnitPrices } from '../../session/requests/prices.ts';
import { alignTurns } from './align.ts';
import { type ComparedSession, comparedTurn, totalOf, turnsThatCount } from './compare.ts';
import { settingsOfAll } from './compared-settings.ts';

export function compareMany(sessions: readonly ComparedSession[], prices: UnitPrices): ComparedMany {
  const columns = sessions.map((session) => ({ session, turns: turnsThatCount(session) }));
  const [first, ...others] = columns;
  const messages = first?.turns.map(({ message }) => message.text) ?? [];
  const cells = messages.map((text, index) => ({
    text: text.slice(0, SHOWN),
    cells: columns.map((): ComparedMany['turns'][number]['cells'][number] => null).with(0, cellOf(0, index)),
  }));
  const unpaired: typeof cells = [];
  /** @param row the message of its row. */
  function cellOf(column: number, index: number, row?: string): ComparedMany['turns'][number]['cells'][number] {
    const turn = comparedTurn(columns[column]?.turns[index], prices);
    if (turn === undefined) return null;
    const { seq, usage, cost, outcome, errors, ms, answer } = turn;
    const text = columns[column]?.turns[index]?.message.text ?? '';
    return {
      seq,
      tokens: usage.promptTokens + usage.completionTokens,
      outcome,
      errors,
      ms,
      answer,
      ...(row === undefined || text === row ? {} : { text: text.slice(0, SHOWN) }),
      ...(cost === undefined ? {} : { cost }),
    };
  }
  for (const [index, { turns }] of others.entries()) {
    const column = index + 1;
    const pairs = alignTurns(
      messages,
      turns.map(({ message }) => message.text),
    );
    for (const { a, b } of pairs) {
      if (b === undefined) continue;
      const paired = a === undefined ? undefined : cells[a];
      if (paired !== undefined) paired.cells[column] = cellOf(column, b, messages[a ?? 0]);
      else {
        const text = turns[b]?.message.text.slice(0, SHOWN) ?? '';
        unpaired.push({ text, cells: columns.map((_, at) => (at === column ? cellOf(column, b) : null)) });
      }
    }
  }
  return {
    settings: settingsOfAll(sessions.map(({ events }) => events)),
    sessions: columns.map(({ session, turns }) => ({
      session: session.id,
      title: session.title,
      model: foldEvents(session.id, session.events).model,
      turns: turns.length,
      ...totalOf(session, turns, prices),
    })),
    turns: [...cells, ...unpaired],
  };
}

/** Characters of a message. */
const SHOWN = 2_000;
