/** Agent Skills (agentskills.io): the catalog with absolute locations; a skill is loaded by reading its SKILL.md. */
import path from 'node:path';
import { listedSkills, skillWords } from '../../../shared/skill-list.ts';
import { basePrompt, workspaceWithScripts } from '../prompt/base-prompt.ts';
import { catalogPart, moreElement } from './catalog-part.ts';
import { MARKDOWN_HEADINGS } from './headings.ts';
import type { DialectPrompt } from './types.ts';
import { skillElement } from './xml.ts';

export const standard: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill in <available_skills> you see only its name, description and location.',
    "When a request matches a skill's description, read the file at its location with read_file before anything else, then follow its instructions. Do not read one that the request does not need, and do not read one twice.",
    'Relative paths in a SKILL.md start at the folder that it is in. When the instructions say to read one, or a script reports an error, read the named file there with read_file and use what it says.',
    "Run a skill's scripts with run_command, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  list: (_state, { skills, more }) => ({
    head: '<available_skills>',
    skills: skills.map((skill) => {
      const fields = [
        ['name', skill.name],
        ['description', skillWords(skill)],
        ['location', path.join(skill.path, 'SKILL.md')],
      ] as const;
      return [skill.id, skillElement(fields)];
    }),
    ...moreElement(more),
    end: '\n</available_skills>',
  }),
  sections: (state) => catalogPart(standard.list(state, listedSkills(state))),
  /** Complete file, unchanged. */
  instructions: async ({ body, frontMatter = '' }) => `${frontMatter}${body}`,
};
