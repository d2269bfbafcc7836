/** `HOME/config.jsonc`: read tolerantly, written without losing the person's comments. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { priceTableSchema } from '../../shared/context-views.ts';
import { LANGUAGES, THEMES } from '../../shared/contract.ts';
import { messageOf, SkilldeckError } from '../../shared/errors.ts';
import { APPROVAL_MODES, DIALECTS, type Diagnostic, LOAD_MODES, PLACEMENTS } from '../../shared/events.ts';

/** The names are those of the command line's options (CONTRACT §1). */
export const configSchema = z.object({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  env: z.string(),
  skills: z.array(z.string()),
  baseUrl: z.string(),
  apiKeyEnv: z.string(),
  model: z.string(),
  dialect: z.enum(DIALECTS),
  loadMode: z.enum(LOAD_MODES),
  placement: z.enum(PLACEMENTS),
  /** Tokens. */
  maxContext: z.int().min(1),
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
  /** Seconds for a whole run of the command line. */
  timeout: z.number().positive(),
});
export type Config = Partial<z.infer<typeof configSchema>>;

export interface ConfigFile {
  readonly path: string;
  read(): { readonly config: Config; readonly diagnostics: readonly Diagnostic[] };
  /** Changes the given fields; `undefined` removes one. Atomic. @throws SkilldeckError `config-invalid` where the file is not JSONC. */
  change(fields: { readonly [K in keyof Config]: Config[K] | undefined }): void;
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };
const HEADER = '// Skilldeck settings. Comments are kept when the app changes something here.\n{}\n';

export function configFile(home: string): ConfigFile {
  const file = path.join(home, 'config.jsonc');
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : HEADER);
  const read = () => {
    try {
      return parseConfig(file, text());
    } catch (error) {
      return { config: {}, diagnostics: [unreadable(file, messageOf(error))] };
    }
  };
  return {
    path: file,
    read,
    change(fields) {
      const [broken] = read().diagnostics.filter((diagnostic) => diagnostic.rule === 'jsonc');
      if (broken !== undefined) {
        const place = `${file}:${broken.line ?? 1}:${broken.column ?? 1}`;
        throw new SkilldeckError(
          'config-invalid',
          `The settings were not saved: ${place}: ${broken.message}. Mend that file, then try again.`,
        );
      }
      const before = text();
      const after = Object.entries(fields).reduce(
        (source, [key, value]) => applyEdits(source, modify(source, [key], value, FORMAT)),
        before,
      );
      mkdirSync(home, { recursive: true });
      writeFileSync(`${file}.new`, after, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

/** A field that does not fit is passed over with a diagnostic; the rest holds. */
function parseConfig(file: string, text: string): { config: Config; diagnostics: Diagnostic[] } {
  const errors: ParseError[] = [];
  const raw: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const diagnostics = errors.map((error): Diagnostic => {
    const before = text.slice(0, error.offset).split('\n');
    return {
      severity: 'error',
      file,
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      rule: 'jsonc',
      message: fault(error),
    };
  });
  const isObject = raw !== null && typeof raw === 'object' && !Array.isArray(raw);
  if (!isObject && errors.length === 0) {
    diagnostics.push({ ...unreadable(file, ''), message: 'settings stand between { and }; nothing here was read' });
  }
  const fields = isObject ? raw : {};
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const field = Object.entries(configSchema.shape).find(([name]) => name === key)?.[1];
    const parsed = field?.safeParse(value);
    if (parsed?.success) config[key] = parsed.data;
    else diagnostics.push({ severity: 'warning', file, rule: 'config-field', message: fieldFault(key, parsed?.error) });
  }
  return { config: config as Config, diagnostics };
}

function unreadable(file: string, why: string): Diagnostic {
  return { severity: 'error', file, line: 1, column: 1, rule: 'jsonc', message: `it cannot be read (${why})` };
}

/** `PropertyNameExpected` as a person would say it. */
function fault({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^(.*) expected$/, 'a $1 is expected here')
    .toLowerCase();
}

function fieldFault(key: string, error: z.ZodError | undefined): string {
  if (error === undefined) return `'${key}' is no setting of this version; it is passed over.`;
  return `'${key}' is passed over: ${error.issues.map((issue) => issue.message).join('; ')}.`;
}
