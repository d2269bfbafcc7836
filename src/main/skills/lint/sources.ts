/** The texts of a skill in which rules look for something, each with the way back to its places. */
import type { FindingFacts } from '../../../shared/messages/failure.ts';
import { inFile, placeAt } from './facts.ts';
import type { Change, Findings, LintSkill, RuleFinding, SkillFile, SourcePosition } from './types.ts';

export interface Source {
  readonly text: string;
  readonly file: SkillFile | undefined;
  at(offset: number): SourcePosition;
}

/** The whole `SKILL.md`, front matter included: the description is in every request. */
export const skillSource = (skill: LintSkill): Source => ({
  text: skill.text,
  file: undefined,
  at: (offset) => placeAt(skill.file, skill.text, offset),
});

const sourceOf = (file: SkillFile): readonly Source[] =>
  file.content.kind === 'text' ? [{ text: file.content.text, file, at: (offset) => inFile(file, offset) }] : [];

/** Texts the agent reads: the `SKILL.md` and the references. */
export const instructionSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.references.flatMap(sourceOf),
];

export const scriptSources = (skill: LintSkill): readonly Source[] => skill.scripts.flatMap(sourceOf);

export const allSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.files.flatMap(sourceOf),
];

/** Changes of whole texts; those that stay the same are left alone. */
export const rewritten = (
  skill: LintSkill,
  sources: readonly Source[],
  edit: (text: string) => string,
): readonly Change[] =>
  sources
    .map(({ text, file }) => ({ file: file?.absolute ?? skill.file, before: text, after: edit(text) }))
    .filter(({ before, after }) => before !== after)
    .map((change) => ({ kind: 'write', ...change }));

/** One after the other, with a step after each. */
export function* inEach<T>(items: readonly T[], look: (item: T) => readonly RuleFinding[]): Findings {
  for (const item of items) {
    yield* look(item);
    yield undefined;
  }
}

/** The first matches of a pattern. @param most of them. */
export function firstMatches(text: string, pattern: RegExp, most: number): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length === most) break;
    found.push(match);
  }
  return found;
}

/** Findings after which a text is given up: it is hostile, or one finding says it all. */
const MAX_FINDINGS = 200;

/** One finding for each match; `read` gives undefined for one that is none after all. */
export function findAll(
  source: Source,
  pattern: RegExp,
  read: (match: RegExpExecArray) => FindingFacts | undefined,
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const match of source.text.matchAll(pattern)) {
    const facts = read(match);
    if (facts !== undefined) findings.push({ ...source.at(match.index), ...facts });
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** The line around an offset, at most 400 characters to each side. */
export function lineAround(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 400), offset);
  const after = text.slice(offset, offset + 400);
  return `${before.slice(before.search(/[^\r\n]*$/))}${/^[^\r\n]*/.exec(after)?.[0] ?? ''}`;
}

/** Files that a Markdown text names, and where. */

export interface Mention {
  /** Path as written, decoded, without fragment: `references/api.md`. */
  readonly path: string;
  readonly offset: number;
  /** `link`: a Markdown link or a call that loads it. `path`: below one of the three folders. `name`: a bare name that is to be read. */
  readonly kind: 'link' | 'path' | 'name';
  readonly fenced: boolean;
  /** Its line calls it an example, or another skill's file, which need not exist here. */
  readonly example: boolean;
}

/** Matches from the middle: searching for the end of every bracket takes quadratic time. */
const LINK = /\]\(\s{0,3}<?([^)\s>]{1,300})/g;
/** Characters of a link's words in which its beginning is looked for. */
const MAX_WORDS = 200;
const CALL = /load_skill_reference\(\s{0,5}["'][^"'\n]{1,80}["']\s{0,5},\s{0,5}["']([^"'\n]{1,200})["']/g;
const BELOW = /(?<![\w/.\\}-])(?:\.\/)?((?:references|assets|scripts)\/[\p{L}\p{N}_./-]{1,200})/gu;
const BARE = /`([\p{L}\p{N}_.-]{1,80}\.(?:md|txt))`/gu;
const READ_IT = /\b(?:see|read|load|open|consult|refer|follow)\b|参见|参考|查看|阅读|加载|详见/i;
export const EXAMPLE = /\be\.g\.|\bexamples?\b|\bfor instance\b|\bsuch as\b|例如|比如|示例|譬如/i;
/** In front of a file of another skill, which is named in code or in bold. */
const OF_ANOTHER = /[*`](?: skill| plugin)?'s\s{1,3}`?$/;
/** After a file that is still to be written, or that a sample of a program's output names with a line. */
const NOT_YET = /^(?:[^\n]{0,80}\b(?:would be|coming soon)\b|[^\s:]{1,200}:\d)/i;
/** A name that stands for any. */
const ANY_NAME = /(?:^|[/_-])(?:your|my|file_?name|script_?name)\b/i;
const FENCE = /^[ \t>]{0,16}(`{3,}(?!.*`)|~{3,})[ \t]*(\S?)/;

interface Fences {
  /** The text with fenced blocks and code spans replaced by blanks. */
  readonly links: string;
  /** @param place of a character that is no blank. */
  isFenced(place: number): boolean;
}

export function findFences(text: string): Fences {
  const open: string[] = [];
  const lines = text.split('\n').map((line) => {
    const [, mark, language] = FENCE.exec(line) ?? [];
    const last = open.at(-1);
    // A fence with a language opens another block, even inside of one: a template shows what it holds.
    if (mark !== undefined && (language || last === undefined)) open.push(mark);
    else if (last !== undefined && mark?.startsWith(last)) open.pop();
    return open.length === 0 && last === undefined ? line : ' '.repeat(line.length);
  });
  const outside = lines.join('\n');
  const links = outside.replace(/`[^`\n]{1,200}`/g, (span) => ' '.repeat(span.length));
  return { links, isFenced: (place) => outside[place] === ' ' };
}

function clean(target: string): string | undefined {
  const file = target.replace(/[#?].*$/, '').replace(/^\.\//, '');
  if (file === '' || /^[a-z][a-z0-9+.-]*:|^[/\\~$]|[<>{}*]|…/i.test(file)) return undefined;
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** @param most characters. */
export function lineBefore(text: string, offset: number, most = 400): string {
  const before = text.slice(Math.max(0, offset - most), offset);
  return before.slice(before.lastIndexOf('\n') + 1);
}

/** Returns each path once, in the order of the text. */
export function findMentions(text: string): readonly Mention[] {
  const { links, isFenced } = findFences(text);
  const found: Mention[] = [];
  const add = (kind: Mention['kind'], path: string | undefined, offset: number): void => {
    if (path === undefined) return;
    const isExample =
      kind !== 'link' &&
      (EXAMPLE.test(lineBefore(text, offset)) ||
        OF_ANOTHER.test(text.slice(Math.max(0, offset - 20), offset)) ||
        NOT_YET.test(text.slice(offset, offset + 200)));
    found.push({ path, offset, kind, fenced: isFenced(offset), example: isExample });
  };
  for (const match of links.matchAll(LINK)) {
    const start = links.slice(Math.max(0, match.index - MAX_WORDS), match.index).search(/\[[^[\n]*$/);
    if (start >= 0) add('link', clean(match[1] ?? ''), Math.max(0, match.index - MAX_WORDS) + start);
  }
  for (const match of text.matchAll(CALL)) add('link', clean(match[1] ?? ''), match.index);
  for (const match of text.matchAll(BELOW)) {
    const path = (match[1] ?? '').replace(/[.-]+$/, '');
    if (/\.\w{1,8}$/.test(path)) add('path', path, match.index);
  }
  for (const match of text.matchAll(BARE)) {
    if (READ_IT.test(lineBefore(text, match.index, 60))) add('name', match[1], match.index);
  }
  const seen = new Set<string>();
  return found
    .sort((a, b) => a.offset - b.offset || (a.kind === 'link' ? -1 : 1))
    .filter(({ path }) => !ANY_NAME.test(path) && !seen.has(path) && seen.add(path));
}

const WORD = /[^\s"'`()<>[\]{},;:*|/\\\u3001-\u301f\u2018-\u201f\uff01-\uff0f\uff1a-\uff1f]+/g;
/** In Chinese text a name has no spaces around it. */
const LATIN_PART = /[\w.-]+/g;

/** Every word of a text that may be a file's name. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = [...(text.match(WORD) ?? []), ...(text.match(LATIN_PART) ?? [])];
  return new Set(words.map((word) => word.replace(/\.+$/, '')));
}

/** `shared/managed-*.md`: many files by one name. */
const GLOB =
  /(?<![\p{L}\p{N}_*./-])(?:\.\/)?([\p{L}\p{N}_./-]{0,100}\*[\p{L}\p{N}_./-]{0,40}\.(?:md|txt))(?![\p{L}\p{N}_*])/gu;

/** True if a text names a path by a pattern with a star. */
export function globsOf(text: string): (path: string) => boolean {
  const patterns = [...text.matchAll(GLOB)].map(([, glob = '']) => {
    const [before = '', after = ''] = glob.split('*');
    return { before, after };
  });
  return (path) =>
    patterns.some(
      ({ before, after }) =>
        path.startsWith(before) && path.endsWith(after) && !path.slice(before.length, -after.length).includes('/'),
    );
}
