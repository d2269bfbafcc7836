/** Reloads loaded skills after a change of dialect, in the form of the new one. */
import { isEqual } from '../../shared/defined.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { EventBody } from '../../shared/events.ts';
import type { LoadedReference, LoadedSkill } from '../../shared/session-state.ts';
import { allDocumentsSince } from '../../shared/skills/loaded-skills.ts';
import { sha256 } from '../lib/text.ts';
import { type LiveSession, type SessionDeps, sizeSkill } from './live-session.ts';

// "All documents" of a skill holds for those that appear on the disk later too (seeds/002): they come with the next request.

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
    // A skill that is missing from the disk keeps its loaded texts.
    if (!isSkilldeckError(error)) throw error;
  }
}

/** Reloads a skill. A load starts without references; the ones to keep are loaded after it. */
export function loadAgainEvents(
  id: string,
  loaded: Pick<LoadedSkill, 'tokens' | 'instructions' | 'tools' | 'references' | 'by' | 'sections'>,
): readonly EventBody[] {
  const { tokens, instructions, tools, references, by, sections } = loaded;
  return [
    {
      type: 'skill-loaded',
      skill: id,
      tokens,
      sha256: sha256(instructions),
      instructions,
      by,
      ...(sections === undefined ? {} : { sections }),
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    },
    ...references.map(({ seq: _seq, ...reference }: LoadedReference) => ({
      type: 'reference-loaded' as const,
      skill: id,
      by,
      ...reference,
    })),
  ];
}

export async function reloadInDialect(deps: SessionDeps, session: LiveSession): Promise<void> {
  const change = session.events.findLast((event) => event.type === 'settings-changed' && event.dialect !== undefined);
  if (change === undefined) return;
  for (const skill of session.state.loadedSkills) {
    if (skill.seq < change.seq) await reload(deps, session, skill);
  }
}

/** A skill that is no longer on the disk keeps the text that it was loaded with; its tools stay those of its load. */
async function reload(deps: SessionDeps, session: LiveSession, skill: LoadedSkill): Promise<void> {
  const { state } = session;
  const { id, by, references, sections } = skill;
  try {
    const instructions = await deps.skills.instructions(id, state.dialect, sections);
    const declared = skill.tools.map(({ declared: name, tokens: _tokens, ...tool }) => ({ ...tool, name }));
    // A name that was free in the old dialect may be that of a tool of the new one.
    const { tokens, tools } = await sizeSkill(deps, state, { id, instructions, declared });
    const sameTools = isEqual(tools, skill.tools);
    if (instructions === skill.instructions && tokens === skill.tokens && sameTools) return;
    session.append(...loadAgainEvents(id, { tokens, instructions, tools, references, by, sections }));
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
  }
}
