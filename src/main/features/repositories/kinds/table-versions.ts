/** Versions of skills in a database: published, listed, unpublished. Each change is one transaction. */
import type { Database } from '../../../databases/database.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { refused, refusedFor } from '../../../skill-import/refused.ts';
import type { Publication, SkillRepository } from '../repository.ts';
import { tableRows } from './table-rows.ts';
import { RESOURCES, SKILLS, type TableState, tableState, VERSIONS } from './table-state.ts';

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
