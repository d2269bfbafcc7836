/** The system message as a list of sections, as the session's dialect has them. An empty section is left out whole. */
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';
import { DIALECT_PROMPTS } from './dialects/index.ts';
import type { DialectPrompt, DocumentSection, Section } from './dialects/types.ts';

export type { DocumentSection, Section } from './dialects/types.ts';

export function systemSections(state: SessionState): readonly Section[] {
  const dialect = DIALECT_PROMPTS[state.dialect];
  const workspace =
    state.workspaceSection === ''
      ? []
      : [base('workspace', 'where files go', `## Workspace\n${state.workspaceSection}`)];
  const stable = [
    base('base prompt', 'how the agent works', state.basePrompt),
    ...workspace,
    ...dialect.sections(state),
  ];
  return state.placement === 'system' ? [...stable, ...dialect.loadedSections(documentSections(state))] : stable;
}

/** Everything that is loaded, in the order in which it was, each under its own heading. */
export function documentSections(state: SessionState): DocumentSection[] {
  const dialect = DIALECT_PROMPTS[state.dialect];
  return state.loadedSkills
    .flatMap((skill) => [skillSection(skill, dialect), ...referenceSections(skill, dialect)])
    .sort((a, b) => a.seq - b.seq);
}

/** Joins sections so that each starts after one blank line, and nothing inside them is changed or trimmed. */
export function joinSections(texts: readonly string[]): string {
  let joined = '';
  // To look at the end of what is joined so far would copy it each time.
  let ends = false;
  for (const text of texts) {
    const isFirst = joined.length === 0;
    joined += isFirst ? text : `${ends ? '\n' : '\n\n'}${text}`;
    ends = text === '' ? !isFirst : text.endsWith('\n');
  }
  return joined;
}

function base(label: string, reason: string, text: string): Section {
  return { kind: 'base', label, reason, text };
}

function skillSection(skill: LoadedSkill, dialect: DialectPrompt): DocumentSection {
  return {
    kind: 'skill',
    label: skill.id,
    reason: `loaded by the ${skill.by} at event ${skill.seq}`,
    text: dialect.skillText(skill),
    skill: skill.id,
    seq: skill.seq,
  };
}

function referenceSections(skill: LoadedSkill, dialect: DialectPrompt): DocumentSection[] {
  return skill.references.map((reference) => ({
    kind: 'reference',
    label: `${skill.id} - ${reference.path}`,
    reason: `loaded at event ${reference.seq}`,
    text: dialect.referenceText(skill, reference),
    skill: skill.id,
    path: reference.path,
    seq: reference.seq,
  }));
}
