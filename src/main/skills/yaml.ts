/**
 * Reads front matter's YAML tolerantly: plain scalars keep their text (1.10, 2026-01-02), no tag runs anything, aliases
 * and depth are bounded, and if the whole does not parse, each field is tried alone.
 */
import matter from 'gray-matter';
import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, nullCoreTag, realMapTag, YAMLException } from 'js-yaml';
import { messageOf } from '../../shared/errors.ts';
import type { FindingFacts } from '../../shared/messages/failure.ts';
import type { Figures } from '../../shared/messages/format.ts';

/** A `Map` for mappings: a key like `__proto__` is a key like any other. */
const SCHEMA = FAILSAFE_SCHEMA.withTags(nullCoreTag, realMapTag);
const BOUNDS = { maxDepth: 20, maxAliases: 20, maxTotalMergeKeys: 0 } as const;
const LIMITS = { ...BOUNDS, schema: SCHEMA } as const;
/** Includes numbers and booleans, for data such as a JSON Schema. */
const DATA_LIMITS = { ...BOUNDS, schema: CORE_SCHEMA.withTags(realMapTag) } as const;

export type YamlValue = string | null | readonly YamlValue[] | ReadonlyMap<unknown, YamlValue>;

export interface YamlField {
  readonly key: string;
  readonly value: YamlValue;
  /** Looked up when asked for: only a field with a fault needs it. */
  source(): FieldSource;
  /** True if its YAML has a fault, and `value` is its text. */
  readonly repaired?: true;
}

interface FieldSource {
  /** 0-based, counted from the first line of the YAML. */
  readonly line: number;
  /** The text after the colon and on the lines below, as one line. */
  readonly raw: string;
}

interface YamlProblem {
  readonly line: number;
  /** 0-based, in the line; absent where the whole line is meant. */
  readonly column?: number;
  readonly code: 'yaml-invalid' | 'yaml-repaired' | 'duplicate-field' | 'front-matter-not-fields';
  readonly figures?: Figures;
}

export interface YamlFields {
  /** The last of several with one key. */
  readonly fields: ReadonlyMap<string, YamlField>;
  readonly problems: readonly YamlProblem[];
}

interface Block {
  readonly key: string;
  readonly line: number;
  /** Characters that were cut from the left of every line. */
  readonly indent?: number;
  readonly lines: string[];
}

/** Bounded repeats: a line of 60,000 spaces must not take quadratic time. */
const FIELD = /^(?:"([^"]*)"|'([^']*)'|([^\s#'"[\]{},&*!|>%@`-][^:]{0,100}?))[ \t]{0,100}:(?=\s|$)/;
const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;

/** Each line at the left edge that reads `key:` starts a field; all other lines belong to the one above. */
function splitBlocks(text: string): { readonly blocks: readonly Block[]; readonly stray: number | undefined } {
  const blocks: Block[] = [];
  let stray: number | undefined;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const match = FIELD.exec(line);
    const key = match?.[1] ?? match?.[2] ?? match?.[3];
    if (key !== undefined) blocks.push({ key, line: index, lines: [line] });
    else if (blocks.length > 0) blocks.at(-1)?.lines.push(line);
    else if (stray === undefined && /^\s*[^\s#]/.test(line)) stray = index;
  }
  return { blocks, stray };
}

const sourceOf = (block: Block): FieldSource => ({ line: block.line, raw: rawText(block.lines) });

function rawText([first = '', ...rest]: readonly string[]): string {
  const inline = first.replace(FIELD, '').trim();
  const words = BLOCK_SCALAR.test(inline) ? rest : [inline, ...rest];
  const text = words
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  return text.endsWith(quote) && text.length > 1 ? text.slice(1, -1) : text.slice(1);
}

type YamlResult =
  | { readonly value: YamlValue }
  | { readonly reason: string; readonly line: number; readonly column: number };

function parse(text: string): YamlResult {
  try {
    return { value: load(text, LIMITS) as YamlValue };
  } catch (error) {
    return faultOf(error);
  }
}

const refuse = (): never => {
  throw new Error('only YAML is read');
};
/** gray-matter caches every input of a call without options, and evaluates `---js` unless its engines are replaced. */
const MATTER_OPTIONS = {
  engines: { yaml: (text: string) => ({ value: load(text, LIMITS) }), json: refuse, javascript: refuse, js: refuse },
  // Includes its line break: a line of four hyphens closes nothing.
  delimiters: ['---', '---\n'] as [string, string],
};
/** gray-matter takes quadratic time over blank lines: 3 s for 64 KiB of them. */
const LONG_BLANK = /\s{1000}/;

/** @param header from its opening fence to the end of its YAML. */
export function parseHeader(header: string): YamlResult {
  const blank = LONG_BLANK.exec(header);
  if (blank !== null) {
    const line = header.slice(0, blank.index).split(/\r\n|\n|\r/).length - 1;
    return { reason: 'over 1,000 blank characters in a row', line, column: 0 };
  }
  try {
    return { value: matter(header, MATTER_OPTIONS).data.value ?? null };
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): { readonly reason: string; readonly line: number; readonly column: number } {
  if (error instanceof YAMLException)
    return { reason: error.reason, line: error.mark?.line ?? 0, column: error.mark?.column ?? 0 };
  return { reason: messageOf(error), line: 0, column: 0 };
}

/** The fields one by one. A value that does not parse is taken as the plain text that its author meant. */
function readBlocks(blocks: readonly Block[], problems: YamlProblem[]): Map<string, YamlField> {
  const fields = new Map<string, YamlField>();
  for (const block of blocks) {
    const { key, line } = block;
    const source = (): FieldSource => sourceOf(block);
    const parsed = parse(block.lines.join('\n'));
    if (fields.has(key)) problems.push({ line, code: 'duplicate-field', figures: { key } });
    const whole =
      'value' in parsed && parsed.value instanceof Map && parsed.value.size === 1 ? parsed.value : undefined;
    if (whole === undefined) {
      const before = problems.length;
      const nested = nestedFields(block, problems);
      // The fault of an inner field has been named where it is.
      if (problems.length === before) {
        const reason = 'reason' in parsed ? parsed.reason : 'not one field';
        const at = line + ('line' in parsed ? parsed.line : 0);
        const column = (block.indent ?? 0) + ('column' in parsed ? parsed.column : 0);
        problems.push({ line: at, column, code: 'yaml-repaired', figures: { key, detail: reason } });
      }
      fields.set(key, { key, value: nested ?? source().raw, source, repaired: true });
    } else {
      fields.set(key, { key, value: whole.get(key) ?? null, source });
    }
  }
  return fields;
}

/** A block that only holds indented fields (`metadata:`) is repaired field by field: none is lost for another's fault. */
function nestedFields(block: Block, problems: YamlProblem[]): ReadonlyMap<string, YamlValue> | undefined {
  const [first = '', ...rest] = block.lines;
  if (first.replace(FIELD, '').trim() !== '') return undefined;
  const indent = /^[ \t]+/.exec(rest.find((line) => line.trim() !== '') ?? '')?.[0];
  if (indent === undefined) return undefined;
  const inner = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
  const { blocks, stray } = splitBlocks(inner.join('\n'));
  if (blocks.length === 0 || stray !== undefined) return undefined;
  const shifted = blocks.map((one) => ({ ...one, line: one.line + block.line + 1, indent: indent.length }));
  return new Map([...readBlocks(shifted, problems)].map(([key, field]) => [key, field.value]));
}

const NO_PROBLEMS: readonly YamlProblem[] = [];

export function readYamlFields(text: string): YamlFields {
  const parsed = parseHeader(`---\n${text}`);
  if ('value' in parsed && parsed.value instanceof Map) {
    let byKey: ReadonlyMap<string, Block> | undefined;
    const blockOf = (key: string): Block => {
      byKey ??= new Map(splitBlocks(text).blocks.map((block) => [block.key, block]));
      return byKey.get(key) ?? { key, line: 0, lines: [] };
    };
    const fields = new Map<string, YamlField>();
    for (const [key, value] of parsed.value as ReadonlyMap<unknown, YamlValue>) {
      if (typeof key !== 'string') continue;
      fields.set(key, { key, value, source: () => sourceOf(blockOf(key)) });
    }
    return { fields, problems: NO_PROBLEMS };
  }
  const problems: YamlProblem[] = [];
  const { blocks, stray } = splitBlocks(text);
  const fields = readBlocks(blocks, problems);
  if (stray !== undefined) {
    problems.push({ line: stray, code: 'front-matter-not-fields' });
  } else if (problems.length === 0 && blocks.length > 0 && 'reason' in parsed) {
    const { line, column } = parsed;
    problems.push({ line, column, code: 'yaml-invalid', figures: { detail: parsed.reason } });
  }
  return { fields, problems };
}

export type YamlData = string | number | boolean | null | readonly YamlData[] | ReadonlyMap<unknown, YamlData>;

/** One document as data, within the same bounds; `line` of a fault is 0-based. */
export function readYamlData(
  text: string,
): { readonly value: YamlData } | { readonly reason: string; readonly line: number; readonly column: number } {
  try {
    return { value: load(text, DATA_LIMITS) as YamlData };
  } catch (error) {
    return faultOf(error);
  }
}

/** A YAML list whose entries are read one by one if the whole fails to parse: one fault hides no other entry. */
export interface YamlEntry {
  readonly value: YamlData;
  /** 1-based; 1 where the list is not written with a dash a line. */
  readonly line: number;
}

/**
 * The list's entries; if the whole is not YAML, those that parse alone.
 * @param key under which the list may be.
 */
export function yamlEntries(
  text: string,
  key: string,
  fail: (line: number, facts: FindingFacts) => void,
): readonly YamlEntry[] {
  const whole = readYamlData(text);
  const blocks = entryBlocks(text);
  if ('value' in whole) {
    const list = whole.value instanceof Map ? (whole.value.get(key) ?? null) : whole.value;
    if (!Array.isArray(list)) {
      fail(1, { code: 'tools-not-listed', figures: { key } });
      return [];
    }
    const atBlocks = blocks.length === list.length;
    return list.map((value: YamlData, index) => ({ value, line: (atBlocks ? blocks[index]?.line : undefined) ?? 1 }));
  }
  if (blocks.length === 0) {
    fail(whole.line + 1, { code: 'yaml-invalid', figures: { detail: whole.reason } });
    return [];
  }
  return blocks.flatMap((block) => {
    const alone = readYamlData(block.text);
    if ('value' in alone && Array.isArray(alone.value) && alone.value.length === 1)
      return [{ value: alone.value[0] ?? null, line: block.line }];
    const at = 'reason' in alone ? alone : { reason: 'not one entry', line: 0 };
    fail(block.line + at.line, { code: 'yaml-left-out', figures: { detail: at.reason } });
    return [];
  });
}

/** The list's entries by their dashes: each at the indent of the first one, with the lines below it. */
function entryBlocks(text: string): readonly { readonly line: number; readonly text: string }[] {
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => /^ *-(?:\s|$)/.test(line));
  const indent = /^ */.exec(lines[first] ?? '')?.[0].length ?? 0;
  const blocks: { line: number; lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (first === -1 || index < first) continue;
    const begins = /^-(?:\s|$)/.test(line.slice(indent)) && /^ *$/.test(line.slice(0, indent));
    if (begins) blocks.push({ line: index + 1, lines: [line.slice(indent)] });
    // A key at the list's own edge or before it ends the list.
    else if (/^\S/.test(line.slice(0, indent + 1).trimEnd()) && !line.trimStart().startsWith('#')) break;
    else blocks.at(-1)?.lines.push(line.slice(Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)));
  }
  return blocks.map((block) => ({ line: block.line, text: block.lines.join('\n') }));
}
