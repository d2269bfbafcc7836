/** Budget of a model's work: counted request by request, and none is begun that would exceed it. */

import type { ModelOutcome } from '../../../main/agent/ports.ts';
import { countTokens } from '../../../main/context/engine.ts';
import type { Core } from '../../../main/core/core.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { ImprovingEnd, LoopSpending } from '../improving.ts';
import { askOnce, type Question } from './judge.ts';

type Empty = Extract<ImprovingEnd, 'tokens' | 'cost' | 'no-price'>;
type Paid = ModelOutcome | { readonly kind: 'unpaid'; readonly why: Empty };

interface Limits {
  readonly maxTokens?: number | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
}

export type Purse = ReturnType<typeof createPurse>;

export function createPurse({ maxTokens, maxCost }: Limits, before: LoopSpending = { tokens: 0, cost: 0 }) {
  let { tokens, cost }: LoopSpending = before;
  const under = new Set<LoopSpending>();
  const spent = (): LoopSpending => ({ tokens, ...(cost === undefined ? {} : { cost }) });
  const add = (more: LoopSpending) => {
    tokens += more.tokens;
    cost = cost === undefined || more.cost === undefined ? undefined : cost + more.cost;
  };
  const refuses = (next: LoopSpending): Empty | undefined => {
    const reserved = sumOf([...under]);
    if (maxTokens !== undefined && tokens + reserved.tokens + next.tokens > maxTokens) return 'tokens';
    if (maxCost === undefined) return undefined;
    if (cost === undefined || next.cost === undefined) return 'no-price';
    return cost + (reserved.cost ?? 0) + next.cost > maxCost ? 'cost' : undefined;
  };
  /** Counts it as under way until the answer is called. */
  const reserve = (next: LoopSpending) => {
    under.add(next);
    return () => void under.delete(next);
  };
  return {
    spent,
    add,
    /** True if something of this size still fits beside what is under way. */
    refuses,
    /** Rest of the limits; at least 0. */
    left: (): Limits => ({
      ...(maxTokens === undefined ? {} : { maxTokens: Math.max(0, maxTokens - tokens) }),
      ...(maxCost === undefined ? {} : { maxCost: Math.max(0, maxCost - (cost ?? maxCost)) }),
    }),
    reserve,
    /** Asks once, if it fits. */
    async ask(
      core: Pick<Core, 'models' | 'prices'>,
      state: SessionState,
      question: Question,
      signal: AbortSignal,
    ): Promise<Paid> {
      const { model } = state;
      const sized = (promptTokens: number, completionTokens: number): LoopSpending => {
        const price = core.prices(model, { promptTokens, completionTokens });
        return { tokens: promptTokens + completionTokens, ...(price === undefined ? {} : { cost: price }) };
      };
      const { system, user, tools } = question;
      const prompt = await countTokens(model, `${system}\n${user}\n${JSON.stringify(tools)}`);
      const next = sized(prompt, 0);
      const why = refuses(next);
      if (why !== undefined) return { kind: 'unpaid', why };
      const release = reserve(next);
      const outcome = await askOnce(core, state, question, signal);
      release();
      if (outcome.kind === 'answer') {
        const { promptTokens, completionTokens } = outcome.usage ?? {
          promptTokens: prompt,
          completionTokens: await countTokens(model, outcome.text),
        };
        add(sized(promptTokens, completionTokens));
      }
      return outcome;
    },
  };
}

/** Without a price where one of them has none. */
export function sumOf(all: readonly LoopSpending[]): LoopSpending {
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0);
  if (all.some(({ cost }) => cost === undefined)) return { tokens };
  return { tokens, cost: all.reduce((sum, { cost = 0 }) => sum + cost, 0) };
}
