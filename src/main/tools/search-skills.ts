/** Finds skills that the list has no room for (CONTRACT §12), in every dialect. */
import path from 'node:path';
import { z } from 'zod';
import type { CatalogEntry, Dialect } from '../../shared/events.ts';
import { modelSkills, skillWords } from '../../shared/skills/skill-list.ts';
import { skillIndexOf } from '../skills/search.ts';
import { defineTool } from './define-tool.ts';

const USUAL = 10;
const MOST = 50;

/** The tool that loads a found skill. */
const LOAD: Readonly<Record<Dialect, string>> = {
  omni: 'Load one with load_skill.',
  trpc: 'Load one with skill_load.',
  'agent-core': 'Call skill with its id.',
  agentscope: 'Load one with load_skill_through_path, path "SKILL.md".',
  standard: 'Read the SKILL.md at its location with read_file.',
};

export const searchSkills = defineTool({
  name: 'search_skills',
  group: 'skills',
  description:
    'Search all skills, also those that the list leaves out, by words of the task. Call it when no skill of the list fits a request.',
  schema: z.object({
    query: z.string().min(1).describe('What the skill should do, in a few words.'),
    limit: z.int().min(1).max(MOST).optional().describe(`At most so many skills; ${USUAL} without it.`),
  }),
  aliases: [
    ['q', 'query'],
    ['keywords', 'query'],
    ['top_k', 'limit'],
  ],
  ready: ({ query, limit = USUAL }, { host }) => ({
    async execute() {
      const state = host.state();
      const skills = modelSkills(state);
      const index = await skillIndexOf(skills);
      const found = index.search(query, limit);
      if (found.length === 0) {
        const content = `No skill matches "${query}". Try other words for the task, also in another language; there are ${skills.length} skills.`;
        return { ok: true, content };
      }
      const byId = new Map(skills.map((entry) => [entry.id, entry]));
      const loaded = new Set(state.loadedSkills.map(({ id }) => id));
      const lines = found.flatMap(({ id }) => {
        const entry = byId.get(id);
        return entry === undefined ? [] : [lineOf(entry, state.dialect, loaded.has(id))];
      });
      return {
        ok: true,
        content: [`Best of ${skills.length} skills first. ${LOAD[state.dialect]}`, ...lines].join('\n'),
      };
    },
  }),
});

/** Names the folder where the loaded text does not. */
function lineOf(entry: CatalogEntry, dialect: Dialect, isLoaded: boolean): string {
  const name = entry.name === entry.id ? '' : ` (${entry.name})`;
  const mark = isLoaded ? ' [loaded]' : '';
  const location = dialect === 'omni' ? '' : ` Location: ${path.join(entry.path, 'SKILL.md')}`;
  return `- **${entry.id}**${name}${mark}: ${skillWords(entry)}${location}`;
}
