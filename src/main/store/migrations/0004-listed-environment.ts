import type { Db } from '../db.ts';

/** Adds each session's environment to the list, and fills it in from the existing log. */
export function listedEnvironment(db: Db): void {
  const columns = db.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('session_list')").all();
  if (!columns.some(({ name }) => name === 'environment')) {
    db.exec("ALTER TABLE session_list ADD COLUMN environment TEXT NOT NULL DEFAULT 'default'");
  }
  db.exec(`
    WITH named AS (
      SELECT session, seq, CASE WHEN json_valid(raw) THEN raw ->> '$.environment' END AS environment
      FROM events WHERE type IN ('session-created', 'settings-changed')
    ),
    said AS (
      SELECT session, environment, max(seq) FROM named WHERE environment IS NOT NULL GROUP BY session
    )
    UPDATE session_list SET environment = said.environment FROM said WHERE said.session = session_list.id;
  `);
}
