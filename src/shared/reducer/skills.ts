/** Steps of the fold: the catalog, loaded skills and their references. */
import type { EventOf } from '../events.ts';
import type { LoadedSkill, SessionState } from '../session-state.ts';

/** The first request's catalog is not a change visible to the user. */
export function catalogChanged(
  state: SessionState,
  { skills, diagnostics, seq, at, added, removed }: EventOf<'catalog-changed'>,
): SessionState {
  const known = { ...state, catalog: skills, diagnostics };
  if (state.messages.length === 0 || state.lastRequest === undefined || added.length + removed.length === 0)
    return known;
  return { ...known, catalogChanges: [...state.catalogChanges, { seq, at, added, removed }] };
}

export const withSkill = (
  state: SessionState,
  id: string,
  change: (skill: LoadedSkill) => LoadedSkill,
): SessionState => ({
  ...state,
  loadedSkills: state.loadedSkills.map((skill) => (skill.id === id ? change(skill) : skill)),
});

export function loaded(state: SessionState, event: EventOf<'skill-loaded'>): SessionState {
  const skill: LoadedSkill = {
    id: event.skill,
    tokens: event.tokens,
    sha256: event.sha256,
    instructions: event.instructions,
    seq: event.seq,
    by: event.by,
    references: [],
    tools: event.tools ?? [],
    // Stays pinned when reloaded (in another dialect, or from a changed file).
    pinned: state.loadedSkills.some((other) => other.id === event.skill && other.pinned),
  };
  return { ...state, loadedSkills: [...state.loadedSkills.filter((other) => other.id !== skill.id), skill] };
}

export function unloaded(state: SessionState, id: string): SessionState {
  const lastUnloaded = state.loadedSkills.find((skill) => skill.id === id);
  if (lastUnloaded === undefined) return state;
  return { ...state, lastUnloaded, loadedSkills: state.loadedSkills.filter((skill) => skill.id !== id) };
}

export function changedOnDisk(state: SessionState, event: EventOf<'loaded-skill-changed'>): SessionState {
  const { state: onDisk, tokens } = event;
  const mark = onDisk === 'current' ? undefined : { state: onDisk, tokens };
  return withSkill(state, event.skill, (skill) => ({ ...skill, onDisk: mark }));
}

/** Avoids assignment: a skill may be named `__proto__`. */
export function switched(
  before: SessionState['skillSwitches'],
  skill: string,
  enabled: boolean | null,
): SessionState['skillSwitches'] {
  const others = Object.entries(before).filter(([id]) => id !== skill);
  return Object.fromEntries(enabled === null ? others : [...others, [skill, enabled]]);
}

export function referenceLoaded(state: SessionState, event: EventOf<'reference-loaded'>): SessionState {
  const { path, tokens, sha256, text, seq } = event;
  return withSkill(state, event.skill, (skill) => ({
    ...skill,
    references: [...skill.references.filter((other) => other.path !== path), { path, tokens, sha256, text, seq }],
  }));
}

export function referenceUnloaded(state: SessionState, event: EventOf<'reference-unloaded'>): SessionState {
  return withSkill(state, event.skill, (skill) => ({
    ...skill,
    references: skill.references.filter((reference) => reference.path !== event.path),
  }));
}
