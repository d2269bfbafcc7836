/** Loaded skills beside their folders: what is loaded stays as it was, and the log says when the disk no longer agrees. */
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { DiskState, EventBody } from '../../../shared/events.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { readAgain } from './catalog-read-again.ts';

interface OnDisk {
  readonly state: DiskState;
  readonly tokens?: number;
}

export interface LoadedOnDisk {
  readonly id: string;
  /** Tokens it uses in the context. */
  readonly tokens: number;
  readonly onDisk: OnDisk;
}

interface Seen {
  /** Identifies the compared states: the load, and the folder's fingerprint. */
  readonly key: string;
  readonly found: OnDisk;
}

/** Skills compared already: once for each change of a folder, not at each request. */
const seen = new WeakMap<LiveSession, Map<string, Seen>>();

/** Only the skills that are loaded are read. What is turned off in the meantime is unloaded. */
export async function checkLoadedSkills(deps: SessionDeps, session: LiveSession): Promise<void> {
  const off = session.state.loadedSkills.filter(({ id }) => deps.skills.availability(id, session.state).kind === 'off');
  session.append(...unloadEvents(session.state, off, 'user'));
  for (const { id } of session.state.loadedSkills) {
    const found = await look(deps, session, id);
    const now = session.state.loadedSkills.find((one) => one.id === id);
    if (found === undefined || now === undefined || isKnown(now, found)) continue;
    session.append({ type: 'loaded-skill-changed', skill: id, ...found } satisfies EventBody);
  }
}

/** Compares with the current files, for display; logs nothing. */
export async function loadedOnDisk(deps: SessionDeps, session: LiveSession): Promise<readonly LoadedOnDisk[]> {
  if (session.state.loadedSkills.length === 0) return [];
  await deps.skills.catalog(session.state);
  const all: LoadedOnDisk[] = [];
  for (const loaded of session.state.loadedSkills) {
    const onDisk = await compare(deps, session, loaded);
    const references = loaded.references.reduce((sum, { tokens }) => sum + tokens, 0);
    all.push({ id: loaded.id, tokens: loaded.tokens + references, onDisk });
  }
  return all;
}

function isKnown({ onDisk }: LoadedSkill, { state, tokens }: OnDisk): boolean {
  return (onDisk?.state ?? 'current') === state && onDisk?.tokens === tokens;
}

async function look(deps: SessionDeps, session: LiveSession, id: string): Promise<OnDisk | undefined> {
  const { state } = session;
  const loaded = state.loadedSkills.find((skill) => skill.id === id);
  if (loaded === undefined) return undefined;
  const content = state.catalog.find((entry) => entry.id === id)?.content;
  const references = loaded.references.map(({ seq }) => seq);
  const key = content === undefined ? undefined : JSON.stringify([content, loaded.seq, references, state.dialect]);
  const known = seen.get(session) ?? new Map<string, Seen>();
  seen.set(session, known);
  const before = known.get(id);
  if (key !== undefined && before?.key === key) return before.found;
  const found = await compare(deps, session, loaded);
  // It may have been loaded again in the meantime: that load is compared next time.
  if (session.state.loadedSkills.find((skill) => skill.id === id)?.seq !== loaded.seq) return undefined;
  if (key !== undefined) known.set(id, { key, found });
  return found;
}

async function compare(deps: SessionDeps, session: LiveSession, loaded: LoadedSkill): Promise<OnDisk> {
  try {
    const again = await readAgain(deps, session.state, loaded);
    return again.isSame ? { state: 'current' } : { state: 'changed', tokens: again.added };
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
    return { state: error.code === 'skill-not-found' ? 'deleted' : 'broken' };
  }
}
