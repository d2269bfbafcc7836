/**
 * A typical session with a skill: the user asks, the skill and each of its references are loaded, a script runs, an
 * answer follows, and a second turn. The loading tools are real; script output and messages are simulated. Kept only in
 * memory, without asking a model.
 */
import path from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import type { ReplayedCost } from '../../shared/context-views.ts';
import type { Dialect, Placement, ToolCall } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { prefixOf, type ReadRequest, readRequest } from '../context/prefix.ts';
import { tokenTable } from '../context/token-table.ts';
import { counting } from '../context/tokens/counter.ts';
import type { SkillDocument } from '../skills/types.ts';
import { compactIfNeeded } from './compact.ts';
import { LiveSession, type SessionDeps } from './live-session.ts';
import { skillCalls } from './load-skill.ts';
import type { Prices } from './requests.ts';
import { addUserMessage, firstEvent, inMemory, NO_MODEL } from './run.ts';
import { unloadAfterRequest } from './unload-skill.ts';
import { refreshSession } from './update-catalog.ts';

const ID = 'preview';

/** About as much as a small script prints. */
const PRINTED = JSON.stringify({
  ok: true,
  results: Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Result ${index + 1}`, value: 1234.5 })),
});
const ANSWER = 'I found five results. The first one fits best; shall I go on with it?';
const SECOND = 'Yes, thank you. And please do the same once more for next week.';

type SampleCall = Omit<ToolCall, 'id' | 'arguments'> & { readonly arguments: Readonly<Record<string, unknown>> };

interface Calls {
  readonly load: (skill: SkillDocument) => SampleCall;
  readonly reference: (skill: SkillDocument, file: string) => SampleCall;
  readonly run: (skill: SkillDocument, command: string) => SampleCall;
}

const asked = (name: string, args: Readonly<Record<string, unknown>>): SampleCall => ({ name, arguments: args });
const inFolder = ({ summary }: SkillDocument, file: string) => path.join(summary.dir, file);

/** Arguments as a model would write them. */
const CALLS: Readonly<Record<Dialect, Calls>> = {
  omni: {
    load: ({ summary }) => asked('load_skill', { name: summary.id }),
    reference: ({ summary }, file) => asked('load_skill_reference', { skill_name: summary.id, ref_path: file }),
    run: (_skill, command) => asked('run_command', { command }),
  },
  trpc: {
    load: ({ summary }) => asked('skill_load', { skill: summary.id }),
    reference: ({ summary }, file) => asked('skill_select_docs', { skill: summary.id, docs: [file], mode: 'add' }),
    run: ({ summary }, command) => asked('skill_run', { skill: summary.id, command }),
  },
  'agent-core': {
    load: ({ summary }) => asked('skill', { skill: summary.id }),
    reference: (skill, file) => asked('read_file', { path: inFolder(skill, file) }),
    run: (_skill, command) => asked('bash', { command }),
  },
  agentscope: {
    load: ({ summary }) => asked('load_skill_through_path', { skillId: summary.id, path: 'SKILL.md' }),
    reference: ({ summary }, file) => asked('load_skill_through_path', { skillId: summary.id, path: file }),
    run: (_skill, command) => asked('execute_shell_command', { command }),
  },
  standard: {
    load: ({ summary }) => asked('read_file', { path: summary.file }),
    reference: (skill, file) => asked('read_file', { path: inFolder(skill, file) }),
    run: (_skill, command) => asked('run_command', { command }),
  },
};

/** Creates a temporary session with these settings, up to its first request. */
export async function emptySession(
  deps: SessionDeps,
  given: { readonly dialect: Dialect; readonly placement: Placement; readonly model?: string },
): Promise<LiveSession> {
  const session = new LiveSession(ID, inMemory());
  // No agent, so that skills it may not use are measured as well.
  session.append(firstEvent(deps, ID, { ...given, agent: 'none' }));
  await refreshSession(deps, session);
  return session;
}

export interface Sample {
  readonly skill: SkillDocument;
  readonly runWith: (script: string) => Promise<string>;
  /** The person's first words. */
  readonly sentence: string;
  readonly prices: Prices;
}

/** References that the sample loads: no model reads hundreds, and each load counts all before it. */
const MOST_REFERENCES = 20;

/** Total cost of all the sample's requests. */
export async function playSample(given: SessionDeps, session: LiveSession, sample: Sample): Promise<ReplayedCost> {
  const deps: SessionDeps = { ...given, model: async () => NO_MODEL };
  const { skill, runWith, sentence, prices } = sample;
  const { references, scripts } = skill;
  const calls = CALLS[session.state.dialect];
  const replay = addingUp(prices);
  const player = { deps, session, add: replay.add };
  addUserMessage(deps, session, { text: sentence });
  await use(player, calls.load(skill));
  for (const { path: file } of references.filter(({ text }) => text).slice(0, MOST_REFERENCES)) {
    await use(player, calls.reference(skill, file));
  }
  const [script] = scripts;
  if (script !== undefined) await request(player, calls.run(skill, await runWith(script.absolute)), PRINTED);
  await request(player, undefined, ANSWER);
  addUserMessage(deps, session, { text: SECOND });
  await request(player, undefined, ANSWER);
  return replay.cost();
}

/** Adds requests up, in their order: the provider's cache has what the one before began with. */
function addingUp(prices: Prices) {
  let before: ReadRequest | undefined;
  const sum = { requests: 0, tokens: 0, prefixKept: 0, largest: 0 };
  let money: number | undefined = 0;
  return {
    async add(state: SessionState): Promise<void> {
      const request = readRequest(state);
      const earlier = before;
      const { total, kept } = await counting(state.model, (counter) => ({
        total: tokenTable(request.pieces, 0, counter).total,
        kept: earlier === undefined ? 0 : prefixOf(earlier, request, counter, () => undefined).tokens,
      }));
      before = request;
      sum.requests += 1;
      sum.tokens += total;
      sum.prefixKept += kept;
      sum.largest = Math.max(sum.largest, total);
      const paid = prices(state.model, { promptTokens: total, completionTokens: 0, cachedPromptTokens: kept });
      money = money === undefined || paid === undefined ? undefined : money + paid;
    },
    cost: (): ReplayedCost => ({
      ...sum,
      ...(money === undefined || sum.requests === 0 ? {} : { cost: money }),
    }),
  };
}

interface Player {
  readonly deps: SessionDeps;
  readonly session: LiveSession;
  readonly add: ReturnType<typeof addingUp>['add'];
}

/** Plays a request whose answer calls a loading tool, and the call. */
async function use(player: Player, call: SampleCall): Promise<void> {
  const callId = await request(player, call);
  if (callId === undefined) return;
  const { deps, session } = player;
  const port = deps.tools({
    sessionId: session.id,
    state: () => session.state,
    append: (...bodies) => session.append(...bodies),
    publish: () => {},
    skills: skillCalls(deps, session),
  });
  const prepared = await port.prepare({ id: callId, name: call.name, arguments: JSON.stringify(call.arguments) });
  const result =
    'execute' in prepared ? await prepared.execute(new AbortController().signal, async () => 'unasked') : prepared;
  finish(session, callId, call.name, result);
}

/** The next request, and its answer: words, or a call (with what it printed, where it is not to be carried out). Answers the call's id. */
async function request(
  { deps, session, add }: Player,
  call: SampleCall | undefined,
  printed?: string,
): Promise<string | undefined> {
  // Once everything is known, nothing else waits for an event: others get their turn.
  await rest();
  await refreshSession(deps, session);
  await compactIfNeeded(deps, session);
  const { model, limits } = session.state;
  const tokens = { total: await deps.context.total(session.state), max: limits.maxContext, parts: [], encoding: '' };
  if (tokens.total > tokens.max) return undefined;
  await add(session.state);
  const iteration = session.state.iteration + 1;
  const id = `call_${session.state.lastSeq}`;
  const toolCalls = call === undefined ? [] : [{ id, name: call.name, arguments: JSON.stringify(call.arguments) }];
  const text = call === undefined ? (printed ?? '') : '';
  session.append(
    // Nothing is posted, so no body is written and hashed.
    { type: 'request-sent', iteration, sha256: '', tokens, model },
    { type: 'model-responded', iteration, text, toolCalls, finishReason: 'stop', ms: 0 },
  );
  unloadAfterRequest(session);
  if (call === undefined) return undefined;
  session.append({ type: 'tool-started', callId: id, name: call.name, arguments: JSON.stringify(call.arguments) });
  if (printed !== undefined) finish(session, id, call.name, { ok: true, content: printed });
  return id;
}

function finish(
  session: LiveSession,
  callId: string,
  name: string,
  { ok, content, data }: { readonly ok: boolean; readonly content: string; readonly data?: unknown },
): void {
  session.append({ type: 'tool-finished', callId, name, ok, content, ms: 0, ...(data === undefined ? {} : { data }) });
}
