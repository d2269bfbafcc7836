/** Opens a repository by its kind. Drivers and readers are large: each is loaded when a repository of its kind is looked at. */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Core } from '../../../main/core/core.ts';
import { openDatabase } from '../../../main/databases/open-database.ts';
import { attempt, readSmallFile, replaceFile } from '../../../main/lib/files.ts';
import { placeOf } from '../../../main/lib/text.ts';
import type { DefinedRepository } from '../../../main/settings/servers.ts';
import { looksLikeWeb } from '../../../main/skills/import/git.ts';
import { ImportRefusal, refusedFor } from '../../../main/skills/import/names.ts';
import { makeWorkFolder, sweepWorkFolders } from '../../../main/skills/import/stage.ts';
import { defined } from '../../../shared/defined.ts';
import { assertNever, isSkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import {
  brokenPlaceSchema,
  type ListedSkill,
  listedSkillSchema,
  type RepositoryDefinition,
  type RepositoryFault,
  repositoryFaultSchema,
  type Standing,
} from '../../../shared/skills/repositories.ts';
import type { RepositorySkill } from '../contract.ts';
import { kindOf } from './address.ts';
import type { Connect, Listing, SkillRepository } from './repository.ts';

// State of a repository: `HOME/environments/ENV/repositories/NAME.json`, or `HOME/repositories/NAME.json` for one
// of all environments. Beside the settings, so that a copied environment keeps it.

/** Bytes: ten thousand skills with long descriptions. */
const MAX_BYTES = 64 * 1024 * 1024;

const stateSchema = z.object({
  /** The address at which it was seen: at another one nothing of it holds. */
  address: z.string(),
  seenAt: z.string().optional(),
  revision: z.string().optional(),
  skills: z.array(listedSkillSchema),
  broken: z.array(brokenPlaceSchema),
  fault: repositoryFaultSchema.extend({ at: z.string() }).optional(),
  /** Keyed by id: what was installed from it. */
  taken: z.record(
    z.string(),
    z.object({ fingerprint: z.string(), version: z.string().optional(), path: z.string(), at: z.string() }),
  ),
});
type RepositoryState = z.infer<typeof stateSchema>;

export type StateFile = ReturnType<typeof stateFile>;

/** @param folder absolute: the settings' folder of the environment, or the data folder. */
export function stateFile(folder: string, name: string) {
  const file = path.join(folder, 'repositories', `${name}.json`);
  return {
    /** Empty where there is none that can be read, or where it is of another address. */
    read(address: string) {
      const empty: RepositoryState = { address, skills: [], broken: [], taken: {} };
      const { data } = stateSchema.safeParse(attempt(() => JSON.parse(readSmallFile(file, MAX_BYTES) ?? 'null')));
      return data?.address === address ? data : empty;
    },
    /** Whole or not at all. */
    write(state: RepositoryState) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(state)}\n`, 0o600);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** Passwords of repositories, as secrets: bound to the host and the user of the address. */
const PASSWORD = 'password';

export function repositoryPasswords({ secrets }: Pick<Core, 'secrets'>) {
  const ownerOf = (environment: string, { source, name }: DefinedRepository) =>
    `repository/${source === 'everywhere' ? '' : environment}/${name}`;
  const isStored = (environment: string, given: DefinedRepository): boolean =>
    secrets
      .list()
      .some((one) => one.skill === ownerOf(environment, given) && one.dir === placeOf(given.definition.address));
  return {
    has(environment: string, given: DefinedRepository): boolean {
      const { passwordEnv } = given.definition;
      return passwordEnv === undefined ? isStored(environment, given) : passwordEnv in process.env;
    },
    async of(environment: string, given: DefinedRepository): Promise<string | undefined> {
      const { passwordEnv } = given.definition;
      if (passwordEnv !== undefined) return process.env[passwordEnv];
      return isStored(environment, given) ? secrets.value(ownerOf(environment, given), PASSWORD) : undefined;
    },
    /** @param value `null` removes it. */
    async keep(environment: string, given: DefinedRepository, value: string | null): Promise<void> {
      const skill = ownerOf(environment, given);
      if (value === null) {
        await secrets.remove(skill, PASSWORD);
        return;
      }
      const at = new Date().toISOString();
      await secrets.set({ skill, name: PASSWORD, dir: placeOf(given.definition.address), reach: [], at }, value);
    },
  };
}

/** Compares the skills of a repository with what is installed. */
function standingOf(
  listed: ListedSkill,
  { taken }: Pick<RepositoryState, 'taken'>,
  { skills: chosen }: Pick<RepositoryDefinition, 'skills'>,
): Standing {
  const had = Object.hasOwn(taken, listed.id) ? taken[listed.id] : undefined;
  if (had === undefined) return chosen === undefined || chosen.includes(listed.id) ? 'new' : 'offered';
  if (!existsSync(had.path)) return 'removed';
  return had.fingerprint === listed.fingerprint ? 'current' : 'update';
}

/** The latest list, and installed skills that are missing from it. */
export function standings(state: RepositoryState, definition: RepositoryDefinition): RepositorySkill[] {
  const listed = new Set(state.skills.map(({ id }) => id));
  const shown = state.skills.map((skill): RepositorySkill => {
    const { fingerprint: _own, ...fields } = skill;
    const installed = Object.hasOwn(state.taken, skill.id) ? state.taken[skill.id]?.version : undefined;
    return { ...fields, standing: standingOf(skill, state, definition), ...defined({ installed }) };
  });
  // A list that could not be had says nothing of what is gone.
  const gone = Object.entries(state.taken)
    .filter(([id, { path }]) => state.seenAt !== undefined && !listed.has(id) && existsSync(path))
    .map(([id, { version }]): RepositorySkill => {
      return { id, description: '', path: '', tokens: null, standing: 'gone', ...defined({ installed: version }) };
    });
  return [...shown, ...gone];
}

/** Those that a sync takes unasked-for: new ones and changed ones. */
export const toTake = (
  skills: readonly ListedSkill[],
  state: RepositoryState,
  definition: RepositoryDefinition,
): readonly ListedSkill[] => skills.filter((skill) => ['new', 'update'].includes(standingOf(skill, state, definition)));

async function openRepository(connect: Connect): Promise<SkillRepository> {
  const { address } = connect.definition;
  const kind = kindOf(address);
  switch (kind) {
    case 'git':
      return openGit(connect);
    case 'folder':
    case 'archive':
    case 'marketplace':
      return (await import('./snapshot.ts')).openSnapshot(connect);
    case 'index':
      return (await import('./skill-index.ts')).openSkillIndex(connect);
    case 'nacos':
      return (await import('./nacos.ts')).openNacos(connect);
    case 'oci':
      return (await import('./oci.ts')).openOci(connect);
    case 'postgres':
    case 'mysql': {
      const { password, signal } = connect;
      // AgentScope's name of its schema and database.
      const database = await openDatabase({ address, password, signal, container: 'agentscope' });
      return (await import('./tables.ts')).openTables(database, connect);
    }
    case undefined:
      throw detailed('bad-input', 'repository-address', { address });
    default:
      return assertNever(kind);
  }
}

/** Paths of a site's own index, the older one last. */
const INDEXES = ['.well-known/agent-skills', '.well-known/skills'];

/** A web address without a Git repository may be a site with an index of its skills. */
async function openGit(connect: Connect): Promise<SkillRepository> {
  try {
    return await (await import('./snapshot.ts')).openSnapshot(connect);
  } catch (error) {
    const isReached = error instanceof ImportRefusal && ['missing', 'sign-in', 'refused'].includes(error.reason);
    const { definition } = connect;
    if (!isReached || !looksLikeWeb(definition.address) || connect.signal.aborted) throw error;
    const { openSkillIndex } = await import('./skill-index.ts');
    for (const below of INDEXES) {
      const address = `${definition.address.replace(/\/+$/, '')}/${below}`;
      const index = await openSkillIndex({ ...connect, definition: { ...definition, address } });
      try {
        const listing = await index.list();
        return { ...index, list: async () => listing };
      } catch (without) {
        if (!(without instanceof ImportRefusal)) throw without;
        // It is there, and no index that can be read.
        if (without.reason === 'damaged') throw without;
      }
    }
    throw error;
  }
}

// One look at a repository: what it has goes into its state, what went wrong too.

/** Milliseconds for one look, whatever the kind. */
const LOOK_MS = 10 * 60_000;

/** Undefined for a bug. */
function faultOf(error: unknown): RepositoryFault | undefined {
  if (!isSkilldeckError(error)) return undefined;
  const exact = defined({ exact: error.detail });
  if (error instanceof ImportRefusal) return { code: error.reason, detail: error.why, ...exact };
  return { code: error.code === 'bad-input' ? 'address' : 'refused', detail: error.message, ...exact };
}

export interface LookAt extends Omit<Connect, 'work' | 'signal'> {
  readonly state: StateFile;
  readonly signal: AbortSignal;
  /** ISO 8601. */
  now(): string;
}

/**
 * Opens a repository without looking at what it has. @throws as its operations.
 */
export async function withRepository<T>(
  { signal, ...connect }: Omit<Connect, 'work'>,
  then: (repository: SkillRepository) => Promise<T>,
): Promise<T> {
  await sweepWorkFolders();
  const work = makeWorkFolder();
  let repository: SkillRepository | undefined;
  try {
    repository = await openRepository({ ...connect, work, signal });
    return await then(repository);
  } finally {
    await repository?.close();
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param then is given the open repository; what it throws is a failure of the look as well.
 * @returns undefined where it failed: the state says why. @throws a bug; the signal's reason on abort.
 */
export async function lookAtRepository<T>(
  { state, signal, now, ...connect }: LookAt,
  then: (repository: SkillRepository, listing: Listing) => Promise<T>,
): Promise<T | undefined> {
  const { address } = connect.definition;
  const limit = AbortSignal.timeout(LOOK_MS);
  try {
    return await withRepository({ ...connect, signal: AbortSignal.any([signal, limit]) }, async (repository) => {
      const listing = await repository.list();
      const { fault: _gone, revision: _old, ...before } = state.read(address);
      state.write({
        ...before,
        seenAt: now(),
        skills: [...listing.skills],
        broken: [...listing.broken],
        ...(listing.revision === undefined ? {} : { revision: listing.revision }),
      });
      return then(repository, listing);
    });
  } catch (error) {
    signal.throwIfAborted();
    const fault = faultOf(limit.aborted ? refusedFor('timeout', 'look-time', { minutes: LOOK_MS / 60_000 }) : error);
    if (fault === undefined) throw error;
    state.write({ ...state.read(address), fault: { ...fault, at: now() } });
    return undefined;
  }
}
