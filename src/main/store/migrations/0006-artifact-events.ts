import type { Db } from '../db.ts';
import { ARTIFACT_EVENTS } from '../event-log.ts';

/** Finds what still refers to a content across all sessions, without reading a million events. */
export function artifactEventsAreFound(db: Db): void {
  db.exec(`CREATE INDEX IF NOT EXISTS events_artifacts ON events (session, seq) WHERE ${ARTIFACT_EVENTS}`);
}
