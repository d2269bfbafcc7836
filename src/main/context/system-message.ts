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
  return [
    base('base prompt', 'how the agent works', state.basePrompt),
    ...workspace,
    ...toolsSection(state.tools),
    ...catalogSection(state.catalog, state.loadedSkills),
    ...state.loadedSkills.map(skillSection),
    ...state.loadedSkills.flatMap(referenceSections).map(withReferencesHeading),
  ];
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

/** One line of the catalog. A description is put on one line, or it would break the list. */
export function catalogLine(entry: Pick<CatalogEntry, 'id' | 'name' | 'description'>, loaded: boolean): string {
  const name = entry.name === entry.id ? '' : ` (${entry.name})`;
  return `- [${loaded ? '✓' : '○'}] **${entry.id}**${name}: ${entry.description.replace(/\s+/g, ' ').trim()}`;
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

function catalogSection(catalog: readonly CatalogEntry[], loaded: readonly LoadedSkill[]): Section[] {
  if (catalog.length === 0) return [];
  const ids = new Set(loaded.map((skill) => skill.id));
  const lines = catalog.map((entry) => catalogLine(entry, ids.has(entry.id)));
  return [
    {
      kind: 'catalog',
      label: `${catalog.length} skills`,
      reason: 'name and description of each skill, so that the model can choose',
      text: `## Available Skills (use when needed)\n${lines.join('\n')}`,
    },
  ];
}

function skillSection(skill: LoadedSkill, index: number): Section {
  const heading = index === 0 ? '## Loaded Skill Instructions\n\n' : '';
  return {
    kind: 'skill',
    label: skill.id,
    reason: `loaded by the ${skill.by} at event ${skill.seq}`,
    text: `${heading}### Skill: ${skill.id}\n${skill.instructions}`,
  };
}

function referenceSections(skill: LoadedSkill): Section[] {
  return skill.references.map((reference) => ({
    kind: 'reference' as const,
    label: `${skill.id} - ${reference.path}`,
    reason: `loaded at event ${reference.seq}`,
    text: `### ${skill.id} - ${reference.path}\n${reference.text}`,
  }));
}

function withReferencesHeading(section: Section, index: number): Section {
  return index === 0 ? { ...section, text: `## Loaded Skill References\n\n${section.text}` } : section;
}
