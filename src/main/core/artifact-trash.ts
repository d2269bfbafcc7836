import type { SessionEvent } from '../../shared/events.ts';

interface Version {
  readonly sha256: string;
  deletedAt: string | undefined;
}

/**
 * Contents that nothing refers to any more: every version with them was deleted, none of them since `before`.
 * @param events artifact events of all sessions, in order for each session.
 */
export function unreferencedContents(events: readonly SessionEvent[], before: Date): string[] {
  const sessions = new Map<string, Map<string, Version>>();
  for (const event of events) {
    const versions = sessions.get(event.session) ?? new Map<string, Version>();
    sessions.set(event.session, versions);
    if (event.type === 'artifact-saved') {
      versions.set(JSON.stringify([event.name, event.version]), { sha256: event.sha256, deletedAt: undefined });
    } else if (event.type === 'artifact-deleted' || event.type === 'artifact-restored') {
      for (const [key, version] of versions) {
        const [name, number] = JSON.parse(key);
        if (name !== event.name || (event.version !== undefined && event.version !== number)) continue;
        version.deletedAt = event.type === 'artifact-deleted' ? event.at : undefined;
      }
      // A newer program's words may be about any of them.
    } else if (event.type === 'unknown') return [];
  }
  const all = [...sessions.values()].flatMap((versions) => [...versions.values()]);
  const isDead = ({ deletedAt }: Version): boolean => deletedAt !== undefined && new Date(deletedAt) < before;
  const living = new Set(all.filter((version) => !isDead(version)).map(({ sha256 }) => sha256));
  return [...new Set(all.map(({ sha256 }) => sha256))].filter((content) => !living.has(content));
}
