/** Brings what a request is made of up to date: the catalog on disk and the app's own fixed words. */
import { isEqual } from '../../../shared/is-equal.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { loadLaterDocuments } from '../loading/later-documents.ts';
import { reloadInDialect } from '../loading/reload-in-dialect.ts';
import { compareCatalogs, sameDiagnostics } from './catalog-difference.ts';
import { checkLoadedSkills } from './catalog-loaded.ts';
import { updateList } from './update-list.ts';

export async function refreshSession(deps: SessionDeps, session: LiveSession): Promise<void> {
  const { skills, diagnostics } = await deps.skills.catalog(session.state);
  const before = session.state.catalog;
  const difference = compareCatalogs(before, skills);
  if (difference !== undefined || !sameDiagnostics(session.state.diagnostics, diagnostics)) {
    session.append({
      type: 'catalog-changed',
      skills: [...skills],
      ...(difference ?? { added: [], removed: [], changed: [] }),
      diagnostics: [...diagnostics],
    });
  }
  await reloadInDialect(deps, session);
  await checkLoadedSkills(deps, session);
  await loadLaterDocuments(deps, session);
  await updateList(deps, session);
  const prompt = await deps.fixedPrompt(session.state);
  const { basePrompt, workspaceSection, tools } = session.state;
  if (!isEqual(prompt, { basePrompt, workspaceSection, tools })) {
    session.append({ type: 'prompt-changed', ...prompt, tools: [...prompt.tools] });
  }
}
