import { z } from 'zod';
import { listedSkills, moreSkills, skillWords } from '../../../shared/skill-list.ts';
import { defineTool } from '../define-tool.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  group: 'skills',
  description: 'List the skills that can be loaded, and which of them are loaded.',
  schema: z.object({}),
  ready: (_args, context) => ({
    async execute() {
      const state = context.host.state();
      const { skills, more } = listedSkills(state);
      const loaded = new Map(state.loadedSkills.map((skill) => [skill.id, skill]));
      const lines = skills.map((entry) => {
        const skill = loaded.get(entry.id);
        const name = entry.name === entry.id ? '' : ` (${entry.name})`;
        const references = skill?.references.map((reference) => reference.path) ?? [];
        const withReferences = references.length === 0 ? '' : ` [references loaded: ${references.join(', ')}]`;
        return `- [${skill === undefined ? '○' : '✓'}] **${entry.id}**${name}: ${skillWords(entry)}${withReferences}`;
      });
      if (more > 0) lines.push(`- ${moreSkills(more)}`);
      return {
        ok: true,
        content: lines.length === 0 ? 'No skills are installed.' : `○ not loaded, ✓ loaded\n${lines.join('\n')}`,
      };
    },
  }),
});
