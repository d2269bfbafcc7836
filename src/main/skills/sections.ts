/** The parts of a SKILL.md's body, as its headings divide it. */
import type { Dialect } from '../../shared/events.ts';

export interface Section {
  /** Original heading text; '' for the text before the first heading. */
  readonly title: string;
  /** 0 for the text before the first heading. */
  readonly depth: number;
  /** 1-based, in the body. */
  readonly line: number;
  /** Includes its heading; ends at the next one of any depth. */
  readonly text: string;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;

/** Splits the body into sections in order, with nothing left out. Ignores headings in fenced code. */
export function sectionsOf(body: string): Section[] {
  const sections: Section[] = [];
  let open = { title: '', depth: 0, line: 1, from: 0 };
  let fence: string | undefined;
  const close = (to: number): void => {
    const { title, depth, line, from } = open;
    const text = body.slice(from, to);
    if (depth > 0 || text.trim() !== '') sections.push({ title, depth, line, text });
  };
  let number = 0;
  for (const { 0: whole, index } of body.matchAll(LINE)) {
    number += 1;
    const line = whole.replace(/[\r\n]+$/, '');
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      const isClosing = mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === '';
      if (isClosing) fence = undefined;
      continue;
    }
    // Backticks in what follows make it a line of text with code in it.
    if (mark?.[1] !== undefined && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      fence = mark[1];
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading?.[1] === undefined) continue;
    close(index);
    open = { title: heading[2]?.trim() ?? '', depth: heading[1].length, line: number, from: index };
  }
  close(body.length);
  return sections;
}

// Loading in parts (CONTRACT §14).

/** Characters up to which the text between a section's heading and the next one is loaded with what is below it. */
const SHORT = 2_000;
/** Characters of a piece of a text without headings; a text of twice as many is divided. */
const PIECE = 6_000;
/** Titles that a note names. */
const MOST_NAMED = 60;

/** A heading with all that is below it, or a piece of a long text without headings; at the root, the body. */
export interface SkillSection {
  /** Unique, with those that it is in: `Python > Streaming`. */
  readonly title: string;
  /** Includes what is inside. */
  readonly text: string;
  /** Part of `text` before what is inside; of a longer one than `SHORT`, the heading alone. */
  readonly lead: string;
  readonly inside: readonly SkillSection[];
}

export function skillSections(body: string): SkillSection {
  const [first, ...others] = sectionsOf(body);
  if (first === undefined || first.depth > 0) return divided('', body, '', inside(sectionsOf(body), ''));
  return divided('', body, first.text, inside(others, ''));
}

/** @param above title of the section that they are in, but for one that the whole body is in. */
function inside(flat: readonly Section[], above: string): SkillSection[] {
  const sections: SkillSection[] = [];
  for (let at = 0, end = 0; at < flat.length; at = end) {
    const { depth = 0, title: own = '', text = '' } = flat[at] ?? {};
    end = flat.findIndex((other, index) => index > at && other.depth <= depth);
    if (end === -1) end = flat.length;
    const full = `${above === '' ? '' : `${above} > `}${own || 'Untitled'}`;
    const times = sections.filter((one) => one.title.replace(/ \(\d+\)$/, '') === full).length;
    const title = times === 0 ? full : `${full} (${times + 1})`;
    const isAll = above === '' && at === 0 && end === flat.length;
    const all = flat.slice(at, end);
    const below = inside(all.slice(1), isAll ? '' : title);
    sections.push(divided(title, all.map((one) => one.text).join(''), text, below));
  }
  return sections;
}

function divided(title: string, text: string, lead: string, below: readonly SkillSection[]): SkillSection {
  if (lead.length <= (below.length === 0 ? 2 * PIECE : SHORT) && (title !== '' || below.length > 0))
    return { title, text, lead, inside: below };
  const heading = title === '' ? '' : (/^.*(?:\r\n|\n|\r)?/.exec(lead)?.[0] ?? '');
  const pieces: string[] = [''];
  for (const [line] of (lead || text).slice(heading.length).matchAll(LINE)) {
    const last = pieces.at(-1) ?? '';
    if (last !== '' && line !== '' && last.length + line.length > PIECE) pieces.push(line);
    else pieces[pieces.length - 1] = last + line;
  }
  const parts = pieces.map((piece, index): SkillSection => {
    const name = `${title || 'SKILL.md'} (part ${index + 1} of ${pieces.length})`;
    return { title: name, text: piece, lead: piece, inside: [] };
  });
  return { title, text, lead: heading, inside: [...parts, ...below] };
}

const allOf = (section: SkillSection): SkillSection[] => section.inside.flatMap((one) => [one, ...allOf(one)]);
const plain = (title: string): string =>
  title
    .replace(/^#+\s|[`*]/g, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The section of that title, also without those that it is in; else those whose title has it in it. */
export function findSections(root: SkillSection, title: string): readonly SkillSection[] {
  const wanted = plain(title);
  const found = (is: (name: string) => boolean) => allOf(root).filter((section) => is(plain(section.title)));
  const tests = [(name: string) => name === wanted, (name: string) => name.endsWith(` > ${wanted}`)];
  return tests.map(found).find(({ length }) => length > 0) ?? found((name) => name.includes(wanted));
}

const CALLS: Readonly<Record<Dialect, string>> = {
  omni: 'load_skill with its title as section',
  trpc: 'skill_load with its title as section',
  'agent-core': 'a call of skill with its title as section',
  agentscope: 'load_skill_through_path with the path "SKILL.md#TITLE"',
  standard: 'read_file with #TITLE behind the path of SKILL.md',
};

/** Words for the model. */
export const loadSections = (dialect: Dialect): string =>
  `Load the sections that the task needs, each by ${CALLS[dialect]}.`;

/** The skill with these sections alone, below the text that leads to them. Without any, its beginning. */
export function inParts<T extends { readonly body: string }>(
  document: T,
  dialect: Dialect,
  titles: readonly string[],
): T {
  const root = skillSections(document.body);
  const [first = root, ...others] = root.inside;
  const top = others.length === 0 ? first : root;
  const isWanted = ({ title }: SkillSection): boolean => titles.includes(title);
  const leads = (section: SkillSection): boolean => isWanted(section) || section.inside.some(leads);
  const textOf = (section: SkillSection): string => {
    if (isWanted(section)) return section.text;
    if (section !== root && section !== top && !leads(section)) return '';
    return section.lead + section.inside.map(textOf).join('');
  };
  const quoted = (sections: readonly SkillSection[]) => sections.map(({ title }) => `"${title}"`).join(', ');
  const has = quoted(allOf(root).filter(isWanted)) || 'its beginning';
  const left = top.inside.filter((one) => !isWanted(one));
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  const rest = left.length === 0 ? '' : ` Not loaded: ${quoted(left.slice(0, MOST_NAMED))}${more}.`;
  return { ...document, body: `[A part of SKILL.md: ${has}.${rest} ${loadSections(dialect)}]\n\n${textOf(root)}` };
}
