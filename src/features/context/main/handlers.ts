/** Queries of the screen and the command line on a session's requests. Only `compact` and `pinMessage` write. */

import { setImmediate as rest } from 'node:timers/promises';
import { done, implementContract } from '../../../main/api.ts';
import {
  assembleRequest,
  buildRequest,
  inWireSlowly,
  postOf,
  readableJson,
} from '../../../main/context/build-request.ts';
import { describeDifference } from '../../../main/context/diff.ts';
import { manifestWithFigures, prefixKept } from '../../../main/context/left-out.ts';
import { buildSummaryRequest, summaryManifest } from '../../../main/context/summary.ts';
import { type Piece, requestPieces } from '../../../main/context/token-table.ts';
import type { Core } from '../../../main/core/core.ts';
import { skillSource } from '../../../main/core/skill-source.ts';
import {
  answersOf,
  listRequests,
  type Prices,
  type RequestAt,
  requestAt,
  requestBefore,
  type SessionLogView,
} from '../../../main/session/requests.ts';
import { lookedAtOnce } from '../../../main/skills/watch.ts';
import type {
  Manifest,
  RequestAddress,
  RequestDiff,
  SummaryTask,
  WhatIf,
  WhatIfResult,
} from '../../../shared/context-views.ts';
import { type ContextView, contextContract, skillsContract } from '../../../shared/contract.ts';
import type { EventOf, TokenTable } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { previewSkill } from './skill-preview.ts';

/** @param at event of the request; empty if it was not sent or not answered, or the provider reported nothing. */
export function answerFigures(
  { events }: Pick<SessionLogView, 'events'>,
  at: number | undefined,
  prices: Prices,
): Pick<ContextView, 'usage' | 'cost'> {
  const sent = events.find((event) => event.seq === at);
  if (sent?.type !== 'request-sent') return {};
  const usage = answersOf(events).get(sent.seq)?.usage;
  if (usage === undefined) return {};
  const cost = prices(sent.model, usage);
  return { usage, ...(cost === undefined ? {} : { cost }) };
}

/** The exact request of a session: the next one, or one that was sent; with its manifest and the prefix it kept. */
export interface ContextDeps {
  /** The token table of a state's next request, counted now. */
  table(state: SessionState): Promise<TokenTable>;
  /** Base64 of a picture or PDF that a request shows; undefined where its file is gone. */
  readonly dataOf?: Parameters<typeof buildRequest>[1];
}

export interface ShowOptions {
  /** The body has the bytes of pictures and PDFs too, rather than their hashes. */
  readonly media?: boolean | undefined;
}

/**
 * @param part id of a part of the manifest that is to come with its text.
 * @throws SkilldeckError `event-not-found` when the session has no event `at`; `bad-input` for a part that is not there.
 */
export async function showContext(
  deps: ContextDeps,
  session: SessionLogView,
  at: number | undefined,
  part?: string,
  { media = false }: ShowOptions = {},
): Promise<ContextView> {
  const found = requestAt(session, at);
  const { state, events, sent } = found;
  if (sent?.summarises !== undefined) return summaryView(state, sent, sent.summarises, part);
  const assembled = assembleRequest(state, deps.dataOf);
  // Each step takes a tenth of a second for a log of 100,000 events: others get their turn.
  await rest();
  const request = await inWireSlowly(assembled);
  await rest();
  const manifest = await manifestWithFigures(state, events, request);
  const { json, sha256 } = request;
  return {
    ...(media ? { json } : readableJson(request)),
    sha256,
    tokens: sent === undefined ? await deps.table(state) : sent.tokens,
    ...(sent === undefined ? {} : { verified: sha256 === sent.sha256 }),
    manifest: part === undefined ? manifest : withText(manifest, part, requestPieces(request)),
    ...(await prefix(session.id, found)),
    post: postOf(state),
  };
}

async function summaryView(
  state: SessionState,
  sent: EventOf<'request-sent'>,
  task: SummaryTask,
  part: string | undefined,
): Promise<ContextView> {
  const { tokens } = sent;
  const request = await buildSummaryRequest(state, task);
  // Another version of the app may not rebuild it: its table stays what the log says.
  if (request === undefined)
    return { json: '{}', sha256: '', tokens, verified: false, manifest: { parts: [], leftOut: [] } };
  const { json, sha256 } = request;
  const { manifest, pieces } = await summaryManifest(request);
  return {
    json,
    sha256,
    tokens,
    verified: sha256 === sent.sha256,
    manifest: part === undefined ? manifest : withText(manifest, part, pieces),
    post: postOf(state),
  };
}

async function prefix(id: string, { state, events, sent }: RequestAt): Promise<Pick<ContextView, 'prefix'>> {
  if (sent?.prefix !== undefined) return { prefix: sent.prefix };
  const earlier = requestBefore(id, events);
  return earlier === undefined ? {} : { prefix: await prefixKept(earlier, state, events) };
}

function withText(manifest: Manifest, id: string, pieces: readonly Piece[]): Manifest {
  const piece = pieces.find((one) => one.id === id);
  if (piece === undefined) {
    const ids = pieces.map((one) => one.id);
    const shown = ids.length > 40 ? [...ids.slice(0, 40), `… (${ids.length} parts)`] : ids;
    throw detailed('bad-input', 'part-missing', { id, parts: shown.join(', ') });
  }
  return { ...manifest, parts: manifest.parts.map((one) => (one.id === id ? { ...one, text: piece.text } : one)) };
}

/** @throws SkilldeckError `session-not-found`, `event-not-found`; `bad-input` for a request that asked for a summary. */
export async function diffRequests(
  { sessions, context }: { readonly sessions: Pick<Core['sessions'], 'get'>; readonly context: ContextDeps },
  from: RequestAddress,
  to: RequestAddress,
  texts: boolean,
): Promise<RequestDiff> {
  const find = ({ sessionId, at }: RequestAddress) => {
    const found = requestAt(sessions.get(sessionId), at);
    if (found.sent?.purpose === 'summary') throw noPartOfIt(found.sent.seq);
    return found;
  };
  const [before, after] = [find(from), find(to)];
  const found = await describeDifference(
    { sessionId: from.sessionId, ...before },
    { sessionId: to.sessionId, ...after },
    texts,
  );
  return { from: await headOf(context, from, before), to: await headOf(context, to, after), ...found };
}

const noPartOfIt = (seq: number) => detailed('bad-input', 'summary-apart', { seq });

async function headOf(
  context: ContextDeps,
  { sessionId, at }: RequestAddress,
  { state }: RequestAt,
): Promise<RequestDiff['from']> {
  const { sha256 } = buildRequest(state, context.dataOf);
  const { total } = await context.table(state);
  return { sessionId, ...(at === undefined ? {} : { at }), sha256, total };
}

/** @throws SkilldeckError `session-not-found`, `event-not-found`. */
async function askWhatIf(
  { sessions, context }: Pick<Core, 'sessions' | 'context'>,
  session: SessionLogView,
  at: number | undefined,
  steps: readonly WhatIf[],
): Promise<WhatIfResult> {
  const { id: sessionId } = session;
  const from = requestAt(session, at);
  const outcome = await sessions.whatIf(sessionId, from.events, steps);
  const { before, after, events } = outcome;
  const { changes, prefix } = await describeDifference(
    { sessionId, state: before, events },
    { sessionId, state: after, events },
    false,
  );
  const request = buildRequest(after, context.dataOf);
  const { sha256 } = request;
  const { json } = readableJson(request);
  return {
    before: { tokens: await context.table(before), sha256: buildRequest(before, context.dataOf).sha256 },
    after: {
      tokens: await context.table(after),
      sha256,
      json,
      model: after.model,
      manifest: await manifestWithFigures(after, events, request),
      ...(outcome.refused === undefined ? {} : { refused: outcome.refused }),
    },
    steps: [...outcome.steps],
    compactions: outcome.compactions,
    changes,
    prefix,
  };
}

/** Characters of a body that are sent along with its figures. */
const LONG_BODY = 2_000_000;

export function contextHandlers(core: Core) {
  const os = implementContract(contextContract, core.reportBug);
  const { context, prices, sessions } = core;
  /** Without an id: the request of a session created now, with this agent. */
  const sessionOrNew = async (sessionId: string | undefined, agent: string | undefined) =>
    sessionId === undefined ? sessions.preview({ agent }) : sessions.get(sessionId);
  return {
    show: os.show.handler(async ({ input: { sessionId, agent, at, part, media, brief } }) => {
      const session = await sessionOrNew(sessionId, agent);
      const view = await showContext(context, session, at, part, { media });
      const { length } = view.json;
      const body = brief && length > LONG_BODY ? { json: '', withoutBody: length } : {};
      return { ...view, ...body, ...answerFigures(session, at, prices) };
    }),
    requests: os.requests.handler(({ input }) => listRequests(sessions.get(input.sessionId), prices)),
    compact: os.compact.handler(({ input }) => sessions.compact(input.sessionId, input.instruction)),
    undoCompaction: os.undoCompaction.handler(async ({ input }) =>
      done(await sessions.undoCompaction(input.sessionId, input.seq)),
    ),
    pinMessage: os.pinMessage.handler(({ input }) =>
      done(sessions.pinMessage(input.sessionId, input.seq, input.pinned)),
    ),
    diff: os.diff.handler(({ input: { from, to, texts = false } }) => diffRequests(core, from, to, texts)),
    whatIf: os.whatIf.handler(async ({ input: { steps, sessionId, agent, at } }) =>
      askWhatIf(core, await sessionOrNew(sessionId, agent), at, steps),
    ),
  };
}

/** `skills.preview`: what a skill would cost in each dialect. */
export function previewHandler(core: Core) {
  const os = implementContract(skillsContract, core.reportBug);
  return os.preview.handler(({ input: { tries = [], ...asked } }) => {
    const library = lookedAtOnce(core.library);
    const skills = skillSource(library, core.runWith);
    return previewSkill({ library, sessions: { ...core.previews, skills } }, { ...asked, tries });
  });
}
