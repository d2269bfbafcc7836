/** `HOME/config.jsonc`, and an environment's own over it. */
import path from 'node:path';
import type { z } from 'zod';
import { type CommandLists, UNREADABLE_LISTS } from '../../shared/approvals.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { configShape } from '../../shared/settings/schema.ts';
import { changeJsonc, readFields, readJsonc } from './jsonc.ts';

type Fields = { readonly [K in keyof typeof configShape]?: z.infer<(typeof configShape)[K]> };
export type Config = Omit<Fields, 'commands'> & { readonly commands?: CommandLists };

export interface ConfigFile {
  readonly path: string;
  read(): { readonly config: Config; readonly diagnostics: readonly Diagnostic[] };
  /** Changes the given fields; `undefined` removes one. Atomic. @throws SkilldeckError `config-invalid` where the file is not JSONC. */
  change(fields: { readonly [K in keyof Config]: Config[K] | undefined }): void;
}

const HEADER = '// Skilldeck settings. Comments are kept when the app changes something here.\n{}\n';

/** A field that does not fit is passed over with a diagnostic; the rest holds. @param folder the data folder, or an environment's. */
export function configFile(folder: string): ConfigFile {
  const file = path.join(folder, 'config.jsonc');
  return {
    path: file,
    read() {
      const { entries, diagnostics } = readJsonc(file);
      const read = readFields(entries, configShape, 'config-field');
      const config = read.fields as Config;
      const listsLost = config.commands === undefined && entries.some(({ key }) => key === 'commands');
      return {
        config: listsLost ? { ...config, commands: UNREADABLE_LISTS } : config,
        diagnostics: [...diagnostics, ...read.diagnostics],
      };
    },
    change: (fields) => changeJsonc(file, fields, HEADER),
  };
}
