/** A skill library for each environment and each set of folders given to a session: sessions ask theirs (docs/decisions/0017). */
import path from 'node:path';
import type { Agent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/detail.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { SettingsStore } from '../config/settings.ts';
import { allowsName } from '../lib/name-patterns.ts';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { type RootOptions, resolveRoots } from '../skills/discovery/roots.ts';
import type { Catalog, SkillLibrary, SkillRoot, SkillTrust } from '../skills/types.ts';

interface RootedLibrary {
  readonly library: SkillLibrary;
  readonly roots: readonly SkillRoot[];
}

export interface EnvironmentSkills {
  /** Library of the app's current environment, resolved at each call. */
  readonly current: SkillLibrary;
  roots(): readonly SkillRoot[];
  /** Library of the session's environment and folders, limited to its agent's skills. */
  of(session: Pick<SessionState, 'environment' | 'pinned' | 'agent'>): SkillLibrary;
  /** Libraries of all requested environments, with the folders to watch. */
  all(): readonly RootedLibrary[];
}

export function environmentSkills(
  settings: Pick<SettingsStore, 'environment' | 'of' | 'folders'>,
  options: Omit<RootOptions, 'environment' | 'optionRoots' | 'projectTrusted'> & {
    /** Trust in the project's folder and in each of its skills. */
    trust: SkillTrust & { trusted(): boolean };
    isUnchanged?(roots: readonly SkillRoot[]): Promise<boolean>;
  },
): EnvironmentSkills {
  const known = new Map<string, RootedLibrary>();
  const libraryOf = (environment: string, given: readonly string[] | undefined): RootedLibrary => {
    const { config, folder } = settings.of(environment);
    const optionRoots = given ?? config().skills;
    const projectTrusted = options.trust.trusted();
    const roots = resolveRoots({ ...options, projectTrusted, environment: path.basename(folder), optionRoots });
    // Keyed by folders, not by name: a list of folders changed in a file means another library.
    const key = JSON.stringify(roots);
    const there = known.get(key);
    if (there !== undefined) return there;
    const made = {
      library: createSkillLibrary({
        roots,
        isUnchanged: async () => (await options.isUnchanged?.(roots)) ?? false,
        trust: options.trust,
      }),
      roots,
    };
    known.set(key, made);
    return made;
  };
  const now = () => libraryOf(settings.environment(), undefined);

  return {
    current: {
      refresh: () => now().library.refresh(),
      invalidate: (paths) => now().library.invalidate(paths),
      catalog: () => now().library.catalog(),
      read: (id) => now().library.read(id),
      readReference: (id, path) => now().library.readReference(id, path),
    },
    roots: () => now().roots,
    of({ environment, pinned, agent }) {
      const { library } = libraryOf(environment, pinned.skills);
      return agent?.skills === undefined ? library : limited(library, agent);
    },
    all() {
      now();
      return [...known.values()];
    },
  };
}

/** Hides skills that this agent may not use. */
function limited(library: SkillLibrary, { name, skills: allowed }: Agent): SkillLibrary {
  const within = (catalog: Catalog): Catalog => ({
    ...catalog,
    skills: catalog.skills.filter(({ id }) => allowsName(allowed, id)),
  });
  const assertAllowed = (id: string) => {
    if (allowsName(allowed, id)) return;
    const ids = within(library.catalog())
      .skills.map((skill) => skill.id)
      .join(', ');
    throw detailed('skill-not-found', ids === '' ? 'skill-agent-none' : 'skill-not-agents', { agent: name, id, ids });
  };
  return {
    ...library,
    refresh: async () => within(await library.refresh()),
    catalog: () => within(library.catalog()),
    async read(id) {
      assertAllowed(id);
      return library.read(id);
    },
    async readReference(id, path) {
      assertAllowed(id);
      return library.readReference(id, path);
    },
  };
}
