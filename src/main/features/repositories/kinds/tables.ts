/**
 * Skills in a database, in the tables of AgentScope-Java's `MysqlSkillRepository` and `PostgresSkillRepository`
 * (agentscope-ai/agentscope-java, `agentscope-extensions-skill-{mysql,postgresql}-repository`): `agentscope_skills` and
 * `agentscope_skill_resources`, where a resource that begins with `base64:` is binary (`SkillFileSystemHelper`). Versions
 * are in a table of Skilldeck, with the exact archive that was published.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../../shared/errors.ts';
import type { ListedSkill } from '../../../../shared/repositories.ts';
import type { Database, Row } from '../../../databases/database.ts';
import { sha256 } from '../../../lib/sha256.ts';
import type { SourceEntry } from '../../../skill-import/entry.ts';
import { checkedPath } from '../../../skill-import/names.ts';
import { readZip } from '../../../skill-import/read-zip.ts';
import { refusedAs } from '../../../skill-import/refused.ts';
import type { Connect, Listing, Publication, SkillRepository, SkillVersion } from '../repository.ts';
import { fileOf, frontMatterOf } from './table-files.ts';

export const SKILLS = 'agentscope_skills';
export const RESOURCES = 'agentscope_skill_resources';
export const VERSIONS = 'skilldeck_skill_versions';

interface Found extends ListedSkill {
  readonly row: string;
  /** Of the archive that is this state exactly. */
  readonly archived: string | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** @param database open, and closed with the repository. */
export async function openTables(
  database: Database,
  { definition, work, catalogTokens }: Connect,
): Promise<SkillRepository> {
  const has = { columns: new Set<string>() as ReadonlySet<string>, versions: false };
  const found = new Map<string, Found>();

  const readVersions = async (): Promise<ReadonlyMap<string, { version: string; sha256: string }>> => {
    if (!has.versions) return new Map();
    const rows = await database.query(
      `SELECT name, version, rows_sha256, archive_sha256 FROM ${database.table(VERSIONS)} ORDER BY published_at`,
    );
    return new Map(
      rows.map((row) => [
        `${row.name}\n${row.rows_sha256}`,
        { version: String(row.version), sha256: String(row.archive_sha256) },
      ]),
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
    for (const row of rows) byId.set(String(row.id), [...(byId.get(String(row.id)) ?? []), row]);
    return byId;
  };
  const metadata = () => (has.columns.has('metadata_json') ? ', metadata_json' : '');
  const skillRows = (name?: string) =>
    database.query(
      `SELECT id, name, description${metadata()}, ${database.sha256('skill_content')} AS hash,` +
        ` OCTET_LENGTH(skill_content) AS bytes FROM ${database.table(SKILLS)}${name === undefined ? '' : ' WHERE name = ?'}` +
        ' ORDER BY name',
      name === undefined ? [] : [name],
    );

  return {
    async list(): Promise<Listing> {
      has.columns = await database.columns(SKILLS);
      if (has.columns.size === 0)
        throw refusedAs('missing', `There is no table ${database.table(SKILLS)}, or this account may not read it`);
      has.versions = (await database.columns(VERSIONS)).size > 0;
      await database.beginReading();
      const [rows, resources, versions] = [await skillRows(), await resourcesOf(), await readVersions()];
      const broken: { where: string; reason: string }[] = [];
      const names = new Set<string>();
      for (const row of rows) {
        const name = String(row.name);
        try {
          const own = resources.get(String(row.id)) ?? [];
          assertUsable(row, own, names);
          const fingerprint = fingerprintOf(row, own);
          const known = versions.get(`${name}\n${fingerprint}`);
          const description = String(row.description);
          found.set(name, {
            id: name,
            description,
            path: name,
            fingerprint,
            row: String(row.id),
            archived: known?.sha256,
            bytes: [row, ...own].reduce((sum, { bytes }) => sum + Number(bytes), 0),
            tokens: { catalog: await catalogTokens(name, description), instructions: null },
            ...(known === undefined ? {} : { version: known.version }),
          });
        } catch (error) {
          broken.push({ where: name, reason: messageOf(error) });
        }
      }
      return { skills: [...found.values()].map(({ row: _row, archived: _archived, ...skill }) => skill), broken };
    },

    async open(wanted) {
      const entries = async function* (): AsyncGenerator<SourceEntry> {
        for (const { id } of wanted) {
          const skill = found.get(id);
          if (skill === undefined) throw new Error(`${id} was not listed`);
          if (skill.archived === undefined) yield* entriesOf(skill);
          else yield* archiveOf(skill, skill.archived);
        }
      };
      return {
        origin: { kind: 'repository', address: definition.address },
        path: '',
        topName: 'skills',
        isNamed: true,
        entries: entries(),
        submodules: [],
      };
    },

    async versions(id): Promise<readonly SkillVersion[]> {
      if ((await database.columns(VERSIONS)).size === 0) return [];
      const rows = await database.query(
        `SELECT version, notes, published_by, published_at FROM ${database.table(VERSIONS)} WHERE name = ? ORDER BY published_at DESC`,
        [id],
      );
      return rows.map((row) => ({
        version: String(row.version),
        notes: text(row.notes) ?? '',
        by: text(row.published_by) ?? '',
        at: row.published_at instanceof Date ? row.published_at.toISOString() : String(row.published_at),
      }));
    },

    async publish(publication) {
      await database.end('ROLLBACK');
      await makeTables(database);
      has.columns = await database.columns(SKILLS);
      await database.beginWriting();
      try {
        await write(publication);
        await database.end('COMMIT');
      } catch (error) {
        await database.end('ROLLBACK').catch(() => {});
        throw error;
      }
    },

    close: () => database.close(),
  };

  async function* entriesOf({ id, row }: Found): AsyncGenerator<SourceEntry> {
    const [skill] = await database.query(
      `SELECT name, description, skill_content${metadata()} FROM ${database.table(SKILLS)} WHERE id = ?`,
      [row],
    );
    const resources = await database.query(
      `SELECT resource_path, resource_content FROM ${database.table(RESOURCES)} WHERE id = ? ORDER BY resource_path`,
      [row],
    );
    if (skill === undefined) throw refusedAs('damaged', `The skill ${JSON.stringify(id)} changed while it was read`);
    yield fileOf(`${id}/SKILL.md`, Buffer.from(frontMatterOf(skill)));
    for (const one of resources) {
      const content = String(one.resource_content);
      const bytes = content.startsWith('base64:') ? Buffer.from(content.slice(7), 'base64') : Buffer.from(content);
      yield fileOf(`${id}/${one.resource_path}`, bytes);
    }
  }

  async function* archiveOf({ id, version }: Found, promised: string): AsyncGenerator<SourceEntry> {
    const [row] = await database.query(
      `SELECT archive FROM ${database.table(VERSIONS)} WHERE name = ? AND version = ?`,
      [id, version],
    );
    const bytes = Buffer.isBuffer(row?.archive) ? row.archive : Buffer.alloc(0);
    if (sha256(bytes) !== promised)
      throw refusedAs('damaged', `The archive of ${JSON.stringify(id)} ${version} is not what its digest says`);
    const file = path.join(work, `${sha256(id)}.skill`);
    writeFileSync(file, bytes, { mode: 0o600 });
    yield* readZip(file);
  }

  async function write({ id, description, version, notes, by, archive, body, metadata: fields, files }: Publication) {
    const skills = database.table(SKILLS);
    const resources = database.table(RESOURCES);
    const versions = database.table(VERSIONS);
    const [there] = await database.query(`SELECT 1 AS one FROM ${versions} WHERE name = ? AND version = ?`, [
      id,
      version,
    ]);
    if (there !== undefined)
      throw refusedAs('refused', `${JSON.stringify(id)} has a version ${version} already. Choose another`);
    // As AgentScope overwrites a skill: its resources go with it.
    await database.query(`DELETE FROM ${skills} WHERE name = ?`, [id]);
    const withMetadata = has.columns.has('metadata_json');
    await database.query(
      `INSERT INTO ${skills} (name, description, skill_content, source${withMetadata ? ', metadata_json' : ''})` +
        ` VALUES (?, ?, ?, ?${withMetadata ? ', ?' : ''})`,
      [id, description, body, 'skilldeck', ...(withMetadata ? [JSON.stringify(fields)] : [])],
    );
    const [inserted] = await skillRows(id);
    if (inserted === undefined) throw refusedAs('refused', `${JSON.stringify(id)} could not be written`);
    for (const file of files) {
      await database.query(`INSERT INTO ${resources} (id, resource_path, resource_content) VALUES (?, ?, ?)`, [
        inserted.id,
        file.path,
        file.content,
      ]);
    }
    const own = (await resourcesOf([String(inserted.id)])).get(String(inserted.id)) ?? [];
    await database.query(
      `INSERT INTO ${versions} (name, version, rows_sha256, archive, archive_sha256, notes, published_by)` +
        ' VALUES (?, ?, ?, ?, ?, ?, ?)',
      [id, version, fingerprintOf(inserted, own), archive, sha256(archive), notes, by],
    );
  }
}

/** @throws Error that says what is wrong with the row. */
function assertUsable(row: Row, resources: readonly Row[], names: Set<string>): void {
  const name = text(row.name) ?? '';
  if (checkedPath(name) !== name || name === '' || name.includes('/') || name.startsWith('.'))
    throw new Error('its name cannot be a folder’s');
  // On many systems they would be one folder.
  const folded = name.normalize('NFKC').toLowerCase();
  if (names.has(folded)) throw new Error('its name differs from another one only in case');
  names.add(folded);
  if ((text(row.description) ?? '').trim() === '') throw new Error('it has no description');
  if (text(row.hash) === undefined) throw new Error('it has no instructions');
  for (const resource of resources) {
    const file = text(resource.resource_path) ?? '';
    if (checkedPath(file) !== file || file === '' || /^skill\.md$/i.test(file))
      throw new Error(`its resource ${JSON.stringify(file)} cannot be a file`);
    if (text(resource.hash) === undefined) throw new Error(`its resource ${JSON.stringify(file)} has no content`);
  }
}

/** Differs where any column differs that becomes a file. */
const fingerprintOf = (row: Row, resources: readonly Row[]): string =>
  sha256(
    JSON.stringify([
      row.name,
      row.description,
      row.metadata_json ?? null,
      row.hash,
      ...resources.map((one) => [one.resource_path, one.hash]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ]),
  );

/** As AgentScope makes them; those that are there stay as they are. */
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
