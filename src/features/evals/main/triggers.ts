/** Tests whether sentences lead the model to a skill: one small request each, which ends at the first choice. */

import path from 'node:path';
import type { ModelOutcome } from '../../../main/agent/ports.ts';
import { assembleRequest } from '../../../main/context/build-request.ts';
import type { Core } from '../../../main/core/core.ts';
import { skillIndexOf, wordsOf } from '../../../main/skills/search.ts';
import type { TriggerCase, TriggerReport } from '../../../shared/evals.ts';
import type { CatalogEntry, ToolCall } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { callFor } from '../../../shared/tool-operations.ts';
import type { EvalRequest } from '../contract.ts';
import { isDemo, stateFor } from './evaluate.ts';
import { askOnce, type Question } from './judge.ts';
import { readTriggers } from './read-cases.ts';
import { configurationsOf, skillUnderTest } from './runs.ts';

/** Guesses the skill that a sentence means, as `search_skills` finds it. Asks no model. */
export async function guess(
  { query, should_trigger }: TriggerCase,
  id: string,
  catalog: readonly CatalogEntry[],
): Promise<Outcome> {
  const best = (await skillIndexOf(catalog)).search(query, 1)[0]?.id;
  const own = catalog.find((entry) => entry.id === id);
  const described = new Set(wordsOf([id, own?.name, own?.description, own?.whenToUse].join(' ')));
  return {
    query,
    should_trigger,
    runs: 1,
    triggered: best === id ? 1 : 0,
    instead: best === undefined || best === id ? {} : { [best]: 1 },
    matched: [...new Set(wordsOf(query))].filter((word) => described.has(word)),
  };
}

type Outcome = TriggerReport['queries'][number];
type TriggerAnswer = ModelOutcome | { readonly kind: 'unpaid' };

/** Without a model, a guess by the words that descriptions and sentences share. @throws SkilldeckError `bad-input`. */
export async function tryTriggers(
  core: Core,
  given: Pick<EvalRequest, 'skill' | 'runs' | 'settings'>,
  signal: AbortSignal,
): Promise<TriggerReport> {
  const skill = await skillUnderTest(core, given.skill);
  const cases = readTriggers(skill.dir);
  const { configurations } = await configurationsOf(core, given, skill, { keeps: false });
  const settings = configurations[0]?.settings ?? given.settings;
  const state = await stateFor(core, settings);
  requireOffered(state, skill.id);
  const isGuess = isDemo(state);
  const errors = new Set<string>();
  const queries: Outcome[] = [];
  for (const one of cases) {
    queries.push(
      isGuess
        ? await guess(one, skill.id, state.catalog)
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
