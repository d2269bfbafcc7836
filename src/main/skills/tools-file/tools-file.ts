/**
 * `tools.yaml` beside a SKILL.md: the function tools that a skill brings (docs/skills-tools.md). A list, or a list under
 * `tools:`. An entry that cannot be used costs itself and a problem with its line, and hides none of the others.
 */
import { ARGUMENT_STYLES, type ArgumentStyle, type Diagnostic } from '../../../shared/events.ts';
import type { FindingCode, FindingFacts } from '../../../shared/messages/finding.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { YamlData } from '../front-matter/yaml.ts';
import { yamlEntries } from '../front-matter/yaml-entries.ts';
import { compileParameters } from './tool-parameters.ts';

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
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new EntryFault('tool-name');
  }
  const description = value.get('description');
  if (typeof description !== 'string' || description.trim() === '') {
    throw new EntryFault('tool-description-missing', { name });
  }
  if (description.length > MAX_DESCRIPTION) {
    throw new EntryFault('tool-description-long', { name, most: MAX_DESCRIPTION });
  }
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
  if (schema.type !== undefined && schema.type !== 'object') {
    throw new EntryFault('tool-parameters-no-object', { name });
  }
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
  if (isAbsolute || segments.includes('..') || given.includes('\0')) {
    throw new EntryFault('tool-script-path', { name });
  }
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
