/**
 * The front matter that nearly everyone writes, read line by line: a YAML engine costs more than all the rest of
 * discovery. It knows a small part of YAML in which nothing can be read two ways, and gives what the engine gives or
 * nothing (`plain-yaml.test.ts` compares the two).
 */
import type { YamlField, YamlValue } from './yaml.ts';

/** Neither a control character nor one that some reader takes for a space or a line break. */
const LINE_TEXT =
  '[^\\u0000-\\u001f\\u007f-\\u00a0\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufdd0-\\ufdef\\ufeff\\ufff0-\\uffff]';
const END = '(?:\\r?\\n|$)';
const KEY = '([A-Za-z][\\w-]{0,63})';

/** `key: value`, or `key:` before indented lines. */
const FIELD = new RegExp(`${KEY}:(?: +(${LINE_TEXT}+))?${END}`, 'y');
/** `  key: value`. */
const INNER_FIELD = new RegExp(`( {1,8})${KEY}: +(${LINE_TEXT}+)${END}`, 'y');
/** `  - value`. */
const ITEM = new RegExp(`( {1,8})- +(${LINE_TEXT}+)${END}`, 'y');
/** `  words`. */
const TEXT_LINE = new RegExp(`( {1,8})(?! )(${LINE_TEXT}+)${END}`, 'y');

const NULL_WORD = /^(?:null|Null|NULL|~)$/;
/** First characters that mean nothing to YAML. Not a digit's or a letter's only: paths and Chinese begin values too. */
const PLAIN_START = /^[A-Za-z0-9(/$_\u00a1-\uffef]/;
/** Of a list in brackets: words without any mark of YAML. */
const PLAIN_ITEM = /^[A-Za-z0-9_\u00a1-\uffef](?:[^[\]{},:#"'&*!|>%@`?\\]*[^[\]{},:#"'&*!|>%@`?\\ ])?$/;

/** The text of a value on one line, or undefined where it takes the engine to say. */
function scalar(written: string): string | undefined {
  const quote = written[0];
  if (quote === '"' || quote === "'") {
    const end = written.indexOf(quote, 1);
    const isWhole = end > 0 && end === written.length - 1;
    return isWhole && !(quote === '"' && written.includes('\\')) ? written.slice(1, -1) : undefined;
  }
  if (!PLAIN_START.test(written) || written.endsWith(' ') || written.endsWith(':')) return undefined;
  if (written.includes(': ') || written.includes(' #')) return undefined;
  return NULL_WORD.test(written) ? undefined : written;
}

function bracketed(written: string): readonly string[] | undefined {
  if (!written.endsWith(']')) return undefined;
  const items = written
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim());
  return items.every((item) => PLAIN_ITEM.test(item) && !NULL_WORD.test(item)) ? items : undefined;
}

interface Below {
  readonly value: YamlValue;
  readonly raw: string;
  readonly end: number;
  readonly lines: number;
}

/** All lines from `start` that `line` matches at one indent. */
function linesBelow(text: string, start: number, line: RegExp): { readonly found: RegExpExecArray[]; end: number } {
  const found: RegExpExecArray[] = [];
  let end = start;
  line.lastIndex = start;
  for (let next = line.exec(text); next !== null; next = line.exec(text)) {
    if (found.length > 0 && next[1] !== found[0]?.[1]) break;
    found.push(next);
    end = line.lastIndex;
    if (end === text.length) break;
  }
  return { found, end };
}

function innerFields(text: string, start: number): Below | undefined {
  const { found, end } = linesBelow(text, start, INNER_FIELD);
  const value = new Map<string, string>();
  for (const [, , key = '', written = ''] of found) {
    const inner = scalar(written);
    if (inner === undefined || NULL_WORD.test(key) || value.has(key)) return undefined;
    value.set(key, inner);
  }
  return { value, raw: rawOf(found), end, lines: found.length };
}

function items(text: string, start: number): Below | undefined {
  const { found, end } = linesBelow(text, start, ITEM);
  const value: string[] = [];
  for (const [, , written = ''] of found) {
    const item = scalar(written);
    if (item === undefined) return undefined;
    value.push(item);
  }
  return { value, raw: rawOf(found), end, lines: found.length };
}

/** `>` folds, `|` keeps the lines; without `-` the last one ends in a line break. */
function textBelow(text: string, start: number, style: string): Below | undefined {
  const { found, end } = linesBelow(text, start, TEXT_LINE);
  const lines = found.map((line) => line[2] ?? '');
  const [first = ''] = lines;
  if (first === '' || first[0] === '"' || first[0] === "'" || lines.some((line) => line.endsWith(' ')))
    return undefined;
  const value = lines.join(style[0] === '>' ? ' ' : '\n') + (style.endsWith('-') ? '' : '\n');
  return { value, raw: rawOf(found), end, lines: lines.length };
}

const rawOf = (lines: readonly RegExpExecArray[]): string => lines.map(([line]) => line.trim()).join(' ');

function below(text: string, start: number, written: string | undefined): Below | undefined {
  if (written !== undefined) return textBelow(text, start, written);
  ITEM.lastIndex = start;
  return ITEM.test(text) ? items(text, start) : innerFields(text, start);
}

const BLOCK_STYLE = /^[|>]-?$/;

/** Undefined: not all of it is plain. */
export function readPlainFields(text: string): ReadonlyMap<string, YamlField> | undefined {
  const fields = new Map<string, YamlField>();
  let at = 0;
  for (let line = 0; at < text.length; line += 1) {
    FIELD.lastIndex = at;
    const match = FIELD.exec(text);
    if (match === null) return undefined;
    const [, key = '', written] = match;
    if (fields.has(key) || NULL_WORD.test(key)) return undefined;
    at = FIELD.lastIndex;
    if (written === undefined || BLOCK_STYLE.test(written)) {
      const indented = below(text, at, written);
      if (indented === undefined || indented.lines === 0) return undefined;
      fields.set(key, { key, line, raw: indented.raw, value: indented.value });
      at = indented.end;
      line += indented.lines;
    } else {
      const value = written[0] === '[' ? bracketed(written) : scalar(written);
      if (value === undefined) return undefined;
      fields.set(key, { key, line, raw: typeof value === 'string' ? value : written, value });
    }
  }
  return fields.size > 0 && text.isWellFormed() ? fields : undefined;
}
