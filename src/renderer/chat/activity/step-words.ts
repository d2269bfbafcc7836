/** A step as one sentence, in the form that fits where it stands. */

import type { ChatKey, Words } from '../../shared/words.ts';
import type { Step, StepStatus } from '../transcript/transcript-items.ts';
import { deedInWords, deedOf } from './tool-label.ts';

const FORM = {
  queued: 'name',
  running: 'doing',
  waiting: 'name',
  done: 'done',
  failed: 'failed',
  denied: 'name',
  cut: 'name',
} as const satisfies Record<StepStatus, string>;

/** Said after the sentence, where it has neither begun nor finished. */
export const STEP_REMARK: Readonly<Partial<Record<StepStatus, ChatKey>>> = {
  waiting: 'step.waiting',
  denied: 'step.denied',
  cut: 'step.cut',
  queued: 'step.queued',
};

export function stepText(words: Words, { call, status }: Step): string {
  return deedInWords(words, deedOf(words, call), FORM[status]);
}
