/** Brings what a request is made of up to date: the catalog on disk and the app's own fixed words. */
import type { CatalogEntry } from '../../shared/events.ts';
import type { SessionDeps } from './deps.ts';
import { loadLaterDocuments } from './later-documents.ts';
import type { LiveSession } from './live-session.ts';
import { reloadInDialect } from './reload-in-dialect.ts';

export async function refreshSession(deps: SessionDeps, session: LiveSession): Promise<void> {
  const { skills, diagnostics } = await deps.skills.catalog();
  const before = session.state.catalog;
  const difference = compareCatalogs(before, skills);
  const sameDiagnostics = JSON.stringify(diagnostics) === JSON.stringify(session.state.diagnostics);
  if (difference !== undefined || !sameDiagnostics) {
    session.append({
      type: 'catalog-changed',
      skills: [...skills],
      ...(difference ?? { added: [], removed: [], changed: [] }),
      diagnostics: [...diagnostics],
    });
  }
  await reloadInDialect(deps, session);
  await loadLaterDocuments(deps, session);
  const prompt = deps.fixedPrompt(session.state);
  const { basePrompt, workspaceSection, tools } = session.state;
  if (JSON.stringify(prompt) !== JSON.stringify({ basePrompt, workspaceSection, tools })) {
    session.append({ type: 'prompt-changed', ...prompt, tools: [...prompt.tools] });
  }
}

function compareCatalogs(
  before: readonly CatalogEntry[],
  after: readonly CatalogEntry[],
): { added: string[]; removed: string[]; changed: string[] } | undefined {
  const known = new Map(before.map((entry) => [entry.id, JSON.stringify(entry)]));
  const added = after.filter((entry) => !known.has(entry.id)).map((entry) => entry.id);
  const changed = after
    .filter((entry) => known.has(entry.id) && known.get(entry.id) !== JSON.stringify(entry))
    .map((entry) => entry.id);
  const present = new Set(after.map((entry) => entry.id));
  const removed = before.filter((entry) => !present.has(entry.id)).map((entry) => entry.id);
  return added.length + changed.length + removed.length === 0 ? undefined : { added, removed, changed };
}
