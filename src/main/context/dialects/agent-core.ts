/** agent-core (seeds/003): the catalog is in the `skill` tool's description, and the tool's result is the body. */
import { nameLines } from '../../../shared/skill-list.ts';
import { basePrompt, workspaceWithScripts } from '../prompt/base-prompt.ts';
import { moreLine } from './catalog-part.ts';
import { MARKDOWN_HEADINGS } from './headings.ts';
import type { DialectPrompt } from './types.ts';

export const agentCore: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'The description of the skill tool lists the skills. Of each you see only its name and description until you call it; without that tool there are none.',
    "When a request matches a skill's description, call skill with its id before anything else, then follow the instructions in the result. Do not call one that the request does not need, and do not call one twice.",
    "Files that the instructions name are in the skill's own folder. When the instructions say to read one, or a script reports an error, read the named file there with read_file and use what it says.",
    "Run a skill's scripts with bash, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  /** Part of the tool's description, which the log has. */
  list: (_state, listed) => {
    const lines = nameLines(listed);
    return {
      head: 'Available skills:',
      skills: listed.skills.map(({ id }, at) => [id, lines[at] ?? '']),
      ...moreLine(listed.more),
    };
  },
  sections: () => [],
  /** Trimmed, as the seed's `skill` tool gives it. */
  instructions: async ({ body }) => body.trim(),
};
