/**
 * Skills in a database, in the tables of AgentScope-Java's `MysqlSkillRepository` and `PostgresSkillRepository`
 * (agentscope-ai/agentscope-java, `agentscope-extensions-skill-{mysql,postgresql}-repository`): `agentscope_skills` and
 * `agentscope_skill_resources`, where a resource that begins with `base64:` is binary (`SkillFileSystemHelper`). Versions
 * are in a table of Skilldeck, with the exact archive that was published.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database, Row } from '../../../main/databases/database.ts';
import { sha256 } from '../../../main/lib/text.ts';
import {
  checkedPath,
  escaped,
  reasonIn,
  refused,
  refusedFor,
  type SourceEntry,
} from '../../../main/skills/import/names.ts';
import { readZip } from '../../../main/skills/import/read-zip.ts';
import type { BrokenPlace, ListedSkill } from '../../../shared/skills/repositories.ts';
import { type Connect, type Listing, openedItems, type SkillRepository } from './repository.ts';
import {
  fileOf,
  fingerprintOf,
  frontMatterOf,
  RESOURCES,
  SKILLS,
  tableState,
  tableVersions,
  VERSIONS,
} from './table-files.ts';

interface StoredSkill extends ListedSkill {
  readonly row: string;
  /** SHA-256 of the archive that equals this state exactly. */
  readonly archived: string | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** @param database open, and closed with the repository. */
export async function openTables(
  database: Database,
  { definition, work, catalogTokens }: Connect,
): Promise<SkillRepository> {
  const state = tableState(database);
  const found = new Map<string, StoredSkill>();

  const readVersions = async (): Promise<ReadonlyMap<string, { version: string; sha256: string }>> => {
    if ((await database.columns(VERSIONS)).size === 0) return new Map();
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
  return {
    async list(): Promise<Listing> {
      if ((await state.columns()).size === 0)
        throw refusedFor('missing', 'table-missing', { table: database.table(SKILLS) });
      await database.beginReading();
      const [rows, resources, versions] = [await state.skillRows(), await state.resourcesOf(), await readVersions()];
      const broken: BrokenPlace[] = [];
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
          broken.push({ where: name, ...reasonIn(error) });
        }
      }
      return { skills: [...found.values()].map(({ row: _row, archived: _archived, ...skill }) => skill), broken };
    },

    open: async (wanted) =>
      openedItems(definition, found, wanted, (skill) =>
        skill.archived === undefined ? entriesOf(skill) : archiveOf(skill, skill.archived),
      ),

    ...tableVersions(database, work),
    close: () => database.close(),
  };

  async function* entriesOf({ id, row }: StoredSkill): AsyncGenerator<SourceEntry> {
    const metadata = (await state.columns()).has('metadata_json') ? ', metadata_json' : '';
    const [skill] = await database.query(
      `SELECT name, description, skill_content${metadata} FROM ${database.table(SKILLS)} WHERE id = ?`,
      [row],
    );
    const resources = await database.query(
      `SELECT resource_path, resource_content FROM ${database.table(RESOURCES)} WHERE id = ? ORDER BY resource_path`,
      [row],
    );
    if (skill === undefined) throw refusedFor('damaged', 'table-skill-changed', { id });
    yield fileOf(`${id}/SKILL.md`, Buffer.from(frontMatterOf(skill)));
    for (const one of resources) {
      const content = String(one.resource_content);
      const bytes = content.startsWith('base64:') ? Buffer.from(content.slice(7), 'base64') : Buffer.from(content);
      yield fileOf(`${id}/${one.resource_path}`, bytes);
    }
  }

  async function* archiveOf({ id, version }: StoredSkill, promised: string): AsyncGenerator<SourceEntry> {
    const [row] = await database.query(
      `SELECT archive FROM ${database.table(VERSIONS)} WHERE name = ? AND version = ?`,
      [id, version],
    );
    const bytes = Buffer.isBuffer(row?.archive) ? row.archive : Buffer.alloc(0);
    if (sha256(bytes) !== promised) throw refusedFor('damaged', 'table-archive', { id, version: version ?? '' });
    const file = path.join(work, `${sha256(id)}.skill`);
    writeFileSync(file, bytes, { mode: 0o600 });
    yield* readZip(file);
  }
}

/** @throws `import-refused`, which says what is wrong with the row. */
function assertUsable(row: Row, resources: readonly Row[], names: Set<string>): void {
  const name = text(row.name) ?? '';
  if (checkedPath(name) !== name || name === '' || name.includes('/') || name.startsWith('.'))
    throw refused('listed-name');
  // On many systems they would be one folder.
  const folded = name.normalize('NFKC').toLowerCase();
  if (names.has(folded)) throw refused('listed-case');
  names.add(folded);
  if ((text(row.description) ?? '').trim() === '') throw refused('listed-description');
  if (text(row.hash) === undefined) throw refused('listed-instructions');
  for (const resource of resources) {
    const file = text(resource.resource_path) ?? '';
    if (checkedPath(file) !== file || file === '' || /^skill\.md$/i.test(file))
      throw refused('listed-file', { file: escaped(file) });
    if (text(resource.hash) === undefined) throw refused('listed-file-empty', { file: escaped(file) });
  }
}
