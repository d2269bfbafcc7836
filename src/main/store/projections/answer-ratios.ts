/** The read model behind the correction of estimates: the provider's figure of each answered request against ours. */
import { type Correction, correctionFrom, isPlausible, LEARNED_FROM, sentRatio } from '../../../shared/correction.ts';
import type { EventOf } from '../../../shared/events.ts';
import type { Db } from '../db.ts';
import { type EventRow, toEvent } from '../event-log.ts';
import { createFactsTable } from './facts-table.ts';

export interface AnswerRatios {
  /** Call once the answer's row and its request's are in the log. @param event row id of the answer. */
  add(event: number, answer: EventOf<'model-responded'>): void;
  /** Based on the latest answers of all sessions in this data folder; ignores imported ones. */
  correction(model: string): Correction | undefined;
  /** Drops everything and rereads the log. */
  rebuild(): void;
}

export function createAnswerRatios(db: Db): AnswerRatios {
  const insert = db.prepare<[number, string, number]>(
    'INSERT INTO answer_ratios (event, model, ratio) VALUES (?, ?, ?)',
  );
  const request = db.prepare<[string, number], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE session = ? AND seq < ? AND type = 'request-sent'
     ORDER BY seq DESC LIMIT 1`,
  );
  const answers = db.prepare<[], EventRow & { readonly id: number }>(
    `SELECT id, session, seq, at, type, raw FROM events
     WHERE type = 'model-responded' AND session NOT IN (SELECT session FROM imports) ORDER BY id`,
  );
  const latest = db.prepare<[string, number], { readonly ratio: number }>(
    'SELECT ratio FROM answer_ratios WHERE model = ? ORDER BY event DESC LIMIT ?',
  );

  const add = (event: number, { session, seq, usage }: EventOf<'model-responded'>): void => {
    if (usage === undefined) return;
    const row = request.get(session, seq);
    const sent = row === undefined ? undefined : toEvent(row);
    if (sent?.type !== 'request-sent') return;
    const ratio = sentRatio(sent.tokens.total, usage);
    if (isPlausible(ratio)) insert.run(event, sent.model, ratio);
  };

  return {
    add,
    correction: (model) => correctionFrom(latest.all(model, LEARNED_FROM).map(({ ratio }) => ratio)),
    rebuild() {
      db.exec('DELETE FROM answer_ratios');
      const copied = createFactsTable(db).copied();
      for (const row of answers.all()) {
        const event = toEvent(row);
        // Copied events were already counted in the original session.
        if (event.seq <= (copied.get(event.session) ?? 0)) continue;
        if (event.type === 'model-responded') add(row.id, event);
      }
    },
  };
}
