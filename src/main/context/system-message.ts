/**
 * The system message as a list of sections (CONTRACT §3, dialect `omni`). Joining them gives the message; counting
 * them gives the token table. An empty section is left out whole.
 */
import type { CatalogEntry, PartKind, ToolDefinition } from '../../shared/events.ts';
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';

export interface Section {
  readonly kind: Extract<PartKind, 'base' | 'tools' | 'catalog' | 'skill' | 'reference'>;
  readonly label: string;
  readonly reason: string;
  readonly text: string;
}

export function systemSections(state: SessionState): readonly Section[] {
  const workspace =
    state.workspaceSection === ''
      ? []
      : [base('workspace', 'where files go', `## Workspace\n${state.workspaceSection}`)];
  const stable = [
    base('base prompt', 'how the agent works', state.basePrompt),
    ...workspace,
    ...toolsSection(state.tools),
    ...catalogSection(state),
  ];
  return state.placement === 'system' ? [...stable, ...loadedSections(state)] : stable;
}

/** Instructions first, then references, under a heading each. */
function loadedSections(state: SessionState): Section[] {
  const documents = documentSections(state);
  const under = (heading: string, sections: readonly Section[]): Section[] =>
    sections.map((section, index) => (index === 0 ? { ...section, text: `${heading}\n\n${section.text}` } : section));
  return [
    ...under(
      '## Loaded Skill Instructions',
      documents.filter((document) => document.kind === 'skill'),
    ),
    ...under(
      '## Loaded Skill References',
      documents.filter((document) => document.kind === 'reference'),
    ),
  ];
}

/** Everything that is loaded, in the order in which it was, each under its own `###` heading. */
export function documentSections(state: SessionState): (Section & { readonly seq: number })[] {
  return state.loadedSkills
    .flatMap((skill) => [skillSection(skill), ...referenceSections(skill)])
    .sort((a, b) => a.seq - b.seq);
}

/** Joins sections so that each starts after one blank line, and nothing inside them is changed or trimmed. */
export function joinSections(texts: readonly string[]): string {
  return texts.reduce((joined, text) => {
    if (joined === '') return text;
    return joined + (joined.endsWith('\n') ? '\n' : '\n\n') + text;
  }, '');
}

/** The first sentence of a tool's description: what the system message says of it. */
export function firstSentence(description: string): string {
  const line = description.trim().split('\n')[0] ?? '';
  return /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
}

/**
 * One line of the catalog. A description is put on one line, or it would break the list.
 * @param loaded `undefined` for a line without a mark.
 */
export function catalogLine(
  entry: Pick<CatalogEntry, 'id' | 'name' | 'description'>,
  loaded: boolean | undefined,
): string {
  const name = entry.name === entry.id ? '' : ` (${entry.name})`;
  const mark = loaded === undefined ? '' : `[${loaded ? '✓' : '○'}] `;
  return `- ${mark}**${entry.id}**${name}: ${entry.description.replace(/\s+/g, ' ').trim()}`;
}

function base(label: string, reason: string, text: string): Section {
  return { kind: 'base', label, reason, text };
}

function toolsSection(tools: readonly ToolDefinition[]): Section[] {
  if (tools.length === 0) return [];
  const lines = tools.map((tool) => `- ${tool.name}: ${firstSentence(tool.description)}`);
  return [
    {
      kind: 'tools',
      label: 'tool list',
      reason: 'names the tools on offer',
      text: `## Available Tools\n${lines.join('\n')}`,
    },
  ];
}

/** With placement `tool-result` the lines have no marks: the system message keeps its bytes when a skill is loaded. */
function catalogSection({ catalog, loadedSkills, placement }: SessionState): Section[] {
  if (catalog.length === 0) return [];
  const ids = new Set(loadedSkills.map((skill) => skill.id));
  const lines = catalog.map((entry) => catalogLine(entry, placement === 'system' ? ids.has(entry.id) : undefined));
  return [
    {
      kind: 'catalog',
      label: `${catalog.length} skills`,
      reason: 'name and description of each skill, so that the model can choose',
      text: `## Available Skills (use when needed)\n${lines.join('\n')}`,
    },
  ];
}

function skillSection(skill: LoadedSkill) {
  return {
    kind: 'skill' as const,
    label: skill.id,
    reason: `loaded by the ${skill.by} at event ${skill.seq}`,
    text: `### Skill: ${skill.id}\n${skill.instructions}`,
    seq: skill.seq,
  };
}

function referenceSections(skill: LoadedSkill) {
  return skill.references.map((reference) => ({
    kind: 'reference' as const,
    label: `${skill.id} - ${reference.path}`,
    reason: `loaded at event ${reference.seq}`,
    text: `### ${skill.id} - ${reference.path}\n${reference.text}`,
    seq: reference.seq,
  }));
}
