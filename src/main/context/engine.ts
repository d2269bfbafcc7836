/** The context engine's front: the next request of a state, its table, and whether something fits into it. */
import type { CompactionStep, LoadPlan } from '../../shared/context-plans.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import type { Dialect, TokenTable } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { PreparedRequest } from '../agent/ports.ts';
import { loadCeiling, planReferenceLoad, planSkillLoad } from './budget.ts';
import { buildRequest } from './build-request.ts';
import { COMPACT_THRESHOLD, compactionSteps } from './compaction.ts';
import { DIALECT_PROMPTS } from './dialects/index.ts';
import { tokenTable } from './token-table.ts';
import { counterFor } from './tokens/counter.ts';

/** Tokens of the request that `state` stands for, by the encoding of its model. */
export async function tableOf(state: SessionState): Promise<TokenTable> {
  return tokenTable(buildRequest(state), state.limits.maxContext, await counterFor(state.model));
}

/** The next request; or, over the model's limit, the reason why nothing is sent (CONTRACT §5, `context-full`). */
export async function prepareRequest(
  state: SessionState,
): Promise<PreparedRequest | { readonly code: 'context-full'; readonly message: string }> {
  const request = buildRequest(state);
  const tokens = tokenTable(request, state.limits.maxContext, await counterFor(state.model));
  if (tokens.total > tokens.max) {
    return {
      code: 'context-full',
      message: `The request would take ${tokens.total} tokens and the model's limit is ${tokens.max}, so nothing was sent. Unload a skill, start a new session, or raise the limit in the settings.`,
    };
  }
  return { json: request.json, sha256: request.sha256, model: state.model, tokens };
}

export async function countTokens(model: string, text: string): Promise<number> {
  return (await counterFor(model)).count(text);
}

/** As the token table will have it once the skill is loaded: under the heading that the dialect gives it. */
export function skillTokens(
  { model, dialect }: Pick<SessionState, 'model' | 'dialect'>,
  id: string,
  instructions: string,
): Promise<number> {
  return countTokens(
    model,
    isCarried(dialect) ? instructions : DIALECT_PROMPTS[dialect].skillText({ id, instructions }),
  );
}

export function referenceTokens(
  { model, dialect }: Pick<SessionState, 'model' | 'dialect'>,
  id: string,
  path: string,
  text: string,
): Promise<number> {
  return countTokens(model, isCarried(dialect) ? text : DIALECT_PROMPTS[dialect].referenceText({ id }, { path, text }));
}

/** Where the loading call's result is the text itself, there is no heading. */
function isCarried(dialect: Dialect): boolean {
  return !DIALECT_SETTINGS[dialect].placements.includes('system');
}

/** @param tokens of the skill's section. */
export async function planSkill(state: SessionState, skill: string, tokens: number): Promise<LoadPlan> {
  return planSkillLoad(state, skill, tokens, (await tableOf(state)).total);
}

export async function planReference(
  state: SessionState,
  skill: string,
  path: string,
  tokens: number,
): Promise<LoadPlan> {
  return planReferenceLoad(state, skill, path, tokens, (await tableOf(state)).total);
}

/**
 * The next step of compaction, or undefined where none is needed or nothing more can be done. Needed is it over 80 % of
 * the context; with `tokens` to be loaded, over the 90 % that a load may fill.
 */
export async function nextCompaction(state: SessionState, tokens?: number): Promise<CompactionStep | undefined> {
  const { total, max } = await tableOf(state);
  const over = tokens === undefined ? total > max * COMPACT_THRESHOLD : total + tokens > loadCeiling(state.limits);
  return over ? compactionSteps(state)[0] : undefined;
}

/** All of it, as the session commands take it. */
export const contextEngine = {
  prepare: prepareRequest,
  skillTokens,
  referenceTokens,
  planSkillLoad: planSkill,
  planReferenceLoad: planReference,
  total: async (state: SessionState): Promise<number> => (await tableOf(state)).total,
  nextCompaction,
};
