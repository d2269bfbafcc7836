/** Plans that the context engine proposes and the session carries out. */
import type { SkillTool, SUMMARY_WRITERS, SummaryFallback } from './events.ts';
import type { LoadedSkill } from './session-state.ts';

export type LoadPlan =
  | {
      readonly kind: 'fits';
      /** Skills to unload first, in this order. */
      readonly unload: readonly LoadedSkill[];
      /** Reason why they go, in words for the agent; absent where none does. */
      readonly note?: string;
    }
  | {
      readonly kind: 'over-skill-budget' | 'context-full' | 'too-many-skills';
      /** Contains both figures. */
      readonly message: string;
      /** Those of the message, by name: for who says it in other words. */
      readonly figures: Readonly<Record<string, number>>;
    };

/** A tool as a skill's `tools.yaml` declares it; what it is offered as is decided when the skill is loaded. */
export type DeclaredTool = Omit<SkillTool, 'declared' | 'tokens'>;

/** One step of compaction, in the order of the seeds. All but `unload` become their event unchanged. */
export type CompactionStep =
  | { readonly strategy: 'tool-results'; readonly coversSeq: [number, number]; readonly messages: number }
  | TurnsStep
  | { readonly strategy: 'skills'; readonly unload: LoadedSkill };

export interface TurnsStep {
  readonly strategy: 'turns';
  readonly coversSeq: [number, number];
  /** Messages that the summary replaces, including those of an earlier summary. */
  readonly messages: number;
  readonly summary: string;
  readonly writtenBy: (typeof SUMMARY_WRITERS)[number];
  readonly instruction?: string;
  /** Reason why the model's own summary was not taken. */
  readonly fallback?: SummaryFallback;
}

/** Input for a summary. */
export interface SummaryTask {
  readonly coversSeq: readonly [number, number];
  /** The user's wish for what to keep. */
  readonly instruction?: string | undefined;
}
