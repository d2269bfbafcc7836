import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import { workshopOf } from './which-skill.ts';

export const proposeEdit = defineTool({
  name: 'propose_edit',
  group: 'skills',
  description:
    'Propose an edit of a skill that is installed: it becomes a version beside the skill, which the person reads and takes, or not. Nothing of the skill is changed. Try it with eval_skill.',
  schema: z.object({
    skill: z.string().min(1).describe('The id of the skill.'),
    reason: z.string().min(1).max(2_000).describe('What goes wrong, and what the edit does about it, for the person.'),
    edits: z
      .array(
        z.object({
          path: z.string().min(1).describe('Such as "SKILL.md": a Markdown or text file of the skill.'),
          old: z.string().describe('Text that stands exactly once in the file; empty for a new file.'),
          new: z.string().describe('What replaces it.'),
        }),
      )
      .min(1)
      .max(20),
    from: z.int().min(0).optional().describe('The version that is edited; default: the latest one.'),
  }),
  ready(args, context) {
    return {
      async execute() {
        if (/[\\/]/.test(args.skill)) {
          throw new ToolFailure(`${args.skill} is a folder of this conversation: change its files where they are.`);
        }
        return (await workshopOf(context)).propose(args);
      },
    };
  },
});
