/**
 * Improves a skill in turns: its best version is tried, a model proposes an edit of it, and the edit is tried by the
 * same cases. The skill itself is not touched.
 */

import type { Core } from '../../../main/core/core.ts';
import { type Benchmark, spentOn } from '../../../shared/evals.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { EvalRequest, ImproveProgress, ImproveRequest } from '../contract.ts';
import { bestVersion, type ImprovingEnd, type LoopSpending, type LoopVersion } from '../improving.ts';
import { evaluate, isDemo, pastEval, pastEvals, stateFor } from './evaluate.ts';
import { figuresOf, type History, openHistory, personsWords } from './history.ts';
import { propose, skillFileName, skillTexts } from './propose.ts';
import { createPurse, type Purse, sumOf } from './purse.ts';
import { readCases } from './read-cases.ts';
import { type SkillUnderTest, skillUnderTest } from './runs.ts';

/** Size that fits wherever anything is left. */
const SOMETHING: LoopSpending = { tokens: 1, cost: Number.EPSILON };

type Texts = ReadonlyMap<string, string>;

/** @throws SkilldeckError `bad-input`, `skill-not-found`. */
export async function* improve(
  core: Core,
  request: ImproveRequest,
  signal: AbortSignal,
): AsyncGenerator<ImproveProgress> {
  const skill = await skillUnderTest(core, request.skill);
  const cases = (await readCases(skill.dir, signal)).filter(({ id }) => request.cases?.includes(id) ?? true);
  const saved = await skillTexts(skill.dir);
  const writer = await writerFor(core, request);
  const {
    resume: _resume,
    rounds: _rounds,
    concurrency: _width,
    maxCost: _cost,
    maxTokens: _tokens,
    ...same
  } = request;
  const begun = { skill: skill.id, request, same: { ...same, dir: skill.dir, cases, saved: [...saved] } };
  const history = openHistory(core.home, begun);
  const purse = createPurse(request, history.paid());
  const loop = { core, request, skill, saved, cases, writer, history, purse, signal };
  yield { kind: 'began', loop: history.loop() };
  if (history.loop().versions.length === 0) yield added(loop, null, '', draftOf(saved, request));
  let ended: ImprovingEnd | undefined;
  while (ended === undefined && !signal.aborted) {
    const { versions } = history.loop();
    const open = versions.find(({ figures }) => figures === undefined);
    ended = open === undefined ? yield* nextVersion(loop, versions) : yield* measure(loop, open);
  }
  // The app may be closing; what was made is kept for `resume`.
  if (ended === undefined || signal.aborted) return;
  history.end(ended);
  yield { kind: 'result', loop: history.loop() };
}

interface Running {
  readonly core: Core;
  readonly request: ImproveRequest;
  readonly skill: SkillUnderTest;
  /** The skill's texts on the disk, by path. */
  readonly saved: Texts;
  readonly cases: Awaited<ReturnType<typeof readCases>>;
  readonly writer: Awaited<ReturnType<typeof stateFor>>;
  readonly history: History;
  readonly purse: Purse;
  readonly signal: AbortSignal;
}

async function writerFor(core: Core, { writer, settings }: ImproveRequest) {
  const state = await stateFor(core, writer === undefined ? settings : { ...settings, model: writer });
  if (!isDemo(state)) return state;
  throw detailed('bad-input', 'demo-edits');
}

const draftOf = (saved: Texts, { unsaved = [] }: ImproveRequest): Texts =>
  new Map([...saved, ...unsaved.map(({ path, text }) => [path, text] as const)]);

const textsOf = (saved: Texts, { files }: Pick<LoopVersion, 'files'>): Texts =>
  new Map([...saved, ...files.map(({ path, text }) => [path, text] as const)]);

function added({ history, saved }: Running, parent: number | null, reason: string, texts: Texts): ImproveProgress {
  const version: LoopVersion = {
    number: history.loop().versions.length,
    parent,
    at: new Date().toISOString(),
    reason,
    files: [...texts].flatMap(([path, text]) => {
      const before = saved.get(path) ?? null;
      return text === before ? [] : [{ path, before, text }];
    }),
  };
  history.add(version);
  return { kind: 'version', version };
}

/** A version made of the best one. @returns why there is none. */
async function* nextVersion(
  loop: Running,
  versions: readonly LoopVersion[],
): AsyncGenerator<ImproveProgress, ImprovingEnd | undefined> {
  const { core, request, skill, saved, cases, writer, history, purse, signal } = loop;
  const best = bestVersion(versions);
  if (best?.figures === undefined) return 'model';
  if (best.figures.of > 0 && best.figures.passed === best.figures.of) return 'passed';
  if (versions.length > request.rounds) return 'rounds';
  const faults: string[] = [];
  const before = purse.spent();
  const proposed = await propose(
    core,
    writer,
    {
      texts: textsOf(saved, best),
      own: skillFileName(skill.dir),
      cases,
      runs: pastEval(core.home, skill.id, best.figures.eval)?.result.runs ?? [],
      versions,
      words: personsWords(request.words, pastEvals(core.home, skill.id)),
    },
    { purse, signal, onFault: (why) => faults.push(why) },
  );
  history.asked(since(before, purse.spent()));
  for (const why of faults) yield { kind: 'unusable', why };
  if ('ended' in proposed) return proposed.ended;
  yield added(loop, best.number, proposed.reason, proposed.texts);
  return undefined;
}

function since(before: LoopSpending, now: LoopSpending): LoopSpending {
  const tokens = now.tokens - before.tokens;
  return now.cost === undefined || before.cost === undefined ? { tokens } : { tokens, cost: now.cost - before.cost };
}

/** Tries a version by the cases, continuing with what a crash left of it. @returns why it could not be tried whole. */
async function* measure(
  { core, request, skill, saved, history, purse, signal }: Running,
  { number, parent, files }: LoopVersion,
): AsyncGenerator<ImproveProgress, ImprovingEnd | undefined> {
  const { cases, runs, judge, concurrency, settings } = request;
  const file = skillFileName(skill.dir);
  const own = new Map([[file, saved.get(file) ?? '']]);
  const evaluated: EvalRequest = {
    skill: request.skill,
    runs,
    concurrency,
    settings,
    // All versions are tried as drafts, the first one too: with the same rights.
    unsaved: [...textsOf(own, { files })].map(([path, text]) => ({ path, text })),
    ...(cases === undefined ? {} : { cases }),
    ...(judge === undefined ? {} : { judge }),
    resume: history.resumed(number),
    ...purse.left(),
  };
  const empty = purse.refuses(SOMETHING);
  if (empty !== undefined) return empty;
  let id = '';
  let result: Benchmark | undefined;
  for await (const item of evaluate(core, evaluated, signal)) {
    if (item.kind === 'planned') id = item.id;
    else if (item.kind === 'ran') yield { kind: 'ran', number, done: item.done, of: item.of };
    else if (item.kind === 'result') result = item.result;
  }
  const all = result?.runs ?? pastEval(core.home, skill.id, id)?.result.runs ?? [];
  const spent = sumOf(all.map(({ result }) => spentOn(result)));
  if (result === undefined || result.unbegun !== undefined) {
    history.cut(number, spent);
    return result?.unbegun?.why;
  }
  if (all.length > 0 && all.every(({ result: { tokens, errors } }) => tokens === 0 && errors > 0)) {
    history.cut(number, spent);
    return 'model';
  }
  purse.add(spent);
  const before = history.loop().versions.find((one) => one.number === parent)?.figures;
  history.measured(number, figuresOf(id, result, before), spent);
  const version = history.loop().versions.find((one) => one.number === number);
  if (version !== undefined) yield { kind: 'version', version };
  return undefined;
}
