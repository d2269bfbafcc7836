/** OmniEmployee (CONTRACT §3, seeds/000 and 001): tools and skills as lists, loaded texts below them. */
import type { SessionState } from '../../../shared/session-state.ts';
import { listedSkills } from '../../../shared/skill-list.ts';
import { basePrompt, workspaceSection } from '../prompt/base-prompt.ts';
import { catalogLine } from '../prompt/catalog-line.ts';
import { listsSkillTools, offeredTools, ownTool, toolLine } from '../prompt/offered-tools.ts';
import { skillInstructions } from '../prompt/skill-section.ts';
import { catalogPart, moreLine } from './catalog-part.ts';
import { MARKDOWN_HEADINGS } from './headings.ts';
import type { DialectPrompt, Section } from './types.ts';

export const omni: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill you see only its name and description. Where the list has marks, ○ means not loaded and ✓ that its instructions are in your context.',
    "When a request matches a skill's description, call load_skill with its id before anything else, then follow its instructions. Do not load a skill that the request does not need, and do not load one twice.",
    'When the instructions say to read a file of the skill, or a script reports an error, load the named reference with load_skill_reference and use what it says.',
    "Run a skill's scripts with run_command, by the command that its Available Scripts section gives for each.",
    'When a task is done and its skill is no longer needed, call unload_skill to free the context.',
  ]),
  workspaceSection,
  instructions: skillInstructions,
  list: ({ loadedSkills, placement }, { skills, more }) => {
    const ids = new Set(loadedSkills.map((skill) => skill.id));
    return {
      head: '## Available Skills (use when needed)',
      // With placement `tool-result` the lines have no marks: the system message keeps its bytes when a skill is loaded.
      skills: skills.map((entry) => [
        entry.id,
        catalogLine(entry, placement === 'system' ? ids.has(entry.id) : undefined),
      ]),
      ...moreLine(more),
    };
  },
  sections: (state) => [...toolsSection(state), ...catalogPart(omni.list(state, listedSkills(state)))],
};

/** Tools of loaded skills follow the list, each as a separate piece, so that its tokens count for its skill. */
function toolsSection(state: SessionState): Section[] {
  const listed = listsSkillTools(state)
    ? offeredTools(state)
    : state.tools.filter(({ server }) => server === undefined).map(ownTool);
  if (listed.length === 0) return [];
  const own = listed.filter(({ skill, server }) => skill === undefined && server === undefined);
  return [
    {
      part: { kind: 'tools', label: 'tools', reason: 'tool-list' },
      text: ['## Available Tools', ...own.map(({ definition }) => toolLine(definition))].join('\n'),
    },
    ...listed.flatMap(({ definition, skill, server }): Section[] => {
      if (server !== undefined) {
        const part = { kind: 'tools', label: definition.name, reason: 'server-tool-line', server } as const;
        return [{ part, text: toolLine(definition) }];
      }
      if (skill === undefined) return [];
      const of = { skill: skill.id, event: skill.seq };
      return [
        { part: { kind: 'tools', label: definition.name, reason: 'tool-line', ...of }, text: toolLine(definition) },
      ];
    }),
  ];
}
