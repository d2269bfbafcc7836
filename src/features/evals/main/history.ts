/**
 * Versions that a loop made of a skill, one file for each loop: `HOME/evals/SKILL/loops/TIME-KEY.jsonl`. Each version is
 * on the disk as it is made, with the whole text of what it changes.
 */

import path from 'node:path';
import { z } from 'zod';
import type { Core } from '../../../main/core/core.ts';
import { storedRows } from '../../../main/session/requests.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { type Benchmark, type EvalCase, type EvalRun, isWhole, summaryOf } from '../../../shared/evals.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { passedOf } from '../compare.ts';
import { type ImproveRequest, improveRequestSchema, type PastEval, type PastLoop } from '../contract.ts';
import {
  bestVersion,
  endingSchema,
  type ImprovingEnd,
  type LoopFigures,
  type LoopSpending,
  type LoopVersion,
  loopFiguresSchema,
  loopVersionSchema,
  spentSchema,
} from '../improving.ts';
import { newcombe, wilson } from './benchmark.ts';
import { linesIn, namesIn, openJournal, STOPPED } from './journal.ts';
import { fenced } from './judge.ts';
import { sumOf } from './purse.ts';
import { evalsFolder } from './versions.ts';

// Figures of a version, by its eval.

/** Figures of the first configuration. @param before those of the version that it was made from. */
export function figuresOf(id: string, result: Benchmark, before: LoopFigures | undefined): LoopFigures {
  const [configuration = ''] = Object.keys(result.run_summary);
  const summary = summaryOf(result, configuration);
  const { passed, runs: of } = passedOf(result, configuration);
  return {
    eval: id,
    passed,
    of,
    interval: wilson(passed, of),
    pass_rate: summary?.pass_rate.mean ?? 0,
    tokens: summary?.tokens.mean ?? 0,
    seconds: summary?.time_seconds.mean ?? 0,
    ...(before === undefined || before.of === 0 || of === 0
      ? {}
      : {
          difference: {
            passed: passed / of - before.passed / before.of,
            interval: newcombe({ passed, trials: of }, { passed: before.passed, trials: before.of }),
          },
        }),
  };
}

// Evidence for the writer from a version's runs: grades, steps word by word, and the person's remarks.

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
      const own = runs.filter(({ eval_id, result }) => eval_id === id && result.total > 0);
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

const planSchema = z.object({ skill: z.string(), request: improveRequestSchema });
const lineSchema = z.union([
  z.object({ plan: planSchema }),
  z.object({ version: loopVersionSchema.omit({ figures: true }) }),
  z.object({ number: z.int(), figures: loopFiguresSchema, spent: spentSchema }),
  /** Cost of an eval that was cut short. */
  z.object({ number: z.int(), partial: spentSchema }),
  /** Cost of the writer. */
  z.object({ asked: spentSchema }),
  z.object({ end: endingSchema }),
  STOPPED,
]);
type LoopLine = z.infer<typeof lineSchema>;

export const loopsFolder = (home: string, skill: string): string => path.join(evalsFolder(home, skill), 'loops');
/** Max loops of one skill in a list. */
const MAX_LISTED = 20;

export type History = ReturnType<typeof openHistory>;

interface LoopStart {
  readonly skill: string;
  readonly request: ImproveRequest;
  /** Key by which two loops are the same. */
  readonly same: unknown;
}

/** Continues with the latest of the same if `resume` is set and there is one. */
export function openHistory(home: string, { skill, request, same }: LoopStart) {
  const plan = { skill, request };
  const { id, lines, kept, append } = openJournal<LoopLine>(loopsFolder(home, skill), lineSchema, {
    plan: { plan },
    same,
    resume: request.resume === true,
    at: new Date().toISOString(),
  });
  return {
    id,
    /** Current state on the disk. */
    loop: () => folded(id, plan, lines),
    /** Costs without those of an eval that is to continue: it counts its kept runs itself. */
    paid: () => spentIn(lines.filter((line) => !('partial' in line))),
    /** True if this version was made before the loop was opened. */
    resumed: (number: number) => kept.some((line) => 'version' in line && line.version.number === number),
    add: ({ figures: _none, ...version }: LoopVersion) => append({ version }),
    measured: (number: number, figures: LoopFigures, spent: LoopSpending) => append({ number, figures, spent }),
    /** Costs of its eval before it was cut short; they count until it is measured. */
    cut: (number: number, spent: LoopSpending) => append({ number, partial: spent }),
    asked: (spent: LoopSpending) => append({ asked: spent }),
    end: (why: ImprovingEnd) => append({ end: why }),
  };
}

function folded(id: string, { skill, request }: z.infer<typeof planSchema>, lines: readonly LoopLine[]): PastLoop {
  const figures = new Map(lines.flatMap((line) => ('figures' in line ? [[line.number, line.figures] as const] : [])));
  const versions = lines.flatMap((line): LoopVersion[] => {
    if (!('version' in line)) return [];
    const own = figures.get(line.version.number);
    return [{ ...line.version, ...(own === undefined ? {} : { figures: own }) }];
  });
  const end = lines.flatMap((line) => ('end' in line ? [line.end] : [])).at(-1);
  return {
    id,
    skill,
    request,
    versions,
    best: bestVersion(versions)?.number ?? null,
    ...(end === undefined ? {} : { ended: end }),
    ...(lines.some((line) => 'stopped' in line) ? { stopped: true } : {}),
    spent: spentIn(lines),
    rounds: request.rounds,
  };
}

function spentIn(lines: readonly LoopLine[]): LoopSpending {
  const byVersion = new Map<number, LoopSpending>();
  const spent: LoopSpending[] = [];
  for (const line of lines) {
    if ('asked' in line) spent.push(line.asked);
    if ('partial' in line) byVersion.set(line.number, line.partial);
    if ('figures' in line) byVersion.set(line.number, line.spent);
  }
  return sumOf([...spent, ...byVersion.values()]);
}

/** Loops of a skill, the one with the latest version first, those too that were stopped. */
export function pastLoops(home: string, skill: string): readonly PastLoop[] {
  const folder = loopsFolder(home, skill);
  return namesIn(folder)
    .toReversed()
    .slice(0, MAX_LISTED)
    .flatMap((id) => {
      const lines = linesIn(folder, id, lineSchema);
      const plan = lines.flatMap((line) => ('plan' in line ? [line.plan] : []))[0];
      return plan === undefined ? [] : [folded(id, plan, lines)];
    })
    .sort((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1));
}

const latestOf = ({ versions }: PastLoop): string => versions.at(-1)?.at ?? '';
