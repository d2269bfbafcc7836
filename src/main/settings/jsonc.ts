/** JSONC files of a person's: read tolerantly, edited without losing their comments. */

import { statSync } from 'node:fs';
import path from 'node:path';
import {
  applyEdits,
  createScanner,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { z } from 'zod';
import { type CommandLists, UNREADABLE_LISTS } from '../../shared/approvals.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import {
  detailed,
  diagnosed,
  type FindingCode,
  type FindingFacts,
  ofFinding,
  valueFault,
} from '../../shared/messages/failure.ts';
import { configShape } from '../../shared/settings/schema.ts';
import { makeFolder, readSmallFile, replaceFile } from '../lib/files.ts';

/** One field of an object with its position. */
export interface JsoncEntry {
  readonly key: string;
  readonly value: unknown;
  /** The fields of the value, where that is an object. */
  entries(): readonly JsoncEntry[];
  /** @param rule of the diagnostic, which is a warning. */
  warn(rule: string, ...said: Parameters<typeof finding>): Diagnostic;
}

export interface JsoncFile {
  readonly entries: readonly JsoncEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };
/** Edits an empty file is given to begin with. */
const NOTHING = '{}\n';

/** Brackets in one another: settings have four or five. */
const MAX_DEPTH = 100;
/** Cache by path: settings are read often and changed by hand. */
const known = new Map<string, { readonly stamp: string; readonly read: JsoncFile }>();

/** Returns the readable part; empty if the file is missing. Errors have line and column. */
export function readJsonc(file: string): JsoncFile {
  const stamp = stampOf(file);
  const before = known.get(file);
  if (stamp !== undefined && before?.stamp === stamp) return before.read;
  const read = readAnew(file);
  if (stamp !== undefined) known.set(file, { stamp, read });
  return read;
}

function stampOf(file: string): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return [mtimeMs, ctimeMs, size, ino].join(' ');
  } catch {
    return undefined;
  }
}

function readAnew(file: string): JsoncFile {
  let text: string;
  try {
    const found = readSmallFile(file);
    if (found === undefined) return { entries: [], diagnostics: [] };
    text = found.replace(/^\uFEFF/, '');
  } catch (error) {
    return { entries: [], diagnostics: [fault(file, 1, 1, finding('settings-unreadable', { why: messageOf(error) }))] };
  }
  const deep = tooDeep(text);
  if (deep !== undefined) {
    const { line, column } = position(text, deep);
    return { entries: [], diagnostics: [fault(file, line, column, finding('settings-too-deep', { most: MAX_DEPTH }))] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const at = (offset: number) => position(text, offset);
  // One fault is often two complaints at one place.
  const places = errors.filter(({ offset }, index) => errors.findIndex((other) => other.offset === offset) === index);
  const broken = places.map((error) => {
    const { line, column } = at(error.offset);
    return fault(file, line, column, syntaxFault(error));
  });
  if (root?.type !== 'object') {
    // A file with comments only is empty, which is no error.
    const isEmpty = root === undefined && errors.every(({ error }) => printParseErrorCode(error) === 'ValueExpected');
    if (isEmpty) return { entries: [], diagnostics: [] };
    const notAnObject = fault(file, 1, 1, finding('settings-no-object'));
    return { entries: [], diagnostics: broken.length > 0 ? broken : [notAnObject] };
  }
  const diagnostics = [...broken];
  const entriesOf = (node: Node): JsoncEntry[] => {
    const fields = new Map<string, JsoncEntry>();
    for (const { children: [name, value] = [] } of node.children ?? []) {
      if (name === undefined || value === undefined) continue;
      const key = String(name.value);
      const warn: JsoncEntry['warn'] = (rule, ...said) => ({
        severity: 'warning',
        file,
        ...at(name.offset),
        rule,
        ...diagnosed(finding(...said)),
      });
      if (fields.has(key)) {
        diagnostics.push(warn('duplicate', 'settings-twice', { field: key }));
        fields.delete(key);
      }
      const inner = value.type === 'object' ? entriesOf(value) : [];
      fields.set(key, { key, value: getNodeValue(value), entries: () => inner, warn });
    }
    return [...fields.values()];
  };
  // For editors: it names the schema of the file.
  return { entries: entriesOf(root).filter(({ key }) => key !== '$schema'), diagnostics };
}

/**
 * Changes fields of the outermost object; `undefined` removes one. Atomic; comments stay.
 * @throws SkilldeckError `config-invalid` where the file is not JSONC: nothing is written over it.
 */
export function changeJsonc(file: string, fields: Readonly<Record<string, unknown>>, header = NOTHING): void {
  const broken = readJsonc(file).diagnostics.find(({ rule }) => rule === 'jsonc');
  if (broken !== undefined) {
    const place = `${file}:${broken.line ?? 1}:${broken.column ?? 1}`;
    throw detailed('config-invalid', 'settings-not-saved', { ...ofFinding(broken), place });
  }
  const before = readSmallFile(file) ?? header;
  const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const after = Object.entries(fields).reduce(
    (source, [key, value]) => applyEdits(source, modify(source, [key], value, FORMAT)),
    before.slice(bom.length),
  );
  makeFolder(path.dirname(file));
  replaceFile(file, `${bom}${after}`, 0o600);
}

/** Returns the valid fields and a diagnostic for each invalid one. @param of the agent or model that has them. */
export function readFields<S extends Readonly<Record<string, z.ZodType>>>(
  entries: readonly JsoncEntry[],
  shape: S,
  rule: string,
  of = '',
): { readonly fields: { readonly [K in keyof S]?: z.infer<S[K]> }; readonly diagnostics: readonly Diagnostic[] } {
  const fields: Record<string, unknown> = {};
  const diagnostics: Diagnostic[] = [];
  for (const { key, value, warn } of entries) {
    const field = of === '' ? key : `${of}.${key}`;
    const parsed = Object.hasOwn(shape, key) ? shape[key]?.safeParse(value) : undefined;
    if (parsed?.success === true) fields[key] = parsed.data;
    else if (parsed === undefined) {
      diagnostics.push(warn(rule, 'settings-unknown', { field }));
    } else {
      const { place, figures } = valueFault(parsed.error);
      const code = place === '' ? 'settings-wrong' : 'settings-wrong-inside';
      diagnostics.push(warn(rule, code, { field, place, ...figures }));
    }
  }
  return { fields: fields as { readonly [K in keyof S]?: z.infer<S[K]> }, diagnostics };
}

/** Finds brackets nested deeper than the parser's recursion can handle; it has no limit itself. */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const first = text[scanner.getTokenOffset()] ?? '';
    if ('{['.includes(first)) depth += 1;
    else if ('}]'.includes(first)) depth -= 1;
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

const fault = (file: string, line: number, column: number, said: FindingFacts): Diagnostic => ({
  severity: 'error',
  file,
  line,
  column,
  rule: 'jsonc',
  ...diagnosed(said),
});

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** `PropertyNameExpected` as a person would say it. */
const SYNTAX: Readonly<Record<string, FindingCode>> = {
  CommaExpected: 'json-comma',
  ColonExpected: 'json-colon',
  PropertyNameExpected: 'json-name',
  ValueExpected: 'json-value',
  CloseBraceExpected: 'json-brace',
  CloseBracketExpected: 'json-bracket',
  EndOfFileExpected: 'json-end',
};

function syntaxFault({ error }: ParseError): FindingFacts {
  const why = printParseErrorCode(error);
  const code = SYNTAX[why];
  return code === undefined ? finding('json-invalid', { why }) : finding(code);
}

const finding = (code: FindingCode, figures?: FindingFacts['figures']): FindingFacts => ({ code, figures });

// `HOME/config.jsonc`, and an environment's own over it.

type Fields = { readonly [K in keyof typeof configShape]?: z.infer<(typeof configShape)[K]> };
export type Config = Omit<Fields, 'commands'> & { readonly commands?: CommandLists };

export type ConfigFile = ReturnType<typeof configFile>;

const HEADER = '// Skilldeck settings. Comments are kept when the app changes something here.\n{}\n';

/** A field that does not fit is passed over with a diagnostic; the rest holds. @param folder the data folder, or an environment's. */
export function configFile(folder: string) {
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
    /** Changes the given fields; `undefined` removes one. Atomic. @throws SkilldeckError `config-invalid` where the file is not JSONC. */
    change: (fields: { readonly [K in keyof Config]: Config[K] | undefined }) => changeJsonc(file, fields, HEADER),
  };
}
