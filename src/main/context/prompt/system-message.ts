/** The system message as a list of sections, as the session's dialect has them. An empty section is left out whole. */
import { defined, perObject } from '../../../shared/defined.ts';
import type { LoadedReference, LoadedSkill, SessionState } from '../../../shared/session-state.ts';
import type { SystemBorder } from '../../models/wires/wire.ts';
import type { DialectPrompt, DocumentSection, Section } from '../dialects.ts';
import { DIALECT_PROMPTS } from '../more-dialects.ts';
import { hasTools } from './offered-tools.ts';

export type { DocumentSection, Section };

export function systemSections(state: SessionState): readonly Section[] {
  const dialect = DIALECT_PROMPTS[state.dialect];
  const workspace = state.workspaceSection === '' ? [] : [base('workspace', `## Workspace\n${state.workspaceSection}`)];
  const stable = [base('base', state.basePrompt), ...workspace, ...(hasTools(state) ? dialect.sections(state) : [])];
  return state.placement === 'system' ? [...stable, ...dialect.loadedSections(documentSections(state))] : stable;
}

/** Everything that is loaded, in the order in which it was, each under its own heading. */
export function documentSections(state: SessionState): DocumentSection[] {
  const dialect = DIALECT_PROMPTS[state.dialect];
  return state.loadedSkills
    .flatMap((skill) => [skillSection(skill, dialect), ...referenceSections(skill, dialect)])
    .sort((a, b) => a.part.event - b.part.event);
}

/** Joins sections so that each starts after one blank line, and nothing inside them is changed or trimmed. @returns also where each ends. */
function joinWithEnds(texts: readonly string[]): { readonly joined: string; readonly ends: readonly number[] } {
  let joined = '';
  // Reading the end of the joined text would copy it each time.
  let isBroken = false;
  const ends: number[] = [];
  for (const text of texts) {
    const isFirst = joined.length === 0;
    joined += isFirst ? text : `${isBroken ? '\n' : '\n\n'}${text}`;
    isBroken = text === '' ? !isFirst : text.endsWith('\n');
    ends.push(joined.length);
  }
  return { joined, ends };
}

/** The system message, and where the parts of it end that change at different times. */
export function systemMessage(sections: readonly Section[]): {
  readonly system: string;
  readonly borders: readonly SystemBorder[];
} {
  const { joined, ends } = joinWithEnds(sections.map(({ text }) => text));
  const kinds = sections.map(({ part }) => part.kind);
  const base = kinds.findIndex((kind) => kind !== 'base');
  const last = {
    base: base === -1 ? kinds.length - 1 : base - 1,
    catalog: kinds.lastIndexOf('catalog'),
    skills: Math.max(kinds.lastIndexOf('skill'), kinds.lastIndexOf('reference')),
  };
  const borders = (['base', 'catalog', 'skills'] as const).flatMap((after): SystemBorder[] => {
    const at = ends[last[after]];
    return at === undefined || at === 0 ? [] : [{ after, at }];
  });
  return { system: joined, borders };
}

const base = (reason: 'base' | 'workspace', text: string): Section => ({
  part: { kind: 'base', label: reason, reason },
  text,
});

/** A `$1` in single quotes is left to the program that it is written for, such as awk. */
const PLACEHOLDER = /(?<![\p{L}\p{N}])'[^'\n]*'|\$ARGUMENTS(?:\[(\d+)\])?|\$(\d)(?![.,]?\d)/gu;

/**
 * Fills Claude Code's placeholders with the words after `/name`. `$1` is the first word, but the second where the text
 * has a `$0`; one without its word stays as it is.
 */
function withWords(text: string, words: string | undefined): string {
  if (words === undefined || !text.includes('$')) return text;
  const each = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const first = /\$0(?!\d)/.test(text) ? 0 : 1;
  return text.replaceAll(PLACEHOLDER, (written: string, index?: string, place?: string) => {
    if (written.startsWith("'")) return written.replaceAll(/\$ARGUMENTS\b(?!\[)/g, () => words);
    if (index !== undefined) return each[Number(index)] ?? written;
    return place === undefined ? words : (each[Number(place) - first] ?? written);
  });
}

function skillSection(skill: LoadedSkill, dialect: DialectPrompt): DocumentSection {
  const { id, by, seq, words, sections } = skill;
  return {
    part: { kind: 'skill', label: id, reason: `loaded-by-${by}`, skill: id, event: seq, ...defined({ sections }) },
    text: dialect.skillText({ id, instructions: withWords(skill.instructions, words) }),
  };
}

function referenceSections(skill: LoadedSkill, dialect: DialectPrompt): DocumentSection[] {
  return skill.references.map((reference) => {
    const known = sectionsOf(reference);
    const section = known.get(dialect) ?? referenceSection(skill, reference, dialect);
    known.set(dialect, section);
    return section;
  });
}

/** A reference is in many requests, and is long. */
const sectionsOf = perObject((_: LoadedReference) => new Map<DialectPrompt, DocumentSection>());

function referenceSection({ id }: LoadedSkill, reference: LoadedReference, dialect: DialectPrompt): DocumentSection {
  const { path, seq } = reference;
  return {
    part: { kind: 'reference', label: `${id} - ${path}`, reason: 'reference', skill: id, path, event: seq },
    text: dialect.referenceText({ id }, reference),
  };
}
