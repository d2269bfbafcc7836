/** What the context engine proposes and the session carries out. */
import type { LoadedSkill } from './session-state.ts';

export type LoadPlan =
  | { readonly kind: 'fits' /** To unload first, in this order. */; readonly unload: readonly LoadedSkill[] }
  | { readonly kind: 'over-skill-budget' | 'context-full' /** With both figures. */; readonly message: string };

/** One step of compaction, in the order of the seeds. */
export type CompactionStep =
  | { readonly strategy: 'tool-results'; readonly coversSeq: [number, number] }
  | { readonly strategy: 'turns'; readonly coversSeq: [number, number]; readonly summary: string }
  | { readonly strategy: 'skills'; readonly unload: LoadedSkill };
