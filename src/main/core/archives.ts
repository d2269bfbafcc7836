/** The team's archive with what it is not allowed to know: the settings' file, and where passwords are kept. */

import { homedir } from 'node:os';
import { type Archives, createArchives } from '../../features-core.ts';
import type { ArchiveDefinition } from '../../shared/review/archive.ts';
import { placeOf } from '../lib/text.ts';
import { configFile } from '../settings/config-file.ts';
import type { CoreParts } from './parts.ts';

const OWNER = 'archive';
const PASSWORD = 'password';

export interface ArchiveParts {
  readonly archives: Archives;
  /** `undefined` removes it. */
  defineArchive(definition: ArchiveDefinition | undefined): void;
  readonly archivePassword: {
    isThere(): Promise<boolean>;
    /** `null` removes it. */
    set(value: string | null): Promise<void>;
  };
  /** Paths that an export without private data does not name. */
  readonly exportFolders: readonly string[];
}

export function archiveParts({ home, secrets }: CoreParts): ArchiveParts {
  const file = configFile(home);
  const definition = (): ArchiveDefinition | undefined => file.read().config.archive;
  const stored = ({ address }: ArchiveDefinition) =>
    secrets.list().some(({ skill, dir }) => skill === OWNER && dir === placeOf(address));
  const password = async (given: ArchiveDefinition): Promise<string | undefined> => {
    if (given.passwordEnv !== undefined) return process.env[given.passwordEnv];
    return stored(given) ? secrets.value(OWNER, PASSWORD) : undefined;
  };
  return {
    archives: createArchives({ home, definition, password }),
    defineArchive: (given) => file.change({ archive: given }),
    archivePassword: {
      async isThere() {
        const given = definition();
        if (given === undefined) return false;
        return given.passwordEnv === undefined ? stored(given) : given.passwordEnv in process.env;
      },
      async set(value) {
        const given = definition();
        if (value === null || given === undefined) await secrets.remove(OWNER, PASSWORD);
        else {
          const at = new Date().toISOString();
          await secrets.set({ skill: OWNER, name: PASSWORD, dir: placeOf(given.address), reach: [], at }, value);
        }
      },
    },
    exportFolders: [homedir(), home],
  };
}
