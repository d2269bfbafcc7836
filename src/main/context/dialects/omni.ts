/** OmniEmployee (CONTRACT §3, seeds/000 and 001): tools and skills as lists, loaded texts below them. */
import type { ToolDefinition } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { basePrompt, workspaceSection } from '../base-prompt.ts';
import { catalogLine } from '../catalog-line.ts';
import { skillInstructions } from '../skill-section.ts';
import { catalogPart } from './catalog-part.ts';
import { MARKDOWN_HEADINGS } from './headings.ts';
import type { DialectPrompt, Section } from './types.ts';

export const omni: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill you see only its name and description. ○ means not loaded, ✓ means that its instructions are in your context.',
    "When a request matches a skill's description, call load_skill with its id before anything else, then follow its instructions. Do not load a skill that the request does not need, and do not load one twice.",
    'When a script reports an error, or the instructions say so, load the named reference with load_skill_reference and use what it says.',
    "Run a skill's scripts with run_command, by the command that its Available Scripts section gives for each.",
    'When a task is done and its skill is no longer needed, call unload_skill to free the context.',
  ]),
  workspaceSection,
  instructions: skillInstructions,
  sections: (state) => [...toolsSection(state.tools), ...catalogSection(state)],
};

/** The first sentence of a tool's description: what the system message says of it. */
function firstSentence(description: string): string {
  const line = description.trim().split('\n')[0] ?? '';
  return /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
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
  const ids = new Set(loadedSkills.map((skill) => skill.id));
  const lines = catalog.map((entry) => catalogLine(entry, placement === 'system' ? ids.has(entry.id) : undefined));
  return catalogPart(catalog, `## Available Skills (use when needed)\n${lines.join('\n')}`);
}
