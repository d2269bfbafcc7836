import type { Db } from '../db.ts';
import { ARTIFACT_EVENTS } from '../event-log.ts';

/** What a content is still referred to by is asked of all sessions at once, without reading a million events. */
export function artifactEventsAreFound(db: Db): void {
  db.exec(`CREATE INDEX IF NOT EXISTS events_artifacts ON events (session, seq) WHERE ${ARTIFACT_EVENTS}`);
}
