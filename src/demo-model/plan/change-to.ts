/** The new flights of a booking are chosen: what the change costs, then the change, which is asked for on its card. */
import { readReceipt, SCRIPTS } from '../dialogue/observe.ts';
import type { FlightOffer } from '../dialogue/offers.ts';
import type { LoadedSkill } from '../skills.ts';
import type { Answer } from '../wire.ts';
import { type Desk, lastRunOf, manage, needReference, notRun, say } from './desk.ts';

export function changeTo(desk: Desk, skill: LoadedSkill, reference: string, offer: FlightOffer): Answer {
  const { words } = desk;
  const run = lastRunOf(desk, SCRIPTS.manage);
  const command = ['change', reference, '--offer', offer.id];
  if (run?.argv[0] !== 'change') return manage(desk, skill, [...command, '--quote']);
  const { outcome } = run;
  if (outcome.kind === 'done') return manage(desk, skill, [...command, '--expect-total', dueNow(outcome.output)]);
  if (outcome.kind !== 'failed')
    return notRun(desk, outcome, words.cancelDeclined, words.changeUndecided) ?? say(words.gaveUp);
  const errors = needReference(desk, skill, 'reference.md');
  return 'answer' in errors ? errors.answer : say(words.notChanged(outcome.failure));
}

/** A booking was changed in this turn. */
export function changed(desk: Desk): Answer | undefined {
  const run = lastRunOf(desk, SCRIPTS.manage);
  if (run?.argv[0] !== 'change' || run.argv.includes('--quote') || run.outcome.kind !== 'done') return undefined;
  return say(desk.words.changed(readReceipt(run.outcome.output)));
}

/** Amount for `--expect-total`; negative for money that comes back. */
function dueNow(output: string): string {
  const [, back, amount = '0'] = /^(?:To pay now: |需补付：|(You get back: |退还：))\D*([\d,.]+)$/m.exec(output) ?? [];
  return `${back === undefined ? '' : '-'}${amount.replaceAll(',', '')}`;
}
