/**
 * A site's own index of its skills, `/.well-known/agent-skills/index.json` (cloudflare/agent-skills-discovery-rfc, 0.2.0): entries
 * with `files`, each with its digest, and the published schema's with `type` and `url`. What has no digest is listed as broken.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../../main/lib/text.ts';
import { isSafeAddress } from '../../../main/skills/import/git-http.ts';
import { checkedPath, escaped, reasonIn, refusedFor, type SourceEntry } from '../../../main/skills/import/names.ts';
import { download } from '../../../main/skills/import/open-source.ts';
import { parsedJson } from '../../../shared/defined.ts';
import { reasoned } from '../../../shared/messages/failure.ts';
import type { BrokenPlace, ListedSkill } from '../../../shared/skills/repositories.ts';
import { archivedItem, type Connect, itemDownloads, openedItems, type SkillRepository } from './repository.ts';
import { fileOf } from './table-files.ts';

/** Bytes: ten thousand skills with long descriptions and many files. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a digest is sha256: and 64 hexadecimal digits');
const common = {
  name: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a name has small letters, digits and single hyphens')
    .max(64),
  description: z.string().trim().min(1),
  version: z.string().optional(),
};
const byFiles = z.object({ ...common, files: z.array(z.object({ path: z.string(), digest })).min(1) });
const byUrl = z.object({ ...common, type: z.enum(['skill-md', 'archive']), url: z.string().min(1), digest });
const entrySchema = z.union([byUrl, byFiles]);
const indexSchema = z.object({ skills: z.array(z.unknown()) });
type IndexEntry = z.infer<typeof entrySchema>;

export async function openSkillIndex(connect: Connect): Promise<SkillRepository> {
  const { definition, work, signal, waits, catalogTokens } = connect;
  const address = definition.address.replace(/\/+(?:index\.json)?$/, '');
  const base = `${address}/`;
  const entries = new Map<string, IndexEntry>();
  let number = 0;
  const fetchItem = itemDownloads(base, { signal, waits });
  /** @throws ItemRefusal unless the site itself is silent. @returns an absolute path of the file. */
  const fetched = async (url: string, expected: string, ending = ''): Promise<string> => {
    number += 1;
    const file = path.join(work, `${number}${ending}`);
    await fetchItem(url, file, { sha256: expected.replace('sha256:', '') });
    return file;
  };

  async function* filesOf(entry: IndexEntry): AsyncGenerator<SourceEntry> {
    const { name } = entry;
    if ('files' in entry) {
      for (const { path: below, digest: expected } of entry.files) {
        const url = new URL(`${name}/${below.split('/').map(encodeURIComponent).join('/')}`, base).href;
        yield fileOf(`${name}/${below}`, readFileSync(await fetched(url, expected)));
      }
      return;
    }
    const file = await fetched(new URL(entry.url, base).href, entry.digest, '.archive');
    if (entry.type === 'skill-md') {
      yield fileOf(`${name}/SKILL.md`, readFileSync(file));
      return;
    }
    yield* archivedItem(file, name, connect);
  }

  return {
    async list() {
      number += 1;
      const file = path.join(work, `${number}.json`);
      await download(`${base}index.json`, file, { maxBytes: MAX_INDEX_BYTES, signal, waits });
      const read = indexSchema.safeParse(parsedJson(readFileSync(file, 'utf8')));
      if (!read.success) throw refusedFor('damaged', 'index-form', { address: `${base}index.json` });
      const skills: ListedSkill[] = [];
      const broken: BrokenPlace[] = [];
      for (const [at, given] of read.data.skills.entries()) {
        const entry = entrySchema.safeParse(given);
        const where = nameIn(given) ?? `skills[${at}]`;
        const fault = entry.success ? faultOf(entry.data, entries, base) : reasoned('listed-digests');
        if (!entry.success || fault !== undefined) {
          broken.push({ where, ...(fault ?? reasoned('listed-digests')) });
          continue;
        }
        const { name, description, version } = entry.data;
        entries.set(name, entry.data);
        skills.push({
          id: name,
          description,
          path: name,
          fingerprint: fingerprintOf(entry.data),
          tokens: { catalog: await catalogTokens(name, description), instructions: null },
          ...(version === undefined ? {} : { version }),
        });
      }
      return { skills, broken };
    },
    open: async (wanted) => openedItems(definition, entries, wanted, filesOf),
    versions: async () => [],
    close: async () => {},
  };
}

const fingerprintOf = (entry: IndexEntry): string =>
  'files' in entry
    ? sha256(
        JSON.stringify(
          entry.files.map((file) => [file.path, file.digest]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
        ),
      )
    : entry.digest;

function faultOf(
  entry: IndexEntry,
  others: ReadonlyMap<string, IndexEntry>,
  base: string,
): Omit<BrokenPlace, 'where'> | undefined {
  if (others.has(entry.name)) return reasoned('listed-twice');
  if (!('files' in entry)) {
    const isUsable = URL.canParse(entry.url, base) && isSafeAddress(new URL(entry.url, base));
    return isUsable ? undefined : reasoned('listed-address', { address: escaped(entry.url) });
  }
  try {
    const odd = entry.files.find((file) => checkedPath(file.path) !== file.path);
    return odd === undefined ? undefined : reasoned('listed-file', { file: escaped(odd.path) });
  } catch (error) {
    return reasonIn(error);
  }
}

const nameIn = (entry: unknown): string | undefined => z.object({ name: z.string() }).safeParse(entry).data?.name;
