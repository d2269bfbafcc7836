/** The context engine's front: the next request of a state, its table, and whether something fits into it. */
import {
  COMPACT_THRESHOLD,
  type CompactionStep,
  type DeclaredTool,
  type LoadPlan,
} from '../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import type { Dialect, SkillTool, TokenTable } from '../../shared/events.ts';
import { failedFor } from '../../shared/messages/failure.ts';
import { type Correction, withCorrection } from '../../shared/review/correction.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ContextFull, PreparedRequest } from '../agent/ports.ts';
import type { WireRequest } from '../models/wires/wire.ts';
import { buildRequest, noData } from './build-request.ts';
import { chooseList } from './choose-list.ts';
import {
  afterStep,
  compactionSteps,
  idleSkills,
  isWorthAsking,
  loadCeiling,
  type PlannedSkill,
  planReferenceLoad,
  planSkillLoad,
  toolResultsStep,
  turnsStep,
} from './compaction.ts';
import { prefixKept } from './left-out.ts';
import { DIALECT_PROMPTS } from './more-dialects.ts';
import { nameTools, toolSize } from './prompt/offered-tools.ts';
import { acceptSummary, buildSummaryRequest } from './summary.ts';
import { piecesOf, tokenTable } from './token-table.ts';
import { counting, expectCounting } from './tokens/counter.ts';

// Compaction as the session commands use it: which step is next, what it comes to, and the model's summaries.

/** @param totalOf tokens of a state's request. */
export function createCompactionEngine(totalOf: (state: SessionState) => Promise<number>) {
  /** Returns the first step that makes the request smaller: a short summary may be longer than what it replaces. */
  async function firstThatHelps(
    state: SessionState,
    steps: readonly CompactionStep[],
  ): Promise<CompactionStep | undefined> {
    const total = await totalOf(state);
    for (const step of steps) {
      if ((await totalOf(afterStep(state, step))) < total) return step;
    }
    return undefined;
  }

  const openCompaction = (state: SessionState) => firstThatHelps(state, compactionSteps(state));

  return {
    openCompaction,

    /**
     * The next step of compaction, or undefined where none is needed or nothing more can be done. Needed is it over 80%
     * of the context; with `tokens` to be loaded, over the 90% that a load may fill.
     */
    async nextCompaction(state: SessionState, tokens?: number): Promise<CompactionStep | undefined> {
      const total = await totalOf(state);
      const over =
        tokens === undefined
          ? total > state.limits.maxContext * COMPACT_THRESHOLD
          : total + tokens > loadCeiling(state.limits);
      return over ? openCompaction(state) : undefined;
    },

    /** Both steps that a compaction by hand takes, in their order, each on what the one before leaves; skills stay. */
    async handCompaction(state: SessionState, instruction?: string): Promise<readonly CompactionStep[]> {
      const results = await firstThatHelps(state, toolResultsStep(state));
      const shortened = results === undefined ? state : afterStep(state, results);
      const [turns] = turnsStep(shortened, instruction);
      const again = turns !== undefined && instruction !== undefined;
      const summed = again || turns === undefined ? turns : await firstThatHelps(shortened, [turns]);
      return [results, summed].filter((step) => step !== undefined);
    },

    afterStep,
    isWorthAsking,
    summaryRequest: buildSummaryRequest,
    acceptSummary,
  };
}

/** A state never changes, and one load asks for its total several times. */
const tables = new WeakMap<SessionState, Promise<TokenTable>>();

export function tableOf(state: SessionState): Promise<TokenTable> {
  const known = tables.get(state);
  if (known !== undefined) return known;
  const table = counting(state.model, (counter) => tokenTable(piecesOf(state), state.limits.maxContext, counter));
  tables.set(state, table);
  table.catch(() => tables.delete(state));
  return table;
}

/** The next request; or, over the model's limit, the reason why nothing is sent (CONTRACT §5, `context-full`). */
export async function prepareRequest(
  state: SessionState,
  dataOf: WireRequest['dataOf'] = noData,
): Promise<PreparedRequest | ContextFull> {
  const tokens = await tableOf(state);
  if (tokens.total > tokens.max) {
    const listed = sum(tokens.parts.filter(({ kind }) => kind === 'catalog').map((part) => part.tokens));
    const largest = largestServer(tokens);
    const figures = { n: tokens.total, most: tokens.max };
    if (largest !== undefined && largest.tokens > listed && largest.tokens * 2 > tokens.max) {
      return {
        code: 'context-full',
        ...failedFor({
          reason: 'context-full-of-tools',
          figures: { ...figures, listed: largest.tokens, server: largest.server },
        }),
      };
    }
    const reason = listed * 2 > tokens.max ? 'context-full-of-skills' : 'context-full';
    return { code: 'context-full', ...failedFor({ reason, figures: { ...figures, listed } }) };
  }
  const { json, sha256 } = buildRequest(state, dataOf);
  return { json, sha256, model: state.model, wire: state.route?.wire ?? 'chat', tokens };
}

/** The MCP server whose tools take the most tokens. */
function largestServer({ parts }: TokenTable): { readonly server: string; readonly tokens: number } | undefined {
  const tools = parts.flatMap(({ kind, server, tokens }) =>
    kind === 'tools' && server !== undefined ? [{ server, tokens }] : [],
  );
  return tools.toSorted((a, b) => b.tokens - a.tokens)[0];
}

export function countTokens(model: string, text: string): Promise<number> {
  return counting(model, (counter) => counter.count(text));
}

/** Tokens that the table will show once the skill is loaded, including the dialect's heading. */
function skillTokens(
  { model, dialect }: Pick<SessionState, 'model' | 'dialect'>,
  id: string,
  instructions: string,
): Promise<number> {
  return countTokens(
    model,
    isCarried(dialect) ? instructions : DIALECT_PROMPTS[dialect].skillText({ id, instructions }),
  );
}

/** Tokens that a load of the skill adds to a request: its text with heading, and the tools that it brings. */
export async function loadTokens(
  state: Pick<SessionState, 'model' | 'dialect' | 'placement'>,
  id: string,
  instructions: string,
  tools: readonly DeclaredTool[],
): Promise<number> {
  const text = await skillTokens(state, id, instructions);
  if (tools.length === 0) return text;
  return text + (await counting(state.model, (counter) => sum(tools.map((tool) => toolSize(state, tool, counter)))));
}

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);

export function referenceTokens(
  { model, dialect }: Pick<SessionState, 'model' | 'dialect'>,
  id: string,
  path: string,
  text: string,
): Promise<number> {
  return countTokens(model, isCarried(dialect) ? text : DIALECT_PROMPTS[dialect].referenceText({ id }, { path, text }));
}

/** True if the loading call's result is the text itself, without a heading. */
function isCarried(dialect: Dialect): boolean {
  return !DIALECT_SETTINGS[dialect].placements.includes('system');
}

/** A skill's own tools under the names that they are offered by, each with what it adds to a request (`offered-tools.ts`). */
export async function skillToolsOf(
  state: SessionState,
  skill: string,
  declared: readonly DeclaredTool[],
  builtIn: readonly string[],
): Promise<SkillTool[]> {
  const named = nameTools(state.loadedSkills, skill, declared, builtIn);
  return counting(state.model, (counter) => named.map((tool) => ({ ...tool, tokens: toolSize(state, tool, counter) })));
}

async function planSkill(state: SessionState, skill: PlannedSkill): Promise<LoadPlan> {
  return planSkillLoad(state, skill, (await tableOf(state)).total);
}

async function planReference(state: SessionState, skill: string, path: string, tokens: number): Promise<LoadPlan> {
  return planReferenceLoad(state, skill, path, tokens, (await tableOf(state)).total);
}

const totalOf = async (state: SessionState): Promise<number> => (await tableOf(state)).total;
const compactionEngine = createCompactionEngine(totalOf);
export const { nextCompaction } = compactionEngine;

/** All of it, as the session commands take it. Counting may load an encoding, so it is asynchronous. */
export const contextEngine = {
  /** Makes ready for a session's first request, which would otherwise wait a tenth of a second for its count. */
  expect: expectCounting,
  prepare: prepareRequest,
  prefixKept,
  skillTokens,
  referenceTokens,
  planSkillLoad: planSkill,
  skillTools: skillToolsOf,
  planReferenceLoad: planReference,
  idleSkills,
  chooseList,
  total: totalOf,
  ...compactionEngine,
};

export type ContextEngine = typeof contextEngine;

/**
 * @param correctionOf what a model's answers taught so far: the tables have the corrected figure beside their own.
 * @param dataOf pictures and PDFs by their hash.
 */
export function createContextEngine(
  correctionOf: (model: string) => Correction | undefined,
  dataOf: WireRequest['dataOf'] = noData,
) {
  const corrected = (tokens: TokenTable, { model }: SessionState): TokenTable =>
    withCorrection(tokens, correctionOf(model));
  return {
    ...contextEngine,
    dataOf,
    table: async (state: SessionState): Promise<TokenTable> => corrected(await tableOf(state), state),
    async prepare(state: SessionState): ReturnType<typeof prepareRequest> {
      const prepared = await prepareRequest(state, dataOf);
      return 'code' in prepared ? prepared : { ...prepared, tokens: corrected(prepared.tokens, state) };
    },
  };
}
