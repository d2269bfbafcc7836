/** State of the tables of skills: rows, and a fingerprint of each skill's. */
import type { Database, Row } from '../../../databases/database.ts';
import { sha256 } from '../../../lib/sha256.ts';

export const SKILLS = 'agentscope_skills';
export const RESOURCES = 'agentscope_skill_resources';
export const VERSIONS = 'skilldeck_skill_versions';

export interface TableState {
  /** Columns of the table of skills: older tables lack some. */
  columns(): Promise<ReadonlySet<string>>;
  /** Hashes in place of contents; all of them, or the one of this name. */
  skillRows(name?: string): Promise<readonly Row[]>;
  /** Keyed by the id of the skill. */
  resourcesOf(ids?: readonly string[]): Promise<ReadonlyMap<string, Row[]>>;
  /** Undefined where there is no such skill. */
  fingerprintNow(name: string): Promise<string | undefined>;
}

/** Reads the columns once. */
export function tableState(database: Database): TableState {
  let known: Promise<ReadonlySet<string>> | undefined;
  const columns = () => {
    known ??= database.columns(SKILLS);
    return known;
  };
  const skillRows = async (name?: string): Promise<readonly Row[]> => {
    const metadata = (await columns()).has('metadata_json') ? ', metadata_json' : '';
    return database.query(
      `SELECT id, name, description${metadata}, ${database.sha256('skill_content')} AS hash,` +
        ` OCTET_LENGTH(skill_content) AS bytes FROM ${database.table(SKILLS)}${name === undefined ? '' : ' WHERE name = ?'}` +
        ' ORDER BY name',
      name === undefined ? [] : [name],
    );
  };
  const resourcesOf = async (ids?: readonly string[]): Promise<ReadonlyMap<string, Row[]>> => {
    const where = ids === undefined ? '' : ` WHERE id IN (${ids.map(() => '?').join(', ')})`;
    const rows = await database.query(
      `SELECT id, resource_path, ${database.sha256('resource_content')} AS hash, OCTET_LENGTH(resource_content) AS bytes` +
        ` FROM ${database.table(RESOURCES)}${where} ORDER BY id, resource_path`,
      ids ?? [],
    );
    const byId = new Map<string, Row[]>();
    for (const row of rows) {
      const own = byId.get(String(row.id));
      if (own === undefined) byId.set(String(row.id), [row]);
      else own.push(row);
    }
    return byId;
  };
  return {
    columns,
    skillRows,
    resourcesOf,
    async fingerprintNow(name) {
      const [row] = await skillRows(name);
      if (row === undefined) return undefined;
      const id = String(row.id);
      return fingerprintOf(row, (await resourcesOf([id])).get(id) ?? []);
    },
  };
}

/** Differs where any column differs that becomes a file. */
export const fingerprintOf = (row: Row, resources: readonly Row[]): string =>
  sha256(
    JSON.stringify([
      row.name,
      row.description,
      row.metadata_json ?? null,
      row.hash,
      ...resources.map((one) => [one.resource_path, one.hash]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ]),
  );
