/**
 * `tools.yaml` beside a SKILL.md: the function tools that a skill brings (docs/skills-tools.md). A list, or a list under
 * `tools:`. An entry that cannot be used costs itself and a problem with its line, and hides none of the others.
 */

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { z } from 'zod';
import type { DeclaredTool } from '../../shared/context-views.ts';
import { messageOf } from '../../shared/errors.ts';
import { ARGUMENT_STYLES, type ArgumentStyle, type Diagnostic } from '../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';
import { entriesOf, realOf } from '../lib/files.ts';
import { sha256 } from '../lib/text.ts';
import { confirmedScripts } from './confirm-field.ts';
import { readBytes, withFileInside } from './discovery/contained-file.ts';
import type { SkillSummary, SkillTools } from './types.ts';
import { type YamlData, yamlEntries } from './yaml.ts';

/** Checks a tool call's arguments against the JSON Schema that its skill declares, with faults that name the field. */
type JsonSchema = Readonly<Record<string, unknown>>;

export type CompiledParameters =
  | {
      /** One line a fault; empty where the arguments are right. */
      check(args: unknown): readonly string[];
    }
  /** Reason why this schema cannot be used. */
  | { readonly fault: string };

/**
 * The model sees patterns, but they are not tested here: they are untrusted, and one that takes exponential time would
 * block everything. `check` never changes the arguments: applying defaults is the script's job.
 */
export function compileParameters(schema: JsonSchema): CompiledParameters {
  let compiled: z.ZodType;
  try {
    compiled = z.fromJSONSchema(checkable(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    return { fault: messageOf(error) };
  }
  return {
    check(args) {
      const parsed = compiled.safeParse(args);
      return parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, args));
    },
  };
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error where a part that must be a schema is none. */
function checkable(given: unknown): unknown {
  if (typeof given === 'boolean') return given;
  if (!isSchema(given)) throw new Error(`${JSON.stringify(given)} is not a schema`);
  const { pattern: _pattern, patternProperties: _patterns, default: _default, ...schema } = given;
  const out: Record<string, unknown> = { ...schema };
  for (const key of ['items', 'additionalProperties', 'contains', 'not', 'propertyNames']) {
    if (isSchema(schema[key])) out[key] = checkable(schema[key]);
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    if (Array.isArray(schema[key])) out[key] = schema[key].map(checkable);
  }
  for (const key of ['$defs', 'definitions']) if (isSchema(schema[key])) out[key] = eachOf(schema[key]);
  const { properties = {}, required = [] } = schema;
  if (!isSchema(properties)) throw new Error('"properties" must be fields with a schema each');
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    throw new Error('"required" must be a list of names');
  if (schema.properties !== undefined || required.length > 0) {
    // A required field without its own schema would not be checked.
    const bare = required.filter((name) => !Object.hasOwn(properties, name)).map((name) => [name, {}]);
    out.properties = { ...eachOf(properties), ...Object.fromEntries(bare) };
  }
  return out;
}

const eachOf = (schemas: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, checkable(schema)]));

function describeIssue(issue: z.core.$ZodIssue, args: unknown): string {
  const field = issue.path.length === 0 ? 'the arguments' : `"${issue.path.join('.')}"`;
  return isMissing(issue.path, args) ? `${field} is missing` : `${field}: ${messageFor(issue)}`;
}

function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const branches = issue.errors.flatMap((errors) => errors.slice(0, 1).map(({ message }) => message));
  return branches.length === 0 ? issue.message : [...new Set(branches)].join(', or ');
}

function isMissing(path: readonly PropertyKey[], args: unknown): boolean {
  const last = path.at(-1);
  if (last === undefined) return false;
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), args);
  return isObject(owner) && !Object.hasOwn(owner, last);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const TOOLS_FILE = /^tools\.ya?ml$/i;
/** File types a runner can start. */
export const RUNNABLE = /\.(?:py|js|mjs|cjs|sh)$/i;
/** Function name syntax that every provider accepts. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
export const MAX_TOOLS = 32;
/** Characters. */
export const MAX_DESCRIPTION = 4_096;
/** Values in one entry: aliases may repeat a value written only once. */
const MAX_VALUES = 2_000;
const FIELDS = new Set(['name', 'description', 'parameters', 'script', 'pass']);

interface ToolEntry {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Relative to the skill's folder, with `/`. Whether it is there is not looked at here. */
  readonly script: string;
  readonly pass: ArgumentStyle;
  /** 1-based. */
  readonly line: number;
}

export interface ToolProblem extends FindingFacts {
  readonly severity: Diagnostic['severity'];
  /** 1-based. */
  readonly line: number;
  readonly rule: 'tools-invalid' | 'tool-description-missing';
}

export interface ToolEntries {
  readonly tools: readonly ToolEntry[];
  readonly problems: readonly ToolProblem[];
}

/** Reason why an entry cannot be used. */
class EntryFault extends Error {
  readonly facts: FindingFacts;
  constructor(code: FindingCode, figures?: Figures) {
    super(code);
    this.facts = { code, figures };
  }
}

export function parseTools(source: string): ToolEntries {
  const text = source.replace(/^\ufeff/, '');
  const problems: ToolProblem[] = [];
  const tools: ToolEntry[] = [];
  const fail = (line: number, facts: FindingFacts): void => {
    const rule = facts.code === 'tool-description-missing' ? facts.code : 'tools-invalid';
    problems.push({ severity: 'error', line, rule, ...facts });
  };
  for (const { value, line } of yamlEntries(text, 'tools', fail)) {
    try {
      if (tools.length === MAX_TOOLS) {
        fail(line, { code: 'tools-too-many', figures: { most: MAX_TOOLS } });
        break;
      }
      const tool = readEntry(value, line);
      const first = tools.find((other) => other.name === tool.name);
      if (first !== undefined) throw new EntryFault('tool-duplicate', { name: tool.name, line: first.line });
      tools.push(tool);
      problems.push(...unknownFields(value, line));
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error;
      fail(line, error.facts);
    }
  }
  return { tools, problems };
}

function readEntry(value: YamlData, line: number): ToolEntry {
  if (!(value instanceof Map)) throw new EntryFault('tool-not-fields');
  const name = value.get('name');
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) throw new EntryFault('tool-name');
  const description = value.get('description');
  if (typeof description !== 'string' || description.trim() === '')
    throw new EntryFault('tool-description-missing', { name });
  if (description.length > MAX_DESCRIPTION)
    throw new EntryFault('tool-description-long', { name, most: MAX_DESCRIPTION });
  const pass = value.get('pass') ?? 'flags';
  const style = ARGUMENT_STYLES.find((known) => known === pass);
  if (style === undefined) throw new EntryFault('tool-pass', { name, allowed: ARGUMENT_STYLES.join(', ') });
  return {
    name,
    description: description.trim(),
    pass: style,
    line,
    parameters: readParameters(name, value.get('parameters') ?? null),
    script: readScript(name, value.get('script')),
  };
}

function readParameters(name: string, given: YamlData): ToolEntry['parameters'] {
  if (given !== null && !(given instanceof Map)) throw new EntryFault('tool-parameters-no-object', { name });
  const budget = { left: MAX_VALUES };
  const schema = given === null ? {} : (asJson(given, budget) as Record<string, unknown>);
  if (schema.type !== undefined && schema.type !== 'object')
    throw new EntryFault('tool-parameters-no-object', { name });
  const whole = { type: 'object', ...(schema.properties === undefined ? { properties: {} } : {}), ...schema };
  const compiled = compileParameters(whole);
  if ('fault' in compiled) throw new EntryFault('tool-parameters', { name, detail: compiled.fault });
  return whole;
}

function asJson(value: YamlData, budget: { left: number }): unknown {
  budget.left -= 1;
  if (budget.left < 0) throw new EntryFault('tool-values', { most: MAX_VALUES });
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new EntryFault('tool-not-a-number', { value: String(value) });
  if (Array.isArray(value)) return value.map((item: YamlData) => asJson(item, budget));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(
    [...value].map(([key, item]) => {
      if (typeof key === 'object' || key === '__proto__') throw new EntryFault('tool-key-unusable');
      return [String(key), asJson(item, budget)];
    }),
  );
}

function readScript(name: string, given: unknown): string {
  if (typeof given !== 'string' || given.trim() === '') throw new EntryFault('tool-script-none', { name });
  const segments = given
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '.' && segment !== '');
  const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(given.trim().replaceAll('\\', '/'));
  if (isAbsolute || segments.includes('..') || given.includes('\0')) throw new EntryFault('tool-script-path', { name });
  const script = segments.join('/');
  if (!RUNNABLE.test(script)) throw new EntryFault('tool-script-type', { name });
  return script;
}

function unknownFields(value: YamlData, line: number): ToolProblem[] {
  const keys = value instanceof Map ? [...value.keys()].filter((key) => !FIELDS.has(String(key))) : [];
  if (keys.length === 0) return [];
  const figures = { keys: keys.map((key) => `"${String(key)}"`).join(', '), allowed: [...FIELDS].join(', ') };
  return [{ severity: 'warning', line, rule: 'tools-invalid', code: 'tools-unknown-field', figures }];
}

// Checks a skill's `tools.yaml` against the disk: keeps only tools whose script exists inside the folder.

/** Bytes; a longer file is not parsed, as a front matter is not. */
const MAX_TOOLS_BYTES = 64 * 1024;
const MAX_SCRIPT_BYTES = 8 * 1024 * 1024;

/**
 * Undefined where the skill has no such file.
 * @param skill its `dir` absolute and real.
 * @param unsaved texts that stand for files, by absolute path.
 */
export function readSkillTools(
  skill: Pick<SkillSummary, 'id' | 'dir' | 'metadata'>,
  unsaved?: ReadonlyMap<string, string>,
): SkillTools | undefined {
  const { id, dir } = skill;
  const names = toolsFiles(dir);
  const [name] = names;
  if (name === undefined) return undefined;
  const file = path.join(dir, name);
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic['severity'], line: number, rule: string, facts: FindingFacts): void => {
    diagnostics.push({ severity, file, line, rule, ...diagnosed(facts), skill: id });
  };
  if (names.length > 1) {
    const figures = { files: names.slice(1).join(', ') };
    report('warning', 1, 'tools-invalid', { code: 'tools-other-files', figures });
  }
  const typed = unsaved?.get(file);
  const read = typed === undefined ? readText(dir, file) : { text: typed };
  if ('code' in read) {
    report('error', 1, 'tools-invalid', read);
    return { tools: [], diagnostics };
  }
  const { tools, problems } = parseTools(read.text);
  for (const problem of problems) report(problem.severity, problem.line, problem.rule, problem);
  const declared = tools.flatMap((tool): DeclaredTool[] => {
    const script = checkScript(skill, tool);
    if ('code' in script) {
      const figures = { name: tool.name, script: tool.script, ...script.figures };
      report('error', tool.line, 'tool-script-missing', { code: script.code, figures });
      return [];
    }
    const { line: _line, ...entry } = tool;
    return [{ ...entry, scriptSha256: script.sha256 }];
  });
  return { tools: declared, diagnostics };
}

/** Ids of the skills whose `tools.yaml` declares a tool of this name. */
export function skillsDeclaring(skills: readonly SkillSummary[], name: string): readonly string[] {
  return skills
    .filter((skill) => {
      const declared = readSkillTools(skill)?.tools ?? [];
      return declared.some((tool) => tool.name === name || name === `${skill.id}__${tool.name}`);
    })
    .map(({ id }) => id);
}

/** The spelling of the documentation first. */
const toolsFiles = (dir: string): readonly string[] =>
  entriesOf(dir)
    .map(({ name }) => name)
    .filter((name) => TOOLS_FILE.test(name))
    .sort((a, b) => Number(b === 'tools.yaml') - Number(a === 'tools.yaml'));

function readText(dir: string, file: string): { readonly text: string } | FindingFacts {
  const most = MAX_TOOLS_BYTES;
  const opened = withFileInside(dir, file, (fd, size) => readBytes(fd, size, most + 1));
  if (opened.fault !== undefined) return { code: FILE_CODES[opened.fault] };
  if (opened.value.length > most) return { code: 'tools-file-large', figures: { most: most / 1024 } };
  return isUtf8(opened.value) ? { text: opened.value.toString('utf8') } : { code: 'tools-file-not-text' };
}

const FILE_CODES = {
  absent: 'tools-file-gone',
  outside: 'tools-file-outside',
  'not-a-file': 'tools-file-not-regular',
  unreadable: 'tools-file-unreadable',
} as const;
const SCRIPT_CODES = {
  absent: 'tool-script-gone',
  outside: 'tool-script-outside',
  'not-a-file': 'tool-script-not-regular',
  unreadable: 'tool-script-unreadable',
} as const;

function checkScript(
  { dir, metadata }: Pick<SkillSummary, 'dir' | 'metadata'>,
  { script, pass }: ToolEntry,
): { readonly sha256: string } | FindingFacts {
  const file = path.join(dir, script);
  const opened = withFileInside(dir, file, (fd, size) => readBytes(fd, size, MAX_SCRIPT_BYTES + 1));
  if (opened.fault !== undefined) return { code: SCRIPT_CODES[opened.fault] };
  if (opened.value.length > MAX_SCRIPT_BYTES)
    return { code: 'tool-script-large', figures: { most: MAX_SCRIPT_BYTES / 1024 / 1024 } };
  // An argument inside a file is not seen by the policy that asks a person about it.
  if (pass === 'json' && confirmedByArgument(dir, metadata.confirm).includes(realOf(file) ?? ''))
    return { code: 'tool-confirmed' };
  return { sha256: sha256(opened.value) };
}

/** Real paths of the scripts that `metadata.confirm` names together with an argument. */
function confirmedByArgument(dir: string, confirm: string | undefined): readonly string[] {
  return confirmedScripts(confirm).flatMap(({ script, argument }) => {
    const file = argument === undefined ? undefined : realOf(path.join(dir, script));
    return file === undefined ? [] : [file];
  });
}
