import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { findSkill, SKILL_ALIASES } from './skill-ids.ts';

export const loadSkill = defineTool({
  name: 'load_skill',
  group: 'skills',
  description:
    'Load a skill to get its detailed instructions. Call it as soon as a request fits a skill of the list, before doing anything else for that request; a skill marked ✓ is loaded already.',
  schema: z.object({ name: z.string().min(1).describe("The skill's id, as listed in bold.") }),
  aliases: SKILL_ALIASES('name'),
  ready: ({ name }, context) => ({ execute: () => context.host.skills.load(findSkill(name, context).id) }),
});
