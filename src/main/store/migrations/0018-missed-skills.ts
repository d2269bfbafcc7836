import type { Db } from '../db.ts';

/** For counting the skills that answers passed over: they are read from the log itself. */
export function missedSkills(db: Db): void {
  db.exec("CREATE INDEX IF NOT EXISTS events_missed ON events (session, seq) WHERE type = 'skill-missed'");
}
