import type { Db } from '../db.ts';
import { WATCH_EVENTS } from '../event-log.ts';

/** Watches of all sessions are found without reading their logs. */
export const watches = (db: Db): void => {
  db.exec(`CREATE INDEX IF NOT EXISTS events_watches ON events (session, seq) WHERE ${WATCH_EVENTS}`);
};
