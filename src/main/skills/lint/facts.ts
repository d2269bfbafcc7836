/** Other people's text inside a message: every hidden character is shown, and it is short. */

import type { Dirent } from 'node:fs';
import path from 'node:path';
import { type FindingCode, type FindingFacts, findingText } from '../../../shared/messages/failure.ts';
import { escaped, invisibleExcept } from '../../../shared/text/invisible.ts';
import { entriesOf, realOf } from '../../lib/files.ts';
import { isInside } from '../discovery/contained-file.ts';
import { isHidden, MAX_FILES } from '../discovery/read-found.ts';
import { type Needs, readNeeds } from '../needs.ts';
import { parseTools, TOOLS_FILE, type ToolEntries, type ToolProblem } from '../tools-file.ts';
import type { Change, LintFinding, LintSkill, OddEntry, RuleFinding, SkillFile, SourcePosition } from './types.ts';

/** Turns offsets in a text into positions that an editor can open. */
const LINE_BREAK = /\r\n|\n|\r/g;

/** Offsets at which the lines of a text begin; made once for a text that is asked for often. */
let last: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };

function lineStarts(text: string): readonly number[] {
  if (last.text === text) return last.starts;
  const starts = [0];
  for (const match of text.matchAll(LINE_BREAK)) starts.push(match.index + match[0].length);
  last = { text, starts };
  return starts;
}

export function placeAt(file: string, text: string, offset: number): SourcePosition {
  const starts = lineStarts(text);
  const at = starts.findLastIndex((start) => start <= offset);
  return { file, line: at + 1, column: offset - (starts[at] ?? 0) + 1 };
}

export const inBody = (skill: LintSkill, offset: number): SourcePosition =>
  placeAt(skill.file, skill.text, skill.bodyStart + offset);

export const inFile = (file: SkillFile, offset = 0): SourcePosition =>
  file.content.kind === 'text'
    ? placeAt(file.absolute, file.content.text, offset)
    : { file: file.absolute, line: 1, column: 1 };

export const atTop = (skill: LintSkill): SourcePosition => ({ file: skill.file, line: 1, column: 1 });

/** The line of a field, or of the first line of YAML where it is missing. */
export function atField(skill: LintSkill, ...keys: readonly string[]): SourcePosition {
  const { front } = skill;
  if (front === undefined) return atTop(skill);
  const field = keys.map((key) => front.fields.get(key)).find((found) => found !== undefined);
  return { file: skill.file, line: front.firstLine + (field?.source().line ?? 0), column: 1 };
}

// Reading and changing single fields of a front matter.

/** The field's text; undefined where it is missing or something else. */
export function textField(skill: LintSkill, key: string): string | undefined {
  const value = skill.front?.fields.get(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Counts characters, as the specification does, not code units. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Replaces the plain value of a field on a single line; undefined if the field is not on a single line. */
export const replaceField = (skill: LintSkill, key: string, value: string): Change | undefined =>
  changeLines(skill, [key], (line, next) =>
    new RegExp(`^${key}[ \\t]*:[ \\t]*[^\\s|>&*!]`).test(line) && !/^[ \t]/.test(next) ? `${key}: ${value}` : undefined,
  )[0];

/**
 * Changes the lines on which fields begin, and no other byte.
 * @param edit the line as it is to be; undefined leaves it.
 */
export function changeLines(
  skill: LintSkill,
  keys: Iterable<string>,
  edit: (line: string, next: string, key: string) => string | undefined,
): readonly Change[] {
  const { front, file, text } = skill;
  if (front === undefined) return [];
  const parts = text.split(/(\r\n|\n|\r)/);
  for (const key of keys) {
    const field = front.fields.get(key);
    if (field === undefined) continue;
    const index = 2 * (front.firstLine + field.source().line - 1);
    parts[index] = edit(parts[index] ?? '', parts[index + 2] ?? '', key) ?? parts[index] ?? '';
  }
  const after = parts.join('');
  return after === text ? [] : [{ kind: 'write', file, before: text, after }];
}

/** Puts the values of fields on one plain line into quotes: they are read as the text that they are now taken for. */
export function quoteFields(skill: LintSkill, keys: Iterable<string>): readonly Change[] {
  return changeLines(skill, keys, (line, next, key) => {
    const value = skill.front?.fields.get(key)?.source().raw ?? '';
    const start = line.trimEnd();
    const isPlain = /^[^\s"'|>&*!#]/.test(value) && start.endsWith(value) && !/^[ \t]+\S/.test(next);
    return isPlain ? `${start.slice(0, -value.length)}${JSON.stringify(value)}` : undefined;
  });
}

const HIDDEN = invisibleExcept('');
/** Characters. */
const QUOTE_LIMIT = 80;

/** A finding is one line: line breaks are shown too. */
export const shown = (text: string): string => text.replace(HIDDEN, escaped);

export function short(text: string): string {
  const characters = Array.from(text.slice(0, QUOTE_LIMIT * 2 + 2));
  const cut = characters.length > QUOTE_LIMIT || text.length > QUOTE_LIMIT * 2 + 2;
  return cut ? `${characters.slice(0, QUOTE_LIMIT).join('')}…` : text;
}

/** Characters of a message, and of a figure. */
const MAX_MESSAGE = 600;

/** A finding in figures and in English: other people's text among the figures is made visible and kept short. */
export function saidOf({ code, figures }: FindingFacts): Pick<LintFinding, 'message' | 'code' | 'figures'> {
  const visible =
    figures === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(figures).map(([name, value]) => [
            name,
            typeof value === 'string' ? shown(value).slice(0, MAX_MESSAGE) : value,
          ]),
        );
  const message = findingText('en', { code, figures: visible, message: code }).slice(0, MAX_MESSAGE);
  return { message, code, ...(visible === undefined ? {} : { figures: visible }) };
}

/** Findings of this kind that loading the skill has too. */
export const loadFaults = ({ loaded, file }: LintSkill, ...codes: readonly FindingCode[]): readonly RuleFinding[] =>
  (loaded?.findings ?? []).flatMap(({ rule, line = 1, figures }) => {
    const code = codes.find((known) => known === rule);
    return code === undefined ? [] : [{ file, line, column: 1, code, figures }];
  });

// Needs that a skill declares, as the rules see them.

const HOME = '/home/person';

export function needsIn({ loaded }: LintSkill): Needs | undefined {
  if (loaded === undefined || loaded.kind === 'broken') return undefined;
  return readNeeds(loaded.fields.metadata, loaded.fields.compatibility ?? '', HOME);
}

export function refusedNeeds(
  skill: LintSkill,
  why: Needs['refused'][number]['why'],
  code: FindingCode,
): readonly RuleFinding[] {
  return (needsIn(skill)?.refused ?? [])
    .filter((one) => one.why === why)
    .map(({ entry }) => ({ ...atField(skill, 'metadata'), code, figures: { entry: short(entry) } }));
}

/** A skill's `tools.yaml` as the rules see it. Undefined where there is none, or none that can be read as text. */
export function toolsOf({ files }: LintSkill): (ToolEntries & { readonly file: SkillFile }) | undefined {
  const file = toolsFileOf(files);
  return file?.content.kind === 'text' ? { file, ...parseTools(file.content.text) } : undefined;
}

export function toolsFileOf(files: LintSkill['files']): SkillFile | undefined {
  const found = files.filter(({ path }) => TOOLS_FILE.test(path));
  return found.find(({ path }) => path === 'tools.yaml') ?? found[0];
}

export const problemsOf = (skill: LintSkill, rule: ToolProblem['rule']): readonly RuleFinding[] => {
  const tools = toolsOf(skill);
  return (tools?.problems ?? [])
    .filter((problem) => problem.rule === rule)
    .map(({ severity, line, code, figures }) => ({
      file: tools?.file.absolute ?? skill.file,
      line,
      column: 1,
      code,
      figures,
      ...(severity === 'error' ? {} : { severity }),
    }));
};

const MAX_DEPTH = 8;
const MAX_ENTRIES = 20_000;

/**
 * Finds what else a skill's folder has besides files and folders: links out or to nothing, pipes, sockets, devices. Links
 * are not followed, so a loop of them ends here.
 */
export function findOddEntries(dir: string): readonly OddEntry[] {
  const odd: OddEntry[] = [];
  let seen = 0;
  let files = 0;
  const visit = (relative: string, depth: number): void => {
    for (const entry of entriesOf(path.join(dir, relative))) {
      if (isHidden(entry.name)) continue;
      seen += 1;
      if (seen > MAX_ENTRIES) return;
      if (entry.isFile()) files += 1;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const kind = kindOf(dir, below, entry);
      if (kind !== undefined) odd.push({ path: below, absolute: path.join(dir, below), kind });
      else if (entry.isDirectory() && depth < MAX_DEPTH) visit(below, depth + 1);
    }
  };
  visit('', 0);
  if (seen > MAX_ENTRIES || files > MAX_FILES) odd.push({ path: '', absolute: dir, kind: 'too-many' });
  return odd;
}

function kindOf(dir: string, relative: string, entry: Dirent): OddEntry['kind'] | undefined {
  if (entry.isFile() || entry.isDirectory()) return undefined;
  if (!entry.isSymbolicLink()) return 'special';
  const real = realOf(path.join(dir, relative));
  if (real === undefined) return 'link-broken';
  return isInside(dir, real) ? undefined : 'link-outside';
}

/** Characters that a model reads and a person does not see. */
export interface HiddenRun {
  /** UTF-16. */
  readonly offset: number;
  readonly text: string;
  readonly kind: 'tags' | 'bidirectional' | 'variation' | 'invisible' | 'control';
}

const KINDS: readonly (readonly [HiddenRun['kind'], RegExp])[] = [
  ['tags', /^[\u{E0000}-\u{E007F}]/u],
  ['bidirectional', /^[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u],
  ['variation', /^(?:[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])/u],
  ['control', /^\p{Cc}/u],
];

/** A first look that costs little: most texts have none of these. */
const HIDDEN_HIDDEN = new RegExp(`[\\uFE00-\\uFE0F]|${invisibleExcept('\\t\\n\\r\\f').source}`, 'v');
const RUN = new RegExp(`(?:${HIDDEN_HIDDEN.source})+`, 'gv');
/** The tag letters of a region's flag and the cancel tag that ends them; a black flag precedes them. */
const FLAG_TAGS = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}$/u;
const isFlag = (text: string, index: number, run: string): boolean =>
  FLAG_TAGS.test(run) && text.slice(index - 2, index) === '\u{1F3F4}';
const PICTURE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}#*0-9©®™]|\uFE0F)$/u;
/** Scripts in which joiners and non-joiners change what is written. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Mongolian}\p{S}\p{P}]$/u;
/** Characters to each side in which right-to-left text explains a direction mark. */
const NEARBY = 40;

/** True if these characters are a legitimate part of the text. */
function isMeant(run: string, before: string, after: string): boolean {
  if (run === '\u200D')
    return (PICTURE.test(before) && /^\p{Extended_Pictographic}/u.test(after)) || JOINING.test(before);
  if (run === '\uFE0F\u200D') return PICTURE.test(before);
  if (run === '\uFE0F' || run === '\uFE0E') return /[\p{Extended_Pictographic}\p{S}\p{N}#*\p{P}]$/u.test(before);
  if (run === '\u200C') return JOINING.test(before);
  // In front of a fence they show it in a block of its kind.
  if (/^[\u200B\u200E]$/.test(run) && /^(?:```|~~~)/.test(after)) return true;
  if (/^[\u200E\u200F\u061C]$/.test(run)) return RIGHT_TO_LEFT.test(before.slice(-NEARBY) + after.slice(0, NEARBY));
  // One selector after an ideograph chooses its form.
  return /^(?:[\uFE00-\uFE0D]|[\u{E0100}-\u{E01EF}])$/u.test(run) && IDEOGRAPH.test(before);
}

/** Runs after which a text is given up. */
const MAX_RUNS = 200;

/** Runs of hidden characters, in order. A byte order mark at the start is another rule's. */
export function findHidden(text: string): readonly HiddenRun[] {
  if (!HIDDEN_HIDDEN.test(text)) return [];
  const runs: HiddenRun[] = [];
  for (const match of text.matchAll(RUN)) {
    const { index } = match;
    const [run] = match;
    if ((index === 0 && run === '\ufeff') || isFlag(text, index, run)) continue;
    const end = index + run.length;
    if (isMeant(run, text.slice(Math.max(0, index - NEARBY), index), text.slice(end, end + NEARBY))) continue;
    const kind = KINDS.find(([, pattern]) => pattern.test(run))?.[0] ?? 'invisible';
    runs.push({ offset: index, text: run, kind });
    if (runs.length === MAX_RUNS) break;
  }
  return runs;
}

/** Text spelled by tag characters and variation selectors; '' if there is none. */
export function decodeHidden(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) bytes.push(code - 0xe0000);
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
  }
  return bytes.length < 2 ? '' : Buffer.from(bytes).toString('utf8');
}
