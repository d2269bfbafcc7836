/** PostgreSQL, over `pg`. */
import { Client } from 'pg';
import { escaped, refusedFor } from '../skills/import/names.ts';
import { type Database, type DatabaseAddress, identifier, type Row, refusalOf } from './database.ts';

/** Milliseconds. */
const CONNECT_MS = 15_000;
const STATEMENT_MS = 120_000;
/** postgresql.org/docs, Appendix A. */
const FAULTS = {
  '28000': 'sign-in',
  '28P01': 'sign-in',
  '42501': 'sign-in',
  '3D000': 'missing',
  '3F000': 'missing',
  '42P01': 'missing',
  '57014': 'timeout',
} as const;

/** The driver reads the files of a certificate here. @throws `import-refused`: address. */
function clientFor(url: URL): Client {
  try {
    return new Client({
      connectionString: url.href,
      application_name: 'skilldeck',
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + CONNECT_MS,
    });
  } catch (error) {
    const { path: file, code } = (error ?? {}) as NodeJS.ErrnoException;
    if (file === undefined) throw refusalOf(error, url.host, FAULTS);
    throw refusedFor('address', 'certificate-file', { file: escaped(file), why: code ?? '' }, error);
  }
}

/** `postgres://USER@HOST:PORT/DATABASE?schema=NAME&sslmode=require`. */
export async function openPostgres({ address, password, container, signal }: DatabaseAddress): Promise<Database> {
  const url = new URL(address);
  const schema = identifier(url.searchParams.get('schema') ?? container);
  url.searchParams.delete('schema');
  // The driver's own field would give way to the address.
  if (password !== undefined) url.password = encodeURIComponent(password);
  const client = clientFor(url);
  // Errors between queries would end the process; the next query reports them.
  client.on('error', () => {});
  const stop = () => void client.end().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const fail = (error: unknown): never => {
    signal.throwIfAborted();
    throw refusalOf(error, url.host, FAULTS);
  };
  const run = async (sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    let number = 0;
    const numbered = sql.replaceAll('?', () => {
      number += 1;
      return `$${number}`;
    });
    return (await client.query(numbered, [...values]).catch(fail)).rows as Row[];
  };
  await client.connect().catch((error: unknown) => {
    signal.removeEventListener('abort', stop);
    return fail(error);
  });
  return {
    table: (name) => `"${schema}"."${name}"`,
    sha256: (column) => `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`,
    types: {
      id: 'BIGSERIAL PRIMARY KEY',
      key: (characters) => `VARCHAR(${characters})`,
      text: 'TEXT',
      bytes: 'BYTEA',
      changed: 'TIMESTAMP DEFAULT CURRENT_TIMESTAMP',
      after: '',
    },
    container: `CREATE SCHEMA IF NOT EXISTS "${schema}"`,
    query: run,
    beginReading: async () => void (await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')),
    beginWriting: async () => void (await run('BEGIN')),
    end: async (how) => void (await run(how)),
    async columns(name) {
      const sql =
        'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = ? AND table_name = ?';
      return new Set((await run(sql, [schema, name])).map((row) => String(row.name).toLowerCase()));
    },
    async close() {
      signal.removeEventListener('abort', stop);
      await client.end().catch(() => {});
    },
  };
}
