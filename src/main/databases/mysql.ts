/** MySQL and MariaDB, over `mysql2`. */
import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { type Database, type DatabaseAddress, identifier, type Row, refusalOf } from './database.ts';

/** Milliseconds. */
const CONNECT_MS = 15_000;
const STATEMENT_MS = 120_000;
/** dev.mysql.com, Server Error Message Reference. */
const FAULTS = {
  ER_ACCESS_DENIED_ERROR: 'sign-in',
  ER_DBACCESS_DENIED_ERROR: 'sign-in',
  ER_TABLEACCESS_DENIED_ERROR: 'sign-in',
  ER_BAD_DB_ERROR: 'missing',
  ER_NO_SUCH_TABLE: 'missing',
  PROTOCOL_SEQUENCE_TIMEOUT: 'timeout',
} as const;

/** `mysql://USER@HOST:PORT/DATABASE?ssl=true`. */
export async function openMysql({ address, password, container, signal }: DatabaseAddress): Promise<Database> {
  const url = new URL(address);
  const database = identifier(decodeURIComponent(url.pathname.slice(1)) || container);
  const fail = (error: unknown): never => {
    signal.throwIfAborted();
    throw refusalOf(error, url.host, FAULTS);
  };
  const connection = await createConnection({
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username) || 'root',
    ...(password === undefined ? {} : { password }),
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    ...(url.searchParams.get('ssl') === 'true' ? { ssl: {} } : {}),
  }).catch(fail);
  connection.on('error', () => {});
  const stop = () => connection.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const run = async (sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    const [rows] = await connection
      .query<RowDataPacket[] | ResultSetHeader>({ sql, values: [...values], timeout: STATEMENT_MS })
      .catch(fail);
    return Array.isArray(rows) ? rows : [];
  };
  return {
    table: (name) => `\`${database}\`.\`${name}\``,
    sha256: (column) => `SHA2(CONVERT(${column} USING utf8mb4), 256)`,
    types: {
      id: 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
      key: (characters) => `VARCHAR(${characters})`,
      text: 'LONGTEXT',
      bytes: 'LONGBLOB',
      changed: 'TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
      after: ' DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    },
    container: `CREATE DATABASE IF NOT EXISTS \`${database}\` DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    query: run,
    async beginReading() {
      await run('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    },
    beginWriting: async () => void (await run('START TRANSACTION')),
    end: async (how) => void (await run(how)),
    async columns(name) {
      const sql =
        'SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?';
      return new Set((await run(sql, [database, name])).map((row) => String(row.name).toLowerCase()));
    },
    async close() {
      signal.removeEventListener('abort', stop);
      await connection.end().catch(() => connection.destroy());
    },
  };
}
