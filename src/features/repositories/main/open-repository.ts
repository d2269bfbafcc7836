/** Opens a repository by its kind. Drivers and readers are large: each is loaded when a repository of its kind is looked at. */

import { existsSync } from 'node:fs';
import type { Core } from '../../../main/core/core.ts';
import { openDatabase } from '../../../main/databases/open-database.ts';
import { placeOf } from '../../../main/lib/text.ts';
import type { DefinedRepository } from '../../../main/settings/servers.ts';
import { looksLikeWeb } from '../../../main/skills/import/git.ts';
import { ImportRefusal } from '../../../main/skills/import/refused.ts';
import { defined } from '../../../shared/defined.ts';
import { assertNever } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { ListedSkill, RepositoryDefinition, Standing } from '../../../shared/skills/repositories.ts';
import type { RepositorySkill } from '../contract.ts';
import { kindOf } from './address.ts';
import type { Connect, SkillRepository } from './repository.ts';
import type { RepositoryState } from './state-file.ts';

/** Passwords of repositories, as secrets: bound to the host and the user of the address. */
const PASSWORD = 'password';

export interface RepositoryPasswords {
  has(environment: string, given: DefinedRepository): boolean;
  of(environment: string, given: DefinedRepository): Promise<string | undefined>;
  /** `null` removes it. */
  keep(environment: string, given: DefinedRepository, value: string | null): Promise<void>;
}

export function repositoryPasswords({ secrets }: Pick<Core, 'secrets'>): RepositoryPasswords {
  const ownerOf = (environment: string, { source, name }: DefinedRepository) =>
    `repository/${source === 'everywhere' ? '' : environment}/${name}`;
  const isStored = (environment: string, given: DefinedRepository): boolean =>
    secrets
      .list()
      .some((one) => one.skill === ownerOf(environment, given) && one.dir === placeOf(given.definition.address));
  return {
    has(environment, given) {
      const { passwordEnv } = given.definition;
      return passwordEnv === undefined ? isStored(environment, given) : passwordEnv in process.env;
    },
    async of(environment, given) {
      const { passwordEnv } = given.definition;
      if (passwordEnv !== undefined) return process.env[passwordEnv];
      return isStored(environment, given) ? secrets.value(ownerOf(environment, given), PASSWORD) : undefined;
    },
    async keep(environment, given, value) {
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

export async function openRepository(connect: Connect): Promise<SkillRepository> {
  const { address } = connect.definition;
  const kind = kindOf(address);
  switch (kind) {
    case 'git':
      return openGit(connect);
    case 'folder':
    case 'archive':
    case 'marketplace':
      return (await import('./kinds/snapshot.ts')).openSnapshot(connect);
    case 'index':
      return (await import('./kinds/skill-index.ts')).openSkillIndex(connect);
    case 'nacos':
      return (await import('./kinds/nacos.ts')).openNacos(connect);
    case 'oci':
      return (await import('./kinds/oci.ts')).openOci(connect);
    case 'postgres':
    case 'mysql': {
      const { password, signal } = connect;
      // AgentScope's name of its schema and database.
      const database = await openDatabase({ address, password, signal, container: 'agentscope' });
      return (await import('./kinds/tables.ts')).openTables(database, connect);
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
    return await (await import('./kinds/snapshot.ts')).openSnapshot(connect);
  } catch (error) {
    const isReached = error instanceof ImportRefusal && ['missing', 'sign-in', 'refused'].includes(error.reason);
    const { definition } = connect;
    if (!isReached || !looksLikeWeb(definition.address) || connect.signal.aborted) throw error;
    const { openSkillIndex } = await import('./kinds/skill-index.ts');
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
