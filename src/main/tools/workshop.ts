import path from 'node:path';
import { z } from 'zod';
import type { ApprovalFacts } from '../../shared/approvals.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ApprovalNeed } from '../agent/ports.ts';
import { allowsName } from '../lib/patterns.ts';
import type { SkillLibrary } from '../skills/types.ts';
import { toolQuestion } from './approval/approval-detail.ts';
import { defineTool, type SkillWorkshop, type Tool, type ToolContext, ToolFailure, type Trial } from './define-tool.ts';
import { placesOf, realReadable, resolvePath } from './workspace/workspace-paths.ts';

/** An id, or the absolute path of a folder that may be read. @throws ToolFailure */
async function whichSkill(given: string, context: ToolContext): Promise<string> {
  if (!/[\\/]/.test(given)) return given;
  const places = await placesOf(context);
  const real = await realReadable(resolvePath(given, places), places);
  return path.basename(real).toLowerCase() === 'skill.md' ? path.dirname(real) : real;
}

/** @throws ToolFailure */
async function workshopOf({ workshop }: ToolContext): Promise<SkillWorkshop> {
  const open = await workshop?.();
  if (open === undefined) throw new ToolFailure('Skills cannot be tried here.');
  return open;
}

const MAX_RUNS = 10;
const MAX_TOKENS = 5_000_000;
/** Usual tokens of all runs of a call, the judge included. */
const USUAL_TOKENS = 300_000;

const evalSkill = defineTool('eval_skill', 'skills', {
  description:
    'Try a skill with its cases in evals/evals.json, each in a conversation of its own that sees nothing of this one, and get the grades. Write the cases first.',
  schema: z.object({
    skill: z.string().min(1).describe('The id of a skill, or the folder of a draft, such as "out/leave-request".'),
    version: z.int().min(0).optional().describe('A version made by propose_edit; default: the skill as saved.'),
    cases: z.array(z.string()).optional().describe('Ids of cases; default: all.'),
    runs: z.int().min(1).max(MAX_RUNS).optional().describe('Runs of each case; default 1.'),
    with_and_without: z.boolean().optional().describe('Also run each case without the skill.'),
    max_tokens: z
      .int()
      .min(1)
      .max(MAX_TOKENS)
      .optional()
      .describe(`Begin no run that would exceed this many tokens in all; default ${USUAL_TOKENS}.`),
  }),
  ready(args, context) {
    const trialOf = async (): Promise<Trial> => ({
      skill: await whichSkill(args.skill, context),
      version: args.version,
      cases: args.cases,
      runs: args.runs ?? 1,
      withAndWithout: args.with_and_without ?? false,
      maxTokens: args.max_tokens ?? USUAL_TOKENS,
    });
    return {
      async approval() {
        const trial = await trialOf();
        const { skill, runs } = await (await workshopOf(context)).plan(trial, context.host.state());
        return needOf({ skill, runs, tokens: trial.maxTokens }, args, context);
      },
      execute: async (signal) => (await workshopOf(context)).evaluate(await trialOf(), context.host.state(), signal),
    };
  },
});

function needOf(
  trial: NonNullable<ApprovalFacts['trial']>,
  args: { skill: string },
  context: ToolContext,
): ApprovalNeed {
  const mode = context.host.approve?.() ?? context.host.state().approve;
  if (mode === 'never') {
    const message = 'Not run: trials of skills are switched off in this session (--approve never).';
    return { kind: 'refused', message, refusal: { code: 'trials-off' } };
  }
  if (mode === 'auto') return { kind: 'allowed' };
  // Each trial spends: none is allowed in advance.
  const offers = ['once' as const];
  return toolQuestion(
    { trial, thirdParty: false, sandbox: 'none', network: 'none', offers, keys: [] },
    { command: `eval_skill ${JSON.stringify(args, undefined, 2)}` },
  );
}

const proposeEdit = defineTool('propose_edit', 'skills', {
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
        if (/[\\/]/.test(args.skill))
          throw new ToolFailure(`${args.skill} is a folder of this conversation: change its files where they are.`);
        return (await workshopOf(context)).propose(args);
      },
    };
  },
});

/** Tools for skills that work on skills. A skill names them in `allowed-tools`; they are offered while it is loaded. */
const TOOLS: readonly Tool[] = [evalSkill, proposeEdit];

/** A trial offers none of them: it would begin further trials. */
export function workshopTools(state: SessionState, library: Pick<SkillLibrary, 'catalog'>): readonly Tool[] {
  if (state.kind === 'eval' || state.loadedSkills.length === 0) return [];
  const { skills } = library.catalog();
  const named = new Set(
    state.loadedSkills.flatMap(({ id }) => skills.find((skill) => skill.id === id)?.allowedTools ?? []),
  );
  return TOOLS.filter(({ name }) => named.has(name) && allowsName(state.agent?.tools, name));
}
