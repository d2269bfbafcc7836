/** The common part of both databases: one connection to either. */
import { escaped, refusedFor } from '../skills/import/names.ts';

/** The address. The driver gets the password separately. */
export interface DatabaseAddress {
  readonly address: string;
  readonly password: string | undefined;
  /** Schema (PostgreSQL) or database (MySQL) where the address names none. */
  readonly container: string;
  readonly signal: AbortSignal;
}

export type Row = Readonly<Record<string, unknown>>;

/** One connection, in one transaction at a time. */
export interface Database {
  /** Name of a table, quoted, with its schema or database. */
  table(name: string): string;
  /** SQL for the SHA-256 of a text column's UTF-8, in hexadecimal. */
  sha256(column: string): string;
  readonly types: {
    readonly id: string;
    readonly key: (characters: number) => string;
    readonly text: string;
    readonly bytes: string;
    readonly changed: string;
    readonly after: string;
  };
  readonly container: string;
  /** `?` is a value. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** One state for all reads until `end`. */
  beginReading(): Promise<void>;
  beginWriting(): Promise<void>;
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
  /** Names of the columns, lower case; empty where there is no such table, or none that may be read. */
  columns(table: string): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

const IDENTIFIER = /^[A-Za-z_]\w{0,62}$/;

/** Names cannot be values of a statement. @throws `import-refused`. */
export function identifier(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  throw refusedFor('address', 'table-name', { name: escaped(name) });
}

const SYSTEM = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;

/** A driver's error as a refusal. @param faults the server's own codes. */
export function refusalOf(
  error: unknown,
  what: string,
  faults: Readonly<Record<string, 'sign-in' | 'missing' | 'timeout' | 'refused'>>,
): Error {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly unknown[] };
  // Node tries each address of a host.
  if (Array.isArray(errors) && errors.length > 0) return refusalOf(errors[0], what, faults);
  const message = (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/, '');
  const known = typeof code === 'string' && Object.hasOwn(faults, code) ? faults[code] : undefined;
  const said = { server: what, why: message };
  if (known !== undefined) return refusedFor(known, 'server-said', said, error);
  if (typeof code === 'string' && SYSTEM.test(code)) return refusedFor('unreachable', 'server-said', said, error);
  // `pg` says this where a server wants a password and none is known.
  if (/client password must be/.test(message)) return refusedFor('sign-in', 'server-password', { server: what }, error);
  if (/terminated|closed|lost|connection error|timeout/i.test(message))
    return refusedFor(/timeout/i.test(message) ? 'timeout' : 'unreachable', 'server-said', said, error);
  return refusedFor('refused', 'server-said', said, error);
}
