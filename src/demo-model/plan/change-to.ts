/** The new flights of a booking are chosen: what the change costs, then the change, which is asked for on its card. */
import { readReceipt, SCRIPTS } from '../dialogue/observe.ts';
import type { FlightOffer } from '../dialogue/offers.ts';
import { languageOption } from '../dialogue/trip.ts';
import type { LoadedSkill } from '../request/skills.ts';
import type { Answer } from '../wire.ts';
import { type Desk, lastRunOf, needReference, runScript, say } from './desk.ts';

export function changeTo(desk: Desk, skill: LoadedSkill, reference: string, offer: FlightOffer): Answer {
  const { words } = desk;
  const run = lastRunOf(desk, SCRIPTS.manage);
  const command = ['change', reference, '--offer', offer.id];
  if (run?.argv[0] !== 'change') return manage(desk, skill, [...command, '--quote']);
  switch (run.outcome.kind) {
    case 'done':
      return manage(desk, skill, [...command, '--expect-total', dueNow(run.outcome.output)]);
    case 'declined':
      return say(words.cancelDeclined);
    case 'undecided':
      return say(words.changeUndecided);
    case 'unasked':
      return say(words.unasked);
    case 'not-run':
      return say(words.notRun(run.outcome.message));
    case 'failed': {
      const errors = needReference(desk, skill, 'reference.md');
      if ('answer' in errors) return errors.answer;
      const { failure: kind, message, remedies } = run.outcome;
      return say(words.notChanged({ kind, message, remedies }));
    }
  }
}

/** A booking was changed in this turn. */
export function changed(desk: Desk): Answer | undefined {
  const run = lastRunOf(desk, SCRIPTS.manage);
  if (run?.argv[0] !== 'change' || run.argv.includes('--quote') || run.outcome.kind !== 'done') return undefined;
  return say(desk.words.changed(readReceipt(run.outcome.output)));
}

/** As `--expect-total` takes it; less than nothing for what comes back. */
function dueNow(output: string): string {
  const [, back, amount = '0'] = /^(?:To pay now: |需补付：|(You get back: |退还：))\D*([\d,.]+)$/m.exec(output) ?? [];
  return `${back === undefined ? '' : '-'}${amount.replaceAll(',', '')}`;
}

const manage = (desk: Desk, skill: LoadedSkill, argv: readonly string[]): Answer =>
  runScript(desk, skill, SCRIPTS.manage, [...argv, ...languageOption(desk.state.language)]);
