/** Opens a repository by its kind. Drivers and readers are large: each is loaded when a repository of its kind is looked at. */

import { assertNever } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { openDatabase } from '../../databases/open-database.ts';
import { kindOf } from './address.ts';
import type { Connect, SkillRepository } from './repository.ts';

export async function openRepository(connect: Connect): Promise<SkillRepository> {
  const { address } = connect.definition;
  const kind = kindOf(address);
  switch (kind) {
    case 'git':
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
