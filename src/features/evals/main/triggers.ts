/** Tests whether sentences lead the model to a skill: one small request each, which ends at the first choice. */

import path from 'node:path';
import type { ModelOutcome } from '../../../main/agent/ports.ts';
import { assembleRequest } from '../../../main/context/build-request.ts';
import type { Core } from '../../../main/core/core.ts';
import type { TriggerCase, TriggerReport } from '../../../shared/evals.ts';
import type { CatalogEntry, ToolCall } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { callFor } from '../../../shared/tool-operations.ts';
import type { EvalRequest } from '../contract.ts';
import { isDemo, stateFor } from './evaluate.ts';
import { askOnce, type Question } from './judge.ts';
import { readTriggers } from './read-cases.ts';
import { configurationsOf, skillUnderTest } from './runs.ts';

/** Guesses the skill that a sentence means, by words that it shares with names and descriptions. Asks no model. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be by can could do does for from get give has have help how i if in into is it its let make me my need ' +
    'of on or our please so some that the their them then there these they this to up use used user want we what when where which ' +
    'who will with would you your 把 帮 我 你 他 她 它 的 了 和 与 或 在 是 要 想 请 给 个 这 那 些 张 去 来 有 用 当 时 为 一 两 几 吗 呢 吧 么 什么 怎么 如何 可以 需要 使用 用户'
  ).split(' '),
);
const WORDS = new Intl.Segmenter(['zh', 'en'], { granularity: 'word' });
/** Weight of a single Chinese character beside a whole word. */
const CHARACTER = 0.3;
const HAN = /\p{Script=Han}/u;

/** Words that carry meaning, by a form in which singular and plural, noun and verb mostly meet. */
function meaningfulWords(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { segment, isWordLike } of WORDS.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike !== true || STOP_WORDS.has(segment)) continue;
    const word = HAN.test(segment) ? segment : stem(segment);
    if (word.length > 1 && !found.has(word)) found.set(word, segment);
    // 订 of 订票, which occurs alone in 订张票.
    for (const character of HAN.test(segment) ? segment : '') {
      if (!STOP_WORDS.has(character) && !found.has(character)) found.set(character, character);
    }
  }
  return found;
}

/** Endings of English words, the longest first. */
function stem(word: string): string {
  for (const ending of ['ings', 'ing', 'ies', 'ers', 'ed', 'es', 'er', 's']) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      const base = word.slice(0, -ending.length);
      return ending === 'ies' ? `${base}y` : base.replace(/([^aeiou])\1$/, '$1').replace(/e$/, '');
    }
  }
  return word.length > 4 ? word.replace(/e$/, '') : word;
}

export function guess(
  { query, should_trigger }: TriggerCase,
  id: string,
  catalog: readonly CatalogEntry[],
): TriggerReport['queries'][number] {
  const said = meaningfulWords(query);
  const described = catalog.map((entry) => ({ entry, words: meaningfulWords(`${entry.name} ${entry.description}`) }));
  /** A word that few skills have says more. */
  const weight = (word: string) =>
    (word.length === 1 ? CHARACTER : 1) / described.filter(({ words }) => words.has(word)).length;
  const scored = described
    .map(({ entry, words }) => {
      const matched = [...said.keys()].filter((word) => words.has(word));
      return { entry, matched, score: matched.reduce((sum, word) => sum + weight(word), 0) };
    })
    .filter(({ matched }) => matched.length > 1 || matched.some((word) => word.length > 1))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.entry.id;
  return {
    query,
    should_trigger,
    runs: 1,
    triggered: best === id ? 1 : 0,
    instead: best === undefined || best === id ? {} : { [best]: 1 },
    matched: (scored.find(({ entry }) => entry.id === id)?.matched ?? []).map((word) => said.get(word) ?? word),
  };
}

type Outcome = TriggerReport['queries'][number];
type TriggerAnswer = ModelOutcome | { readonly kind: 'unpaid' };

/** Without a model, or where only words are to be compared, a guess by those that descriptions and sentences share. @throws SkilldeckError `bad-input`. */
export async function tryTriggers(
  core: Core,
  given: Pick<EvalRequest, 'skill' | 'runs' | 'settings' | 'unsaved'> & { readonly wordsOnly?: boolean | undefined },
  signal: AbortSignal,
): Promise<TriggerReport> {
  const skill = await skillUnderTest(core, given.skill);
  const cases = readTriggers(skill.dir);
  const { configurations } = await configurationsOf(core, { ...given, concurrency: 1 }, skill, {
    keeps: given.unsaved !== undefined,
  });
  const settings = configurations[0]?.settings ?? given.settings;
  const state = await stateFor(core, settings);
  requireOffered(state, skill.id);
  const isGuess = given.wordsOnly === true || isDemo(state);
  const errors = new Set<string>();
  const queries: Outcome[] = [];
  for (const one of cases) {
    queries.push(
      isGuess
        ? guess(one, skill.id, state.catalog)
        : await asked(
            await stateAsking(core, settings, state, one.query),
            one,
            { id: skill.id, runs: given.runs },
            errors,
            (question) => askOnce(core, state, question, signal),
          ),
    );
    signal.throwIfAborted();
  }
  return { queries, ...shares(queries), guess: isGuess, errors: [...errors] };
}

/** @throws SkilldeckError `bad-input` for a skill that the model is not told of: no sentence leads to it. */
export function requireOffered({ catalog }: SessionState, id: string): void {
  if (catalog.some((entry) => entry.id === id && entry.modelInvocable === false)) {
    throw detailed('bad-input', 'skill-person-only', { id });
  }
}

/** A list that leaves skills out is chosen for each sentence, as it would be for a person's. */
export async function stateAsking(
  core: Core,
  settings: EvalRequest['settings'],
  state: SessionState,
  query: string,
): Promise<SessionState> {
  if (state.listing?.skills === undefined) return state;
  return (await core.sessions.preview(settings, query)).state;
}

/** Asks the same a few times. @param ask answers with what has no `kind: 'answer'` where it could not. */
export async function asked(
  state: SessionState,
  { query, should_trigger }: TriggerCase,
  { id, runs }: { readonly id: string; readonly runs: number },
  errors: Set<string>,
  ask: (question: Question) => Promise<TriggerAnswer>,
): Promise<Outcome> {
  const { request } = assembleRequest(state);
  const load = callFor('load-skill', state.dialect);
  const tools = request.tools.filter(({ name }) => name === load?.tool);
  let [answered, triggered] = [0, 0];
  const instead: Record<string, number> = {};
  for (let run = 0; run < runs; run += 1) {
    const outcome = await ask({ system: request.system, user: query, tools });
    if (outcome.kind === 'stopped' || outcome.kind === 'unpaid') break;
    if (outcome.kind === 'failure') errors.add(outcome.message);
    if (outcome.kind !== 'answer') continue;
    answered += 1;
    const choice = chosenSkill(state, outcome.toolCalls);
    if (choice === id) triggered += 1;
    else if (choice !== undefined) instead[choice] = (instead[choice] ?? 0) + 1;
  }
  return { query, should_trigger, runs: answered, triggered, instead };
}

/** The first skill that a call names: by its id, or by a path in its folder. */
function chosenSkill({ catalog, dialect }: SessionState, calls: readonly ToolCall[]): string | undefined {
  const tool = callFor('load-skill', dialect)?.tool;
  for (const call of calls) {
    if (call.name !== tool) continue;
    const values = valuesIn(call.arguments);
    const skill = catalog.find(({ id, path: dir }) =>
      values.some((value) => value === id || value === dir || value.startsWith(dir + path.sep)),
    );
    if (skill !== undefined) return skill.id;
  }
  return undefined;
}

function valuesIn(json: string): readonly string[] {
  try {
    return Object.values(JSON.parse(json) as object).filter((value): value is string => typeof value === 'string');
  } catch {
    return [];
  }
}

/** Over runs. */
function shares(queries: readonly Outcome[]): Pick<TriggerReport, 'precision' | 'recall'> {
  const sum = (of: (one: Outcome) => number) => queries.reduce((total, one) => total + of(one), 0);
  const right = sum(({ should_trigger, triggered }) => (should_trigger ? triggered : 0));
  const all = sum(({ triggered }) => triggered);
  const wanted = sum(({ should_trigger, runs }) => (should_trigger ? runs : 0));
  return { precision: all === 0 ? null : right / all, recall: wanted === 0 ? null : right / wanted };
}
