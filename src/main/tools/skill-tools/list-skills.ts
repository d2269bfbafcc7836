import { z } from 'zod';
import { defineTool } from '../define-tool.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  group: 'skills',
  description: 'List the skills that can be loaded, and which of them are loaded.',
  schema: z.object({}),
  ready: (_args, context) => ({
    async execute() {
      const { catalog, loadedSkills } = context.host.state();
      const loaded = new Map(loadedSkills.map((skill) => [skill.id, skill]));
      const lines = catalog.map((entry) => {
        const skill = loaded.get(entry.id);
        const name = entry.name === entry.id ? '' : ` (${entry.name})`;
        const references = skill?.references.map((reference) => reference.path) ?? [];
        const withReferences = references.length === 0 ? '' : ` [references loaded: ${references.join(', ')}]`;
        return `- [${skill === undefined ? '○' : '✓'}] **${entry.id}**${name}: ${entry.description}${withReferences}`;
      });
      return {
        ok: true,
        content: lines.length === 0 ? 'No skills are installed.' : `○ not loaded, ✓ loaded\n${lines.join('\n')}`,
      };
    },
  }),
});
