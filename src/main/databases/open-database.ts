/** Opens a database by its address. A driver is loaded when one of its databases is asked for. */
import type { Database, DatabaseAddress } from './database.ts';

export const isPostgres = (address: string): boolean => /^(?:postgres|postgresql):\/\//i.test(address);
export const isMysql = (address: string): boolean => /^(?:mysql|mariadb):\/\//i.test(address);

/** @throws `import-refused` with a reason: unreachable, sign-in, missing, timeout. */
export async function openDatabase(given: DatabaseAddress): Promise<Database> {
  return isPostgres(given.address)
    ? (await import('./postgres.ts')).openPostgres(given)
    : (await import('./mysql.ts')).openMysql(given);
}
