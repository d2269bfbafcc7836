/** Evidence for the writer from a version's runs: grades, steps word by word, and the person's remarks. */
import type { PastEval } from '../../../../shared/contract/evals.ts';
import { type EvalRun, isWhole } from '../../../../shared/evals/benchmark.ts';
import type { EvalCase } from '../../../../shared/evals/cases.ts';
import type { LoopVersion } from '../../../../shared/evals/improving.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import type { Core } from '../../../core/core.ts';
import { storedRows } from '../../../session/stored-rows.ts';
import { toEvent } from '../../../store/event-log.ts';
import { fenced } from '../json-answer.ts';

/** Characters: of all that is shown, of one run, of one argument or result in it, of an answer that a person judged. */
const MAX_SHOWN = 60_000;
const MAX_RUN = 8_000;
const MAX_PIECE = 800;
const MAX_ANSWER = 400;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A failed run of each case, and the cases that passed by name. */
export function gradesAndRuns(core: Pick<Core, 'store'>, cases: readonly EvalCase[], runs: readonly EvalRun[]): string {
  let room = MAX_SHOWN;
  return cases
    .map(({ id, prompt, turns = [], expected_output }) => {
      const own = runs.filter(({ eval_id }) => eval_id === id);
      const passed = own.filter(isWhole).length;
      const title = `## Case ${id}: ${passed} of ${own.length} runs passed`;
      const failed = own.find((run) => !isWhole(run));
      if (failed === undefined || room <= 0) return title;
      const shown = [
        title,
        `The person said: ${JSON.stringify([prompt, ...turns])}`,
        ...(expected_output === undefined ? [] : [`A good result: ${expected_output}`]),
        ...failed.expectations.map(
          ({ text, passed: ok, skipped, evidence }) =>
            `- ${skipped === true ? 'not graded' : ok ? 'met' : 'NOT MET'}: ${text}${ok ? '' : ` (${evidence})`}`,
        ),
        'What the agent did in a run that failed:',
        fenced(cut(transcript(storedRows(core.store, failed.session).map(toEvent)), Math.min(room, MAX_RUN))),
      ].join('\n');
      room -= shown.length;
      return shown;
    })
    .join('\n\n');
}

/** @param piece characters of one argument, result or message; of answers twice as many. */
export function transcript(events: readonly SessionEvent[], piece = MAX_PIECE): string {
  return events
    .flatMap((event) => {
      switch (event.type) {
        case 'user-message-added':
          return [`PERSON: ${cut(event.text, piece)}`];
        case 'model-responded':
          return [
            ...(event.text === '' ? [] : [`AGENT: ${cut(event.text, 2 * piece)}`]),
            ...event.toolCalls.map((call) => `CALL ${call.name} ${cut(call.arguments, piece)}`),
          ];
        case 'tool-finished':
          return [`RESULT${event.ok ? '' : ' (failed)'}: ${cut(event.content, piece)}`];
        case 'run-finished':
          return [`RUN ENDED: ${event.state}`];
        default:
          return [];
      }
    })
    .join('\n');
}

/** Remarks of a person on outputs of any version, and outputs marked as bad. */
export function personsWords(words: string | undefined, past: readonly PastEval[]): string {
  const lines = past.flatMap(({ marks, result: { runs } }) =>
    marks.flatMap(({ session, good, words: said }) => {
      const run = runs.find((one) => one.session === session);
      if (run === undefined || (said.trim() === '' && good !== false)) return [];
      const verdict = good === null ? '' : good ? ' (a good output)' : ' (a bad output)';
      return [
        `- Case ${run.eval_id}${verdict}: ${JSON.stringify(said)} about ${JSON.stringify(cut(run.answer ?? '', MAX_ANSWER))}`,
      ];
    }),
  );
  return [...(words === undefined ? [] : [words]), ...lines].join('\n') || 'nothing';
}

/** Earlier edits and their results. */
export function triedBefore(versions: readonly LoopVersion[]): string {
  const lines = versions.flatMap(({ number, parent, reason, figures }) =>
    parent === null || figures === undefined
      ? []
      : [`- Version ${number}, made of ${parent}: ${figures.passed} of ${figures.of} runs passed. ${reason}`],
  );
  return lines.join('\n') || 'nothing';
}
