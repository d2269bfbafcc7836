import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import { SKILL_ALIASES } from './skill-ids.ts';

export const unloadSkill = defineTool({
  name: 'unload_skill',
  group: 'skills',
  description:
    'Unload a skill that is no longer needed, with its references, to free context. Its id stays in the list and it can be loaded again.',
  schema: z.object({ name: z.string().min(1).describe("The loaded skill's id.") }),
  aliases: SKILL_ALIASES('name'),
  ready: ({ name }, context) => ({
    async execute() {
      const loaded = context.host.state().loadedSkills.map((skill) => skill.id);
      const id =
        loaded.find((skill) => skill === name) ??
        loaded.find((skill) => skill.toLowerCase() === name.trim().toLowerCase());
      if (id === undefined) {
        const which = loaded.length === 0 ? 'No skill is loaded.' : `Loaded are: ${loaded.join(', ')}.`;
        throw new ToolFailure(`The skill "${name}" is not loaded. ${which}`);
      }
      return context.host.skills.unload(id);
    },
  }),
});
