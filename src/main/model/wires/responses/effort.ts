/** Reasoning effort in the words that OpenAI's models take (docs/decisions/0021). */
import type { Effort } from '../../../../shared/events.ts';

export type ReasoningEffort = Effort | 'xhigh';

/** Models that refuse `reasoning` and encrypted reasoning. */
const PLAIN = /(^|\/)(gpt-[34]|chatgpt-4|gpt-5-chat)/i;
const OPENAI = /(^|\/)(?:gpt-(\d+)(?:\.(\d+))?|(o)\d)/i;

export const isPlain = (model: string): boolean => PLAIN.test(model);

/** OpenAI's reasoning models, by their names; others may reason too. */
export const isReasoner = (model: string): boolean => !isPlain(model) && OPENAI.test(model);

/** Nearest effort that the model takes. Other providers' models get the word unchanged. */
export function reasoningEffort(model: string, effort: Effort): ReasoningEffort {
  const [, , major, minor, isO] = OPENAI.exec(model) ?? [];
  if (isO !== undefined) return effort === 'none' || effort === 'minimal' ? 'low' : effort === 'max' ? 'high' : effort;
  if (major === undefined) return effort;
  const version = Number(major) * 100 + Number(minor ?? 0);
  switch (effort) {
    case 'none':
      return version < 501 ? 'minimal' : version < 600 ? 'none' : 'low';
    case 'minimal':
      return version < 501 ? 'minimal' : 'low';
    case 'max':
      return version < 502 ? 'high' : version < 506 ? 'xhigh' : 'max';
    default:
      return effort;
  }
}
