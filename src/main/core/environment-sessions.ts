/** Resolves names for sessions from their environment; values that are not pinned follow its files. */

import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';
import type { SessionSettings } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import type { Agent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { rowOf } from '../../shared/models/model-row.ts';
import { pinnedAfter } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { allowsName } from '../lib/patterns.ts';
import type { AppDefaults, SettledSettings } from '../session/live-session.ts';
import { pinnedOf } from '../session/settings.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { type AgentDefinition, NO_AGENT } from '../settings/models.ts';
import { type LimitsFile, routeOf } from '../settings/route.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createSkillLibrary, type RootOptions, resolveRoots } from '../skills/discovery/library.ts';
import type { Catalog, SkillLibrary, SkillRoot, SkillTrust } from '../skills/types.ts';

/** A skill library for each environment and each set of folders given to a session: sessions ask theirs (docs/decisions/0017). */
interface RootedLibrary {
  readonly library: SkillLibrary;
  readonly roots: readonly SkillRoot[];
}

export interface EnvironmentSkills {
  /** Library of the app's current environment, resolved at each call. */
  readonly current: SkillLibrary;
  roots(): readonly SkillRoot[];
  of(session: Pick<SessionState, 'environment' | 'pinned' | 'agent'>): SkillLibrary;
  /** Libraries of all requested environments, with the folders to watch. */
  all(): readonly RootedLibrary[];
}

export function environmentSkills(
  settings: Pick<SettingsStore, 'environment' | 'of' | 'folders'>,
  options: Omit<RootOptions, 'environment' | 'optionRoots' | 'projectTrusted'> & {
    /** Trust in the project's folder and in each of its skills. */
    trust: SkillTrust & { trusted(): boolean };
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
    const made = { library: createSkillLibrary({ roots, trust: options.trust }), roots };
    known.set(key, made);
    return made;
  };
  const now = () => libraryOf(settings.environment(), undefined);

  return {
    current: {
      refresh: () => now().library.refresh(),
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

// Watches the settings files, so that edits take effect at once, and notifies listeners.

/** Milliseconds: an editor's rename and its second write are one change. */
const QUIET_MS = 100;
const FILES: ReadonlySet<string> = new Set(['config.jsonc', 'agents.jsonc', 'models.jsonc']);
const ENVIRONMENTS = 'environments';

/**
 * Watches only folders, filtered by name: editors replace files, and the data folder itself changes with every stored
 * event, which must cost no check.
 * @param changed is called once changes settle; it must not throw.
 */
export function watchEnvironments(home: string, changed: () => void): { close(): void } {
  const root = path.join(home, ENVIRONMENTS);
  const watched = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const forget = (dir: string): void => {
    watched.get(dir)?.close();
    watched.delete(dir);
  };
  const isOurs = (dir: string, name: string): boolean => {
    if (dir === home) return name === ENVIRONMENTS || name === 'config.jsonc';
    return dir === root ? !name.startsWith('.') : FILES.has(name);
  };
  const follow = (dir: string): void => {
    if (watched.has(dir)) return;
    try {
      const watcher = watch(dir, { persistent: false }, (_event, name) => {
        if (name !== null && !isOurs(dir, name)) return;
        // An old watch on this name would miss changes of its replacement.
        if (name !== null) forget(path.join(dir, name));
        clearTimeout(timer);
        timer = setTimeout(look, QUIET_MS);
      });
      watched.set(dir, watcher);
      watcher.on('error', () => forget(dir));
    } catch {
      // Not there (yet): the parent folder's watch reports it.
    }
  };
  const followAll = (): void => {
    const wanted = new Set([home, root, ...foldersIn(root)]);
    for (const dir of watched.keys()) if (!wanted.has(dir)) forget(dir);
    for (const dir of wanted) follow(dir);
  };
  // Watches first, then notifies: a change in between triggers another notification.
  const look = (): void => {
    followAll();
    changed();
  };

  followAll();
  return {
    close() {
      clearTimeout(timer);
      for (const dir of [...watched.keys()]) forget(dir);
    },
  };
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root)
      .filter((name) => !name.startsWith('.'))
      .map((name) => path.join(root, name));
  } catch {
    return [];
  }
}

/** @throws SkilldeckError `bad-input` for an environment or agent that is not there, listing those that are. */
export function resolveSettings(
  settings: SettingsStore,
  given: SessionSettings,
  state?: SessionState,
  limits?: LimitsFile,
): SettledSettings {
  if (given.environment !== undefined) settings.folders.assertThere(given.environment);
  const own = settings.of(given.environment ?? state?.environment ?? settings.environment());
  const agent = agentOf(own, given.agent, state);
  const { model: agentModel, dialect, loadMode, placement, approve } = agent?.definition ?? {};
  const isModelNew =
    given.model !== undefined ||
    (state !== undefined &&
      (agent !== undefined || own.name !== state.environment) &&
      state.pinned.model === undefined);
  const choice = own.modelFor(pinnedAfter(state?.pinned ?? {}, pinnedOf(given)), agentModel ?? namedNow(own, state));
  const model = isModelNew || state === undefined ? choice.model : undefined;
  const maxContext = given.limits?.maxContext ?? (model === undefined ? undefined : choice.maxContext);
  const inDialect = given.dialect ?? dialect ?? state?.dialect ?? own.config().dialect ?? 'omni';
  // An agent's placement is for any dialect: one that does not honour it has its own.
  const honoured = DIALECT_SETTINGS[inDialect].placements.find((one) => one === placement);
  const over = defined({ dialect, loadMode, placement: honoured, approve });
  return {
    settings: {
      ...over,
      ...given,
      ...(state !== undefined && given.environment === undefined ? {} : { environment: own.name }),
      ...(model === undefined ? {} : { model }),
      ...(maxContext === undefined ? {} : { limits: { ...given.limits, maxContext } }),
    },
    ...(state === undefined ? { route: routeOf(choice, limits) } : {}),
    ...(agent === undefined ? {} : { agent: agent.definition === undefined ? null : inForce(agent.definition) }),
  };
}

/** Skills of a session not yet created. Without an agent, all skills. @throws SkilldeckError `bad-input`. */
export function newSession(
  settings: SettingsStore,
  agent: string | undefined,
): Pick<SessionState, 'environment' | 'pinned' | 'agent'> {
  const { agent: own } = resolveSettings(settings, { agent: agent ?? NO_AGENT });
  return { environment: settings.environment(), pinned: {}, agent: own ?? undefined };
}

export function currentDefaults(settings: SettingsStore, state: SessionState, limits: LimitsFile): AppDefaults {
  const own = settings.of(state.environment);
  const agent = own.agents().find(({ name }) => name === state.agent?.name);
  const choice = own.modelFor(state.pinned, agent?.model);
  const { model } = choice;
  const { context = Number.POSITIVE_INFINITY } = model === state.model ? {} : (rowOf(model) ?? {});
  const maxContext = choice.maxContext ?? (context < state.limits.maxContext ? context : undefined);
  return {
    model,
    route: routeOf(choice, limits),
    ...(maxContext === undefined ? {} : { maxContext }),
    ...(agent === undefined ? {} : { agent: inForce(agent) }),
  };
}

/** The model that the session's agent names, where its file still has it. */
const namedNow = (own: EnvironmentSettings, state: SessionState | undefined): string | undefined =>
  own.agents().find(({ name }) => name === state?.agent?.name)?.model;

/** `undefined`: it stays what it was. */
function agentOf(
  own: EnvironmentSettings,
  wanted: string | undefined,
  state: SessionState | undefined,
): { readonly definition: AgentDefinition | undefined } | undefined {
  if (wanted === NO_AGENT) return { definition: undefined };
  if (wanted === undefined) return state === undefined ? { definition: own.agentFor(undefined) } : undefined;
  const agents = own.agents();
  const definition = agents.find(({ name }) => name === wanted);
  if (definition !== undefined) return { definition };
  const names = agents.map(({ name }) => name).join(', ');
  throw detailed('bad-input', names === '' ? 'agent-none' : 'agent-missing', {
    environment: own.name,
    name: wanted,
    names,
  });
}

const inForce = ({ name, basePrompt, instructions, tools, skills }: AgentDefinition): Agent => ({
  name,
  ...defined({ basePrompt, instructions, tools, skills }),
});
