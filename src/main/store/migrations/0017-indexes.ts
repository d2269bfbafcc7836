import type { Db } from '../db.ts';
import { WATCH_EVENTS } from '../event-log.ts';

/** Watches, and skills that answers passed over, are found and counted without reading whole logs. */
export const watchesAndMisses = (db: Db): void => {
  db.exec(`CREATE INDEX IF NOT EXISTS events_watches ON events (session, seq) WHERE ${WATCH_EVENTS}`);
  db.exec("CREATE INDEX IF NOT EXISTS events_missed ON events (session, seq) WHERE type = 'skill-missed'");
};
