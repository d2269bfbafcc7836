/** Git repositories, folders and archives: fetched whole, then read on this disk. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isSkilldeckError, messageOf } from '../../../../shared/errors.ts';
import type { ListedSkill } from '../../../../shared/repositories.ts';
import { hashOfTree, listTree } from '../../../skill-import/content-hash.ts';
import type { SourceEntry } from '../../../skill-import/entry.ts';
import { readShorthand } from '../../../skill-import/git-address.ts';
import { openSource } from '../../../skill-import/open-source.ts';
import { readFolder } from '../../../skill-import/read-folder.ts';
import { readStage, STAGE_TOP } from '../../../skill-import/read-stage.ts';
import { stageEntries } from '../../../skill-import/stage.ts';
import type { Connect, Listing, SkillRepository } from '../repository.ts';

export async function openSnapshot({ definition, work, signal, tokensOf }: Connect): Promise<SkillRepository> {
  const { address, ref, path: below } = definition;
  const url = readShorthand(address)?.url ?? address;
  const fetched = path.join(work, 'fetched');
  const stage = path.join(work, 'stage');
  mkdirSync(fetched);
  mkdirSync(path.join(stage, STAGE_TOP), { recursive: true });
  const opened = await openSource({ kind: 'address', address: url, ref, path: below }, fetched, signal);
  await stageEntries(opened.entries, path.join(stage, STAGE_TOP), { packedBytes: opened.packedBytes, signal });
  const { library, catalog, inSource } = await readStage(stage, opened);
  const dirs = new Map<string, string>();
  return {
    async list(): Promise<Listing> {
      const skills: ListedSkill[] = [];
      const broken: { where: string; reason: string }[] = catalog.broken.map(({ dir, reason }) => ({
        where: inSource(dir),
        reason: reason.message,
      }));
      for (const { id, dir, description, metadata } of catalog.skills) {
        signal.throwIfAborted();
        try {
          const files = await listTree(dir);
          if (files === undefined) throw new Error('it has more files than a skill may have');
          const { version } = metadata;
          dirs.set(id, dir);
          skills.push({
            id,
            description,
            path: inSource(dir),
            fingerprint: hashOfTree(files),
            bytes: files.reduce((sum, file) => sum + file.bytes, 0),
            tokens: await tokensOf(await library.read(id)),
            ...(version === undefined ? {} : { version }),
          });
        } catch (error) {
          if (signal.aborted) throw error;
          broken.push({ where: inSource(dir), reason: isSkilldeckError(error) ? error.message : messageOf(error) });
        }
      }
      return { skills, broken, revision: opened.origin.commit };
    },
    async open(wanted) {
      const entries = async function* (): AsyncGenerator<SourceEntry> {
        for (const { id, path: where } of wanted) {
          const dir = dirs.get(id);
          if (dir === undefined) throw new Error(`${id} was not listed`);
          const prefix = opened.path === '' ? where : where.slice(opened.path.length).replace(/^\//, '');
          for await (const entry of readFolder(dir, ['']))
            yield { ...entry, path: prefix === '' ? entry.path : `${prefix}/${entry.path}` };
        }
      };
      const { packedBytes: _packed, ...source } = opened;
      return { ...source, submodules: [], entries: entries() };
    },
    versions: async () => [],
    close: async () => {},
  };
}
