import { z } from 'zod';
import type { ApprovalFacts } from '../../../shared/approvals/approval-facts.ts';
import type { ApprovalNeed } from '../../agent/ports.ts';
import { NO_ACCESS } from '../approval/approval-detail.ts';
import { defineTool } from '../define-tool.ts';
import { noes } from '../shell/judged-call.ts';
import type { ToolContext, Trial } from '../types.ts';
import { whichSkill, workshopOf } from './which-skill.ts';

const MAX_RUNS = 10;
const MAX_TOKENS = 5_000_000;
/** Usual tokens of all runs of a call, the judge included. */
const USUAL_TOKENS = 300_000;

export const evalSkill = defineTool({
  name: 'eval_skill',
  group: 'skills',
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
  const facts: ApprovalFacts = {
    ...NO_ACCESS,
    subject: 'tool',
    trial,
    thirdParty: false,
    sandbox: 'none',
    network: 'none',
    // Each trial spends: none is allowed in advance.
    offers: ['once'],
    keys: [],
  };
  const reason = `${trial.runs} runs of the cases of ${trial.skill} ask the model, up to ${trial.tokens} tokens.`;
  const command = `eval_skill ${JSON.stringify(args, undefined, 2)}`;
  return { kind: 'ask', action: 'call-tool', detail: { command, reason, needsPerson: false, facts }, ...noes(false) };
}
