/** A model's work on skills in a conversation: trials and proposed edits. Results are texts for the model. */

import type { ToolResult } from '../../../main/agent/ports.ts';
import type { Core } from '../../../main/core/core.ts';
import { differenceText } from '../../../main/skills/import/difference.ts';
import type { Edit, SkillWorkshop, Trial } from '../../../main/tools/define-tool.ts';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { type Benchmark, isWhole, spentOn } from '../../../shared/evals.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { EvalRequest, ImproveRequest } from '../contract.ts';
import type { LoopVersion } from '../improving.ts';
import { wilson } from './benchmark.ts';
import { estimateEval, evaluate } from './evaluate.ts';
import { figuresOf, type History, openHistory, pastLoops, sumOf } from './history.ts';
import { pastEval } from './journal.ts';
import { applyEdits, skillFileName, skillTexts } from './propose.ts';
import { skillUnderTest } from './runs.ts';

const MAX_RESULT = 12_000;

export function createWorkshop(core: Core): SkillWorkshop {
  const tried = async (work: () => Promise<ToolResult>): Promise<ToolResult> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SkilldeckError) return { ok: false, content: messageOf(error) };
      throw error;
    }
  };
  return {
    async plan(trial, state) {
      const { runs } = await estimateEval(core, await requestOf(core, trial, state));
      return { skill: (await skillUnderTest(core, trial.skill)).id, runs };
    },
    evaluate: (trial, state, signal) => tried(() => evaluated(core, trial, state, signal)),
    propose: (asked) => tried(() => proposed(core, asked)),
  };
}

async function requestOf(
  core: Core,
  trial: Trial,
  { environment, model, dialect }: SessionState,
): Promise<EvalRequest> {
  const version = trial.version === undefined ? undefined : await versionOf(core, trial.skill, trial.version);
  const unsaved = version?.files.map(({ path, text }) => ({ path, text })) ?? [];
  return {
    skill: trial.skill,
    runs: trial.runs,
    concurrency: 2,
    maxTokens: trial.maxTokens,
    settings: { environment, model, dialect },
    ...(trial.cases === undefined ? {} : { cases: [...trial.cases] }),
    ...(trial.withAndWithout ? { withAndWithout: true } : {}),
    ...(unsaved.length === 0 ? {} : { unsaved }),
  };
}

async function versionOf(core: Core, given: string, number: number): Promise<LoopVersion> {
  const { id } = await skillUnderTest(core, given);
  const versions = pastLoops(core.home, id).find((loop) => loop.ended === 'conversation')?.versions ?? [];
  const found = versions.find((one) => one.number === number);
  if (found !== undefined) return found;
  const numbers = versions.map((one) => one.number).join(', ');
  throw detailed('bad-input', numbers === '' ? 'version-number-none' : 'version-number', { number, id, numbers });
}

async function evaluated(core: Core, trial: Trial, state: SessionState, signal: AbortSignal): Promise<ToolResult> {
  const request = await requestOf(core, trial, state);
  let [id, planned] = ['', 0];
  let result: Benchmark | undefined;
  for await (const item of evaluate(core, request, signal)) {
    if (item.kind === 'planned') [id, planned] = [item.id, item.runs];
    if (item.kind === 'result') result = item.result;
  }
  const skill = await skillUnderTest(core, trial.skill);
  const { runs = [], notes = [] } = result ?? pastEval(core.home, skill.id, id)?.result ?? {};
  const sides = Map.groupBy(runs, ({ configuration }) => configuration);
  const lines = [...sides].flatMap(([side, own]) => {
    const passed = own.filter(isWhole).length;
    const [low, high] = wilson(passed, own.length).map((bound) => Math.round(bound * 100));
    return `${side}: ${passed} of ${own.length} runs passed (95 %: ${low} to ${high} %).`;
  });
  const failed = runs
    .filter((run) => !isWhole(run))
    .flatMap((run) => [
      `Case ${run.eval_id}, ${run.configuration}, run ${run.run_number} (conversation ${run.session}), answer: ${JSON.stringify((run.answer ?? '').slice(0, 300))}`,
      ...run.expectations
        .filter(({ passed }) => !passed)
        .map(
          ({ text, evidence, skipped }) => `- ${skipped === true ? 'not graded' : 'NOT MET'}: ${text} (${evidence})`,
        ),
    ]);
  const { tokens } = sumOf(runs.map(({ result: taken }) => spentOn(taken)));
  if (result !== undefined && result.unbegun === undefined && trial.version !== undefined) {
    await keepFigures(core, trial.skill, { number: trial.version, id, result });
  }
  const cut = result === undefined ? [`Stopped: ${runs.length} of ${planned} runs were done.`] : [];
  const content = [...cut, ...lines, `${tokens} tokens.`, ...notes, ...failed].join('\n').slice(0, MAX_RESULT);
  return { ok: result !== undefined, content };
}

/** The person finds them beside the version. */
async function keepFigures(
  core: Core,
  given: string,
  { number, id, result }: { readonly number: number; readonly id: string; readonly result: Benchmark },
): Promise<void> {
  const history = await historyOf(core, given);
  try {
    const { versions } = history.loop();
    const version = versions.find((one) => one.number === number);
    if (version === undefined) return;
    const before = versions.find((one) => one.number === version.parent)?.figures;
    history.measured(number, figuresOf(id, result, before), sumOf(result.runs.map((run) => spentOn(run.result))));
    history.end('conversation');
  } finally {
    history.close();
  }
}

/** Versions that conversations made of a skill with these texts, with the skill itself as the first. */
async function historyOf(core: Core, given: string): Promise<History> {
  const { id, dir } = await skillUnderTest(core, given);
  const saved = await skillTexts(dir);
  const request: ImproveRequest = { skill: id, runs: 1, rounds: 50, concurrency: 2, settings: {}, resume: true };
  const history = openHistory(core.home, { skill: id, request, same: { by: 'conversation', dir, saved: [...saved] } });
  if (history.loop().versions.length === 0) {
    history.add({ number: 0, parent: null, at: new Date().toISOString(), reason: '', files: [] });
  }
  return history;
}

async function proposed(
  core: Core,
  { skill, reason, edits, from }: Parameters<SkillWorkshop['propose']>[0],
): Promise<ToolResult> {
  const { id, dir } = await skillUnderTest(core, skill);
  const saved = await skillTexts(dir);
  const history = await historyOf(core, skill);
  try {
    const { versions } = history.loop();
    const parent = from === undefined ? versions.at(-1) : versions.find((one) => one.number === from);
    if (parent === undefined) {
      return {
        ok: false,
        content: `There is no version ${from}. There are: ${versions.map((one) => one.number).join(', ')}.`,
      };
    }
    const before = new Map([...saved, ...parent.files.map(({ path, text }) => [path, text] as const)]);
    const edited = applyEdits(before, skillFileName(dir), edits satisfies readonly Edit[]);
    if ('fault' in edited) return { ok: false, content: `Nothing was proposed: ${edited.fault}.` };
    const number = versions.length;
    const files = [...edited.texts].flatMap(([path, text]) => {
      const old = saved.get(path) ?? null;
      return text === old ? [] : [{ path, before: old, text }];
    });
    history.add({ number, parent: parent.number, at: new Date().toISOString(), reason, files });
    history.end('conversation');
    const shown = files.map(({ path, before: old, text }) => differenceText(path, old ?? '', text)).join('\n');
    const next = `The skill is unchanged. Try it with eval_skill {"skill": "${id}", "version": ${number}}. The person reads and takes it under Evals, Improve in the skill's view, or with: skilldeck skills improve ${id} --take ${number}`;
    return {
      ok: true,
      content: [`Version ${number} of ${id}, made of ${parent.number}.`, shown, next].join('\n').slice(0, MAX_RESULT),
    };
  } finally {
    history.close();
  }
}
