/** Opens a repository by its kind. Drivers and readers are large: each is loaded when a repository of its kind is looked at. */
import { assertNever, SkilldeckError } from '../../../shared/errors.ts';
import { kindOf } from './address.ts';
import type { Connect, SkillRepository } from './repository.ts';

export async function openRepository(connect: Connect): Promise<SkillRepository> {
  const { address } = connect.definition;
  const kind = kindOf(address);
  switch (kind) {
    case 'git':
    case 'folder':
    case 'archive':
      return (await import('./kinds/snapshot.ts')).openSnapshot(connect);
    case 'index':
      return (await import('./kinds/skill-index.ts')).openSkillIndex(connect);
    case 'oci':
      return (await import('./kinds/oci.ts')).openOci(connect);
    case 'postgres': {
      const { openPostgres } = await import('./kinds/postgres.ts');
      return (await import('./kinds/tables.ts')).openTables(await openPostgres(connect), connect);
    }
    case 'mysql': {
      const { openMysql } = await import('./kinds/mysql.ts');
      return (await import('./kinds/tables.ts')).openTables(await openMysql(connect), connect);
    }
    case undefined:
      throw new SkilldeckError('bad-input', `"${address}" is no address of a repository.`);
    default:
      return assertNever(kind);
  }
}
