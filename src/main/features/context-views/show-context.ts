/** The exact request of a session: the next one, or one that was sent; with its manifest and the prefix it kept. */
import { setImmediate as rest } from 'node:timers/promises';
import type { SummaryTask } from '../../../shared/context-plans.ts';
import type { Manifest } from '../../../shared/context-views.ts';
import type { ContextView } from '../../../shared/contract.ts';
import type { EventOf, TokenTable } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { assembleRequest, type buildRequest, inWire, postOf, readableJson } from '../../context/build-request.ts';
import { cacheBordersWithFigures, manifestWithFigures, prefixKept } from '../../context/manifest/figures.ts';
import { type Piece, requestPieces } from '../../context/manifest/pieces.ts';
import { summaryManifest } from '../../context/summary/summary-manifest.ts';
import { buildSummaryRequest } from '../../context/summary/summary-request.ts';
import { type RequestAt, requestAt, requestBefore, type SessionLogView } from '../../session/requests/request-at.ts';

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
  const request = inWire(assembled);
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
    cacheBorders: await cacheBordersWithFigures(request),
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
