/** One step as a sentence, in the form that fits its place. */
import { type Activity, activityText, fillActivity } from '../../../shared/activity.ts';
import type { CardValue } from '../../../shared/cards/plain-card.ts';
import { cardIn } from '../../cards/call-card.ts';
import { valueInWords } from '../../cards/card-value.ts';
import { visibleText } from '../../shared/visible-text.ts';
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

/** A day on the command line is said as the language says it. */
const asValue = (value: string): CardValue => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? { date: value } : value);

/** The skill's own words, with the card's values over those of the command line. */
function skillText(words: Words, activity: Activity, { call, status }: Step): string | undefined {
  const text = activityText(activity, words.language, FORM[status]);
  if (text === undefined) return undefined;
  const values = { ...activity.values, ...cardIn(call.data)?.stepValues };
  const filled = fillActivity(text, (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined
      ? undefined
      : valueInWords(words, typeof value === 'string' ? asValue(value) : value, 'short');
  });
  return visibleText(filled);
}

export function stepText(words: Words, step: Step): string {
  const { activity } = step.call;
  const said = activity === undefined ? undefined : skillText(words, activity, step);
  return said ?? deedInWords(words, deedOf(step.call), FORM[step.status]);
}
