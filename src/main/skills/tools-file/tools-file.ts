/**
 * `tools.yaml` beside a SKILL.md: the function tools that a skill brings (docs/skills-tools.md). A list, or a list under
 * `tools:`. An entry that cannot be used costs itself and a problem with its line, and hides none of the others.
 */
import { ARGUMENT_STYLES, type ArgumentStyle, type Diagnostic } from '../../../shared/events.ts';
import type { YamlData } from '../front-matter/yaml.ts';
import { yamlEntries } from '../front-matter/yaml-entries.ts';
import { compileParameters } from './tool-parameters.ts';

export const TOOLS_FILE = /^tools\.ya?ml$/i;
/** File types a runner can start. */
const RUNNABLE = /\.(?:py|js|mjs|cjs|sh)$/i;
/** Function name syntax that every provider accepts. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_TOOLS = 32;
/** Characters. */
const MAX_DESCRIPTION = 4_096;
/** Values in one entry: aliases may repeat a value written only once. */
const MAX_VALUES = 2_000;
const FIELDS = new Set(['name', 'description', 'parameters', 'script', 'pass']);

export interface ToolEntry {
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

export interface ToolProblem extends Pick<Diagnostic, 'severity' | 'message' | 'remedy'> {
  /** 1-based. */
  readonly line: number;
  readonly rule: 'tools-invalid' | 'tool-description-missing';
}

export interface ToolEntries {
  readonly tools: readonly ToolEntry[];
  readonly problems: readonly ToolProblem[];
}

/** Why an entry is of no use. */
class EntryFault extends Error {
  readonly rule: ToolProblem['rule'];
  constructor(message: string, rule: ToolProblem['rule'] = 'tools-invalid') {
    super(message);
    this.rule = rule;
  }
}

export function parseTools(source: string): ToolEntries {
  const text = source.replace(/^\ufeff/, '');
  const problems: ToolProblem[] = [];
  const tools: ToolEntry[] = [];
  const fail = (line: number, message: string, rule: ToolProblem['rule'] = 'tools-invalid'): void => {
    problems.push({ severity: 'error', line, rule, message });
  };
  for (const { value, line } of yamlEntries(text, 'tools', fail)) {
    try {
      if (tools.length === MAX_TOOLS) {
        fail(line, `More than ${MAX_TOOLS} tools; this one and those after it are left out`);
        break;
      }
      const tool = readEntry(value, line);
      const first = tools.find((other) => other.name === tool.name);
      if (first !== undefined) throw new EntryFault(`the tool "${tool.name}" stands in line ${first.line} already`);
      tools.push(tool);
      problems.push(...unknownFields(value, line));
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error;
      fail(line, `Left out: ${error.message}`, error.rule);
    }
  }
  return { tools, problems };
}

function readEntry(value: YamlData, line: number): ToolEntry {
  if (!(value instanceof Map)) throw new EntryFault('an entry is not "name: …" and further fields');
  const name = value.get('name');
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new EntryFault('"name" must be 1 to 64 letters, digits, "_" or "-", in quotes where it is a number');
  }
  const description = value.get('description');
  if (typeof description !== 'string' || description.trim() === '') {
    throw new EntryFault(
      `the tool "${name}" has no "description" in words, and without one a model cannot tell when to call it`,
      'tool-description-missing',
    );
  }
  if (description.length > MAX_DESCRIPTION) {
    throw new EntryFault(`the description of "${name}" has more than ${MAX_DESCRIPTION} characters`);
  }
  const pass = value.get('pass') ?? 'flags';
  const style = ARGUMENT_STYLES.find((known) => known === pass);
  if (style === undefined) throw new EntryFault(`"pass" of "${name}" must be ${ARGUMENT_STYLES.join(' or ')}`);
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
  if (given !== null && !(given instanceof Map)) throw new EntryFault(`"parameters" of "${name}" is no JSON Schema`);
  const budget = { left: MAX_VALUES };
  const schema = given === null ? {} : (asJson(given, budget) as Record<string, unknown>);
  if (schema.type !== undefined && schema.type !== 'object') {
    throw new EntryFault(`"parameters" of "${name}" must be the JSON Schema of an object: "type: object"`);
  }
  const whole = { type: 'object', ...(schema.properties === undefined ? { properties: {} } : {}), ...schema };
  const compiled = compileParameters(whole);
  if ('fault' in compiled) throw new EntryFault(`"parameters" of "${name}": ${compiled.fault}`);
  return whole;
}

function asJson(value: YamlData, budget: { left: number }): unknown {
  budget.left -= 1;
  if (budget.left < 0) throw new EntryFault(`an entry holds more than ${MAX_VALUES} values`);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new EntryFault(`${value} is no number in JSON`);
  if (Array.isArray(value)) return value.map((item: YamlData) => asJson(item, budget));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(
    [...value].map(([key, item]) => {
      if (typeof key === 'object' || key === '__proto__') throw new EntryFault('a key of "parameters" is not usable');
      return [String(key), asJson(item, budget)];
    }),
  );
}

function readScript(name: string, given: unknown): string {
  if (typeof given !== 'string' || given.trim() === '') throw new EntryFault(`the tool "${name}" names no "script"`);
  const segments = given
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '.' && segment !== '');
  const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(given.trim().replaceAll('\\', '/'));
  if (isAbsolute || segments.includes('..') || given.includes('\0')) {
    throw new EntryFault(`the script of "${name}" must be a path inside the skill's folder, such as scripts/run.py`);
  }
  const script = segments.join('/');
  if (!RUNNABLE.test(script))
    throw new EntryFault(`the script of "${name}" must be a .py, .js, .mjs, .cjs or .sh file`);
  return script;
}

function unknownFields(value: YamlData, line: number): ToolProblem[] {
  const keys = value instanceof Map ? [...value.keys()].filter((key) => !FIELDS.has(String(key))) : [];
  if (keys.length === 0) return [];
  const message = `Passed over: ${keys.map((key) => `"${String(key)}"`).join(', ')}; an entry has ${[...FIELDS].join(', ')}`;
  return [{ severity: 'warning', line, rule: 'tools-invalid', message }];
}
