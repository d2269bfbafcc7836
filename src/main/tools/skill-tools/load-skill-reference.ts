import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { findSkill, SKILL_ALIASES } from './skill-ids.ts';

export const loadSkillReference = defineTool({
  name: 'load_skill_reference',
  group: 'skills',
  description:
    "Load one of a skill's reference files: error handling, supported values, forms, examples. Call it when a script fails or the instructions point to the file; load the skill first.",
  schema: z.object({
    skill_name: z.string().min(1).describe("The skill's id."),
    ref_path: z.string().min(1).describe('As listed under Available References, such as "reference.md".'),
  }),
  aliases: [...SKILL_ALIASES('skill_name'), ['path', 'ref_path'], ['reference', 'ref_path']],
  ready: ({ skill_name, ref_path }, context) => ({
    execute: () =>
      context.host.skills.loadReference(findSkill(skill_name, context).id, ref_path.replace(/^(\.\/)+/, '')),
  }),
});
