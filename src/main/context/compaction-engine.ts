/** Compaction as the session commands use it: which step is next, what it comes to, and the model's summaries. */
import { COMPACT_THRESHOLD, type CompactionStep } from '../../shared/context-views.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { loadCeiling } from './budget.ts';
import { afterStep, compactionSteps, isWorthAsking, toolResultsStep, turnsStep } from './compaction.ts';
import { acceptSummary, buildSummaryRequest } from './summary.ts';

/** @param totalOf tokens of a state's request. */
export function createCompactionEngine(totalOf: (state: SessionState) => Promise<number>) {
  /** Returns the first step that makes the request smaller: a short summary may be longer than what it replaces. */
  async function firstThatHelps(
    state: SessionState,
    steps: readonly CompactionStep[],
  ): Promise<CompactionStep | undefined> {
    const total = await totalOf(state);
    for (const step of steps) {
      if ((await totalOf(afterStep(state, step))) < total) return step;
    }
    return undefined;
  }

  const openCompaction = (state: SessionState) => firstThatHelps(state, compactionSteps(state));

  return {
    openCompaction,

    /**
     * The next step of compaction, or undefined where none is needed or nothing more can be done. Needed is it over 80%
     * of the context; with `tokens` to be loaded, over the 90% that a load may fill.
     */
    async nextCompaction(state: SessionState, tokens?: number): Promise<CompactionStep | undefined> {
      const total = await totalOf(state);
      const over =
        tokens === undefined
          ? total > state.limits.maxContext * COMPACT_THRESHOLD
          : total + tokens > loadCeiling(state.limits);
      return over ? openCompaction(state) : undefined;
    },

    /** Both steps that a compaction by hand takes, in their order, each on what the one before leaves; skills stay. */
    async handCompaction(state: SessionState, instruction?: string): Promise<readonly CompactionStep[]> {
      const results = await firstThatHelps(state, toolResultsStep(state));
      const shortened = results === undefined ? state : afterStep(state, results);
      const [turns] = turnsStep(shortened, instruction);
      const anew = turns !== undefined && instruction !== undefined;
      const summed = anew || turns === undefined ? turns : await firstThatHelps(shortened, [turns]);
      return [results, summed].filter((step) => step !== undefined);
    },

    afterStep,
    isWorthAsking,
    summaryRequest: buildSummaryRequest,
    acceptSummary,
  };
}
