/**
 * State of a repository: `HOME/environments/ENV/repositories/NAME.json`, or `HOME/repositories/NAME.json` for one
 * of all environments. Beside the settings, so that a copied environment keeps it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallFile, replaceFile } from '../../../main/lib/files.ts';
import { brokenPlaceSchema, listedSkillSchema, repositoryFaultSchema } from '../../../shared/skills/repositories.ts';

/** Bytes: ten thousand skills with long descriptions. */
const MAX_BYTES = 64 * 1024 * 1024;

const stateSchema = z.object({
  /** The address at which it was seen: at another one nothing of it holds. */
  address: z.string(),
  seenAt: z.string().optional(),
  revision: z.string().optional(),
  skills: z.array(listedSkillSchema),
  broken: z.array(brokenPlaceSchema),
  fault: repositoryFaultSchema.extend({ at: z.string() }).optional(),
  /** Keyed by id: what was installed from it. */
  taken: z.record(
    z.string(),
    z.object({ fingerprint: z.string(), version: z.string().optional(), path: z.string(), at: z.string() }),
  ),
});
export type RepositoryState = z.infer<typeof stateSchema>;

export interface StateFile {
  /** Empty where there is none that can be read, or where it is of another address. */
  read(address: string): RepositoryState;
  /** Whole or not at all. */
  write(state: RepositoryState): void;
  remove(): void;
}

/** @param folder absolute: the settings' folder of the environment, or the data folder. */
export function stateFile(folder: string, name: string): StateFile {
  const file = path.join(folder, 'repositories', `${name}.json`);
  return {
    read(address) {
      const empty: RepositoryState = { address, skills: [], broken: [], taken: {} };
      try {
        const { data } = stateSchema.safeParse(JSON.parse(readSmallFile(file, MAX_BYTES) ?? 'null'));
        return data?.address === address ? data : empty;
      } catch {
        return empty;
      }
    },
    write(state) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(state)}\n`, 0o600);
    },
    remove: () => rmSync(file, { force: true }),
  };
}
