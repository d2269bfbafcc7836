import type { Db } from '../db.ts';

/**
 * `answer_ratios` can be lost: each provider's token count for a request compared with our estimate. Fills in from the
 * existing log; imported sessions are ignored.
 */
export function answerRatios(db: Db): void {
  db.exec(`
    CREATE TABLE answer_ratios (
      event INTEGER PRIMARY KEY,
      model TEXT NOT NULL,
      ratio REAL NOT NULL
    ) STRICT;
    CREATE INDEX answer_ratios_by_model ON answer_ratios (model, event);

    WITH readable AS (
      SELECT id, session, seq, CASE WHEN json_valid(raw) AND raw ->> '$.v' = 1 THEN raw ELSE '{}' END AS raw
      FROM events WHERE type IN ('request-sent', 'model-responded')
    ),
    compared AS (
      SELECT
        answer.id AS event,
        request.raw ->> '$.model' AS model,
        CAST(answer.raw ->> '$.usage.promptTokens' AS REAL) / CAST(request.raw ->> '$.tokens.total' AS REAL) AS ratio
      FROM readable answer
      JOIN readable request ON request.session = answer.session AND request.seq = (
        SELECT max(seq) FROM events WHERE session = answer.session AND seq < answer.seq AND type = 'request-sent'
      )
      WHERE answer.session NOT IN (SELECT session FROM imports)
    )
    INSERT INTO answer_ratios (event, model, ratio)
    SELECT event, model, ratio FROM compared WHERE model IS NOT NULL AND ratio BETWEEN 0.5 AND 2;
  `);
}
