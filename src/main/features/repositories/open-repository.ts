/** Opens a repository by its kind. Drivers and readers are large: each is loaded when a repository of its kind is looked at. */

import { assertNever } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { openDatabase } from '../../databases/open-database.ts';
import { looksLikeWeb } from '../../skill-import/git-address.ts';
import { ImportRefusal } from '../../skill-import/refused.ts';
import { kindOf } from './address.ts';
import type { Connect, SkillRepository } from './repository.ts';

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
