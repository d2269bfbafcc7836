/** Files from columns. */

import { isUtf8 } from 'node:buffer';
import type { Database, Row } from '../../../main/databases/database.ts';
import { sha256 } from '../../../main/lib/text.ts';
import { refused, refusedFor, type SourceEntry } from '../../../main/skills/import/names.ts';
import { parseWholeSkill } from '../../../main/skills/skill-file.ts';
import { readYamlFields, type YamlValue } from '../../../main/skills/yaml.ts';
import { isRecord, parsedJson } from '../../../shared/defined.ts';
import { publishedFiles } from './marketplace.ts';
import type { Publication, SkillRepository } from './repository.ts';

export const fileOf = (name: string, bytes: Buffer): SourceEntry => ({
  path: name,
  kind: 'file',
  executable: false,
  bytes: bytes.length,
  async *content() {
    yield bytes;
  },
});

/** A `SKILL.md` that somebody stored whole. */
const WHOLE = /^\uFEFF?---\r?\n(?:(?!---).*\r?\n)*?name\s*:/;

/** `skill_content` is what follows the front matter. JSON values are YAML. */
export function frontMatterOf({ name, description, skill_content, metadata_json }: Row): string {
  const content = String(skill_content);
  if (WHOLE.test(content)) return content;
  const fields = { ...parsed(metadata_json), name, description };
  const { name: first, description: second, ...others } = fields;
  const lines = Object.entries({ name: first, description: second, ...others })
    .filter(([key]) => /^[A-Za-z][\w-]*$/.test(key))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${content}`;
}

/** Follows AgentScope: where it cannot be read, the columns count. */
function parsed(json: unknown): Readonly<Record<string, unknown>> {
  const value = parsedJson(String(json ?? '{}'));
  return isRecord(value) && !Array.isArray(value) ? value : {};
}

/** A published archive as rows: what AgentScope reads of it. */
interface TableRows {
  readonly description: string;
  /** Text after the front matter. */
  readonly body: string;
  /** The front matter, as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** All but `SKILL.md`; what is no text as `base64:…`. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

/** @param work absolute; the caller's to remove. @throws `import-refused`. */
async function tableRows(given: Pick<Publication, 'id' | 'archive'>, work: string): Promise<TableRows> {
  const files = await publishedFiles(given, work);
  const isSkill = ({ path }: { readonly path: string }) => /^skill\.md$/i.test(path);
  const skill = parseWholeSkill(files.find(isSkill)?.bytes ?? Buffer.alloc(0));
  if (!('body' in skill)) throw refusedFor('damaged', 'table-no-skill', { id: given.id });
  const yaml = skill.frontMatter.replace(/^---[^\n]*\n/, '').replace(/\r?\n---\s*$/, '');
  return {
    description: skill.head.fields.description,
    body: skill.body,
    metadata: Object.fromEntries([...readYamlFields(yaml).fields].map(([key, { value }]) => [key, plain(value)])),
    files: files.filter((file) => !isSkill(file)).map(({ path, bytes }) => ({ path, content: stored(bytes) })),
  };
}

/** AgentScope's form of bytes that are no text; of a text that looks like it, too. */
function stored(bytes: Buffer): string {
  const isText = isUtf8(bytes) && !bytes.includes(0) && !bytes.toString('latin1', 0, 7).startsWith('base64:');
  return isText ? bytes.toString('utf8') : `base64:${bytes.toString('base64')}`;
}

function plain(value: YamlValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

/** State of the tables of skills: rows, and a fingerprint of each skill's. */
export const SKILLS = 'agentscope_skills';
export const RESOURCES = 'agentscope_skill_resources';
export const VERSIONS = 'skilldeck_skill_versions';

type TableState = ReturnType<typeof tableState>;

/** Reads the columns once. */
export function tableState(database: Database) {
  let known: Promise<ReadonlySet<string>> | undefined;
  /** Columns of the table of skills: older tables lack some. */
  const columns = () => {
    known ??= database.columns(SKILLS);
    return known;
  };
  /** Hashes in place of contents; all of them, or the one of this name. */
  const skillRows = async (name?: string): Promise<readonly Row[]> => {
    const metadata = (await columns()).has('metadata_json') ? ', metadata_json' : '';
    return database.query(
      `SELECT id, name, description${metadata}, ${database.sha256('skill_content')} AS hash,` +
        ` OCTET_LENGTH(skill_content) AS bytes FROM ${database.table(SKILLS)}${name === undefined ? '' : ' WHERE name = ?'}` +
        ' ORDER BY name',
      name === undefined ? [] : [name],
    );
  };
  /** Keyed by the id of the skill. */
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
    /** Undefined where there is no such skill. */
    async fingerprintNow(name: string): Promise<string | undefined> {
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

// Versions of skills in a database: published, listed, unpublished. Each change is one transaction.

/** @param work absolute; the caller's to remove. */
export function tableVersions(
  database: Database,
  work: string,
): Required<Pick<SkillRepository, 'versions' | 'publish' | 'unpublish'>> {
  const table = database.table(VERSIONS);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const isThere = async () => (await database.columns(VERSIONS)).size > 0;
  const isPublished = async (id: string, version: string): Promise<boolean> =>
    (await database.query(`SELECT 1 AS one FROM ${table} WHERE name = ? AND version = ?`, [id, version])).length > 0;
  const inOne = async (change: () => Promise<void>): Promise<void> => {
    await database.beginWriting();
    try {
      await change();
      await database.end('COMMIT');
    } catch (error) {
      await database.end('ROLLBACK').catch(() => {});
      throw error;
    }
  };

  return {
    async versions(id) {
      if (!(await isThere())) return [];
      const rows = await database.query(
        `SELECT version, notes, published_by, published_at FROM ${table} WHERE name = ? ORDER BY published_at DESC`,
        [id],
      );
      return rows.map((row) => ({
        version: String(row.version),
        notes: text(row.notes),
        by: text(row.published_by),
        at: row.published_at instanceof Date ? row.published_at.toISOString() : String(row.published_at),
      }));
    },

    async publish(publication) {
      const { id, version, notes, by, archive } = publication;
      await database.end('ROLLBACK');
      await makeTables(database);
      const state = tableState(database);
      await inOne(async () => {
        if (await isPublished(id, version)) throw refused('version-exists', { id, version });
        const fingerprint = await replaceRows(database, state, publication, work);
        await database.query(
          `INSERT INTO ${table} (name, version, rows_sha256, archive, archive_sha256, notes, published_by)` +
            ' VALUES (?, ?, ?, ?, ?, ?, ?)',
          [id, version, fingerprint, archive, sha256(archive), notes, by],
        );
      });
    },

    /** The newest version gives way to the one before; an older one leaves the rows as they are. */
    async unpublish(id, version) {
      await database.end('ROLLBACK');
      const known = await isThere();
      const state = tableState(database);
      await inOne(async () => {
        if (!known || !(await isPublished(id, version)))
          throw refusedFor('missing', 'version-missing', { id, version });
        const [newest, before] = await database.query(
          `SELECT version, rows_sha256 FROM ${table} WHERE name = ? ORDER BY published_at DESC`,
          [id],
        );
        await database.query(`DELETE FROM ${table} WHERE name = ? AND version = ?`, [id, version]);
        if (newest?.version !== version) return;
        if ((await state.fingerprintNow(id)) !== newest.rows_sha256) throw refused('version-changed', { id, version });
        if (before === undefined) await database.query(`DELETE FROM ${database.table(SKILLS)} WHERE name = ?`, [id]);
        else await restore(id, before.version, state);
      });
    },
  };

  async function restore(id: string, version: unknown, state: TableState): Promise<void> {
    const own = [id, version];
    const [row] = await database.query(`SELECT archive FROM ${table} WHERE name = ? AND version = ?`, own);
    const archive = Buffer.isBuffer(row?.archive) ? row.archive : Buffer.alloc(0);
    const fingerprint = await replaceRows(database, state, { id, archive }, work);
    await database.query(`UPDATE ${table} SET rows_sha256 = ? WHERE name = ? AND version = ?`, [fingerprint, ...own]);
  }
}

/** Overwrites a skill like AgentScope: its resources go with it. @returns the fingerprint of the rows. */
async function replaceRows(
  database: Database,
  state: TableState,
  given: Pick<Publication, 'id' | 'archive'>,
  work: string,
): Promise<string> {
  const { id } = given;
  const { description, body, metadata, files } = await tableRows(given, work);
  const skills = database.table(SKILLS);
  await database.query(`DELETE FROM ${skills} WHERE name = ?`, [id]);
  const withMetadata = (await state.columns()).has('metadata_json');
  await database.query(
    `INSERT INTO ${skills} (name, description, skill_content, source${withMetadata ? ', metadata_json' : ''})` +
      ` VALUES (?, ?, ?, ?${withMetadata ? ', ?' : ''})`,
    [id, description, body, 'skilldeck', ...(withMetadata ? [JSON.stringify(metadata)] : [])],
  );
  const [inserted] = await state.skillRows(id);
  if (inserted === undefined) throw refused('table-not-written', { id });
  for (const { path, content } of files) {
    await database.query(
      `INSERT INTO ${database.table(RESOURCES)} (id, resource_path, resource_content) VALUES (?, ?, ?)`,
      [inserted.id, path, content],
    );
  }
  return (await state.fingerprintNow(id)) ?? '';
}

/** Makes the tables like AgentScope; existing ones stay unchanged. */
async function makeTables(database: Database): Promise<void> {
  const { types } = database;
  const [skills, resources, versions] = [SKILLS, RESOURCES, VERSIONS].map((name) => database.table(name));
  const isThere = async (name: string) => (await database.columns(name)).size > 0;
  if (!(await isThere(SKILLS))) {
    await database.query(database.container);
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${skills} (id ${types.id}, name ${types.key(255)} NOT NULL UNIQUE, description TEXT NOT NULL,` +
        ` skill_content ${types.text} NOT NULL, source ${types.key(255)} NOT NULL, metadata_json ${types.text} NULL,` +
        ` created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at ${types.changed})${types.after}`,
    );
  }
  if (!(await isThere(RESOURCES)))
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${resources} (id BIGINT NOT NULL, resource_path ${types.key(500)} NOT NULL,` +
        ` resource_content ${types.text} NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at ${types.changed},` +
        ` PRIMARY KEY (id, resource_path), FOREIGN KEY (id) REFERENCES ${skills}(id) ON DELETE CASCADE)${types.after}`,
    );
  if (!(await isThere(VERSIONS)))
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${versions} (name ${types.key(255)} NOT NULL, version ${types.key(100)} NOT NULL,` +
        ` rows_sha256 CHAR(64) NOT NULL, archive ${types.bytes} NOT NULL, archive_sha256 CHAR(64) NOT NULL, notes ${types.text} NOT NULL,` +
        ` published_by ${types.key(255)} NOT NULL, published_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),` +
        ` PRIMARY KEY (name, version))${types.after}`,
    );
}
