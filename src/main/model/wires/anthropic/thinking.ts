/** Thinking fields of a Claude model: each generation takes its own and refuses the rest (docs/decisions/0021). */
import type { MessageCreateParams, OutputConfig, ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages';
import type { Effort } from '../../../../shared/events.ts';

/** Published, and not yet part of the library's types. */
interface BlockBinding {
  readonly block_binding?: { readonly prefix_mismatch_behavior: 'drop_block' };
}

export interface ThinkingFields {
  readonly thinking?: ThinkingConfigParam & BlockBinding;
  readonly output_config?: NonNullable<MessageCreateParams['output_config']>;
}

interface Claude {
  readonly family: string;
  /** 406 for 4.6. */
  readonly version: number;
}

const CLAUDE =
  /claude-(?:(?<family>opus|sonnet|haiku|fable|mythos)(?:-(?<major>\d)(?:[.-](?<minor>\d{1,2}))?(?!\d))?|(?<old>\d)(?:[.-](?<oldMinor>\d))?-)/i;

/** Least that the API takes. */
const LEAST_BUDGET = 1_024;
const BUDGETS: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: LEAST_BUDGET,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  max: 32_768,
};

function claudeOf(model: string): Claude | undefined {
  const { family, major, minor, old, oldMinor } = CLAUDE.exec(model)?.groups ?? {};
  if (old !== undefined) return { family: '', version: Number(old) * 100 + Number(oldMinor ?? 0) };
  if (family === undefined) return undefined;
  // No version: `claude-mythos-preview` and aliases of the newest.
  return {
    family: family.toLowerCase(),
    version: major === undefined ? 500 : Number(major) * 100 + Number(minor ?? 0),
  };
}

const FIRST_TO_THINK = 307;
const isAdaptive = ({ version }: Claude): boolean => version >= 406;
const isAlwaysOn = ({ family, version }: Claude): boolean =>
  family === 'fable' || family === 'mythos' || (family === 'opus' && version >= 505);

/**
 * From 5.1 on a thinking block is bound to everything before it. A request whose system message changed since, as it
 * does when a skill is loaded, is refused unless it asks to drop such blocks.
 */
export function bindsThinking(model: string): boolean {
  const claude = claudeOf(model);
  return claude !== undefined && claude.version >= 501 && claude.family !== 'mythos';
}

/** @param maxTokens of the answer: a budget has to be below it. */
export function thinkingFields(model: string, effort: Effort | undefined, maxTokens: number): ThinkingFields {
  const claude = claudeOf(model);
  if (claude !== undefined && claude.version < FIRST_TO_THINK) return {};
  if (claude === undefined || !isAdaptive(claude)) return budgeted(effort, maxTokens);
  if (effort === undefined) return claude.version >= 500 ? adaptive(model) : {};
  if (effort !== 'none') return { ...adaptive(model), output_config: { effort: effortWord(effort) } };
  if (isAlwaysOn(claude)) return { ...adaptive(model), output_config: { effort: 'low' } };
  return { thinking: { type: claude.family === 'sonnet' && claude.version >= 505 ? 'between_tools' : 'disabled' } };
}

/** Asks for summaries, because some models do not show thinking by default. */
function adaptive(model: string): ThinkingFields {
  return {
    thinking: {
      type: 'adaptive',
      display: 'summarized',
      ...(bindsThinking(model) ? { block_binding: { prefix_mismatch_behavior: 'drop_block' } } : {}),
    },
  };
}

function budgeted(effort: Effort | undefined, maxTokens: number): ThinkingFields {
  if (effort === undefined || effort === 'none') return {};
  const budget = Math.min(BUDGETS[effort], maxTokens - LEAST_BUDGET);
  return budget < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

function effortWord(effort: Exclude<Effort, 'none'>): NonNullable<OutputConfig['effort']> {
  return effort === 'minimal' ? 'low' : effort;
}
