/** AgentScope-Java (seeds/004): the catalog as XML, one tool that loads a skill or its resources by path. */
import { listedSkills, skillWords } from '../../../shared/skill-list.ts';
import { basePrompt, workspaceWithScripts } from '../prompt/base-prompt.ts';
import { catalogPart, moreElement } from './catalog-part.ts';
import { MARKDOWN_HEADINGS } from './headings.ts';
import type { DialectPrompt } from './types.ts';
import { skillElement } from './xml.ts';

export const agentscope: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill in <available_skills> you see only its name and description.',
    'When a request matches a skill\'s description, call load_skill_through_path(skillId="<skill-id>", path="SKILL.md") before anything else, then follow the instructions in the result. Do not load a skill that the request does not need, and do not load one twice.',
    'When the instructions say to read a file of the skill, or a script reports an error, load the named resource by the same tool with its path, such as path="references/api.md". A wrong path is answered with all the paths there are.',
    "Run a skill's scripts with execute_shell_command, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  list: (_state, { skills, more }) => ({
    head: '## Available Skills\n<available_skills>',
    skills: skills.map((skill) => {
      const fields = [
        ['name', skill.name],
        ['description', skillWords(skill)],
        ['skill-id', skill.id],
      ] as const;
      return [skill.id, skillElement(fields)];
    }),
    ...moreElement(more),
    end: '\n</available_skills>',
  }),
  sections: (state) => catalogPart(agentscope.list(state, listedSkills(state))),
  instructions: async ({ summary, body }) =>
    [
      `Successfully loaded skill: ${summary.id}`,
      '',
      `Name: ${summary.name}`,
      `Description: ${summary.description}`,
      `Source: ${summary.source}`,
      '',
      'Content:',
      '---',
      `${body.trim()}`,
      '---',
    ].join('\n'),
};
