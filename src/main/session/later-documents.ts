/** "All documents" of a skill holds for those that appear on the disk later too (seeds/002): they come with the next request. */
import { isSkilldeckError } from '../../shared/errors.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import { allDocumentsSince } from '../../shared/skills/loaded-skills.ts';
import { sha256 } from '../lib/text.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

export async function loadLaterDocuments(deps: SessionDeps, session: LiveSession): Promise<void> {
  if (session.state.dialect !== 'trpc') return;
  for (const skill of session.state.loadedSkills) {
    const since = allDocumentsSince(session.state, skill);
    if (since !== undefined) await loadNew(deps, session, skill, since);
  }
}

async function loadNew(deps: SessionDeps, session: LiveSession, skill: LoadedSkill, since: number): Promise<void> {
  const { id } = skill;
  // References that the user unloaded after the choice stay unloaded.
  const takenOut = session.events.flatMap((event) =>
    event.type === 'reference-unloaded' && event.skill === id && event.seq > since ? [event.path] : [],
  );
  const known = new Set([...takenOut, ...skill.references.map((reference) => reference.path)]);
  try {
    for (const path of await deps.skills.documents(id)) {
      if (known.has(path)) continue;
      const { text } = await deps.skills.reference(id, path);
      const tokens = await deps.context.referenceTokens(session.state, id, path, text);
      // A document that does not fit waits: it was not requested by name, so nothing is compacted for it.
      if ((await deps.context.planReferenceLoad(session.state, id, path, tokens)).kind !== 'fits') continue;
      if (!session.state.loadedSkills.some((one) => one.id === id)) return;
      session.append({ type: 'reference-loaded', skill: id, path, tokens, sha256: sha256(text), text, by: 'agent' });
    }
  } catch (error) {
    // A skill that is gone from the disk keeps what it has.
    if (!isSkilldeckError(error)) throw error;
  }
}
