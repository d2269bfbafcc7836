/** `HOME/config.jsonc`, and an environment's own over it. */
import path from 'node:path';
import { z } from 'zod';
import { type CommandLists, commandListsSchema, UNREADABLE_LISTS } from '../../shared/approvals/command-lists.ts';
import { priceTableSchema } from '../../shared/context-views.ts';
import { workspaceLimitsSchema } from '../../shared/contract/files.ts';
import { GLOBAL_SHORTCUTS, LANGUAGES, THEMES } from '../../shared/contract.ts';
import { APPROVAL_MODES, DIALECTS, type Diagnostic, LOAD_MODES, PLACEMENTS } from '../../shared/events.ts';
import { maxContextSchema, modelOptionsShape } from '../../shared/models/model-options.ts';
import { CONTAINER_ENGINES, SANDBOX_WISHES } from '../../shared/sandbox.ts';
import { changeJsonc, readFields, readJsonc } from './jsonc.ts';

/** The names are those of the command line's options (CONTRACT §1). */
export const configSchema = z.object({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** The first steps were taken, or passed over. */
  welcomed: z.boolean(),
  /** A notice when an answer or a question comes while the person looks at something else. */
  notify: z.boolean(),
  /** The desktop app stays in the tray when its window is closed. */
  keepRunning: z.boolean(),
  globalShortcut: z.enum(GLOBAL_SHORTCUTS),
  /** The environment that the app is in; in `HOME/config.jsonc` alone. */
  env: z.string(),
  skills: z.array(z.string()),
  /** The agent of a new session; `none` for none. */
  agent: z.string(),
  baseUrl: z.string(),
  apiKeyEnv: z.string(),
  /** A model's id, or a name in `models.jsonc` where no `baseUrl` stands beside it. */
  model: z.string(),
  dialect: z.enum(DIALECTS),
  loadMode: z.enum(LOAD_MODES),
  placement: z.enum(PLACEMENTS),
  ...modelOptionsShape,
  /** Tokens. */
  maxContext: maxContextSchema,
  /** Tokens. */
  skillBudget: z.int().min(0),
  maxIterations: z.int().min(1),
  /** User turns after which an unused skill is unloaded; 0: never. */
  idleTurns: z.int().min(0),
  /** Skills that may be loaded at a time; 0: no cap. */
  maxLoadedSkills: z.int().min(0),
  /** US dollars for a million tokens, over the app's own table. */
  prices: priceTableSchema,
  approve: z.enum(APPROVAL_MODES),
  /** Deny goes first; a command runs unasked only where all its programs are allowed. */
  commands: commandListsSchema,
  /** `auto`: the best that the machine has; `required`: no sandbox, no run. Read at the start. */
  sandbox: z.enum(SANDBOX_WISHES),
  /** For a sandbox in a container; read at the start. */
  container: z.object({ image: z.string().min(1), program: z.enum(CONTAINER_ENGINES).optional() }),
  /** Whether the model may ask by a form; false: in words alone. */
  forms: z.boolean(),
  /** By a skill's id: true uses it even where it seems unable to work here. */
  skillSwitches: z.record(z.string(), z.boolean()),
  /** When conversations' files are cleaned; in `HOME/config.jsonc` alone. */
  workspaces: workspaceLimitsSchema.partial(),
  /** Seconds for a whole run of the command line. */
  timeout: z.number().positive(),
});
export type Config = Partial<Omit<z.infer<typeof configSchema>, 'commands'> & { readonly commands: CommandLists }>;

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
      const read = readFields(entries, configSchema.shape, 'config-field');
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
