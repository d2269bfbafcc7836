/** The manifest of a request: every piece with its tokens, its hash and the reason it is in; and what was left out. */
import type { Manifest, ManifestPart } from '../../../shared/context-views.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { sha256 } from '../../lib/sha256.ts';
import { RECENT_MESSAGES } from '../budget.ts';
import type { AssembledRequest } from '../build-request.ts';
import { isEstimated, type TokenCounter } from '../tokens/counter.ts';
import { leftOut } from './left-out.ts';
import { originsOf } from './origins.ts';
import { type Piece, requestPieces } from './pieces.ts';

/** @param events the session's log up to the state. */
export function manifestOf(
  state: SessionState,
  request: AssembledRequest,
  events: readonly SessionEvent[],
  counter: TokenCounter,
): Manifest {
  const pieces = requestPieces(request);
  return { parts: manifestParts(state, pieces, events, counter), leftOut: leftOut(state, pieces, events) };
}

/** The parts alone, in the order of `pieces`. */
function manifestParts(
  state: SessionState,
  pieces: readonly Piece[],
  events: readonly SessionEvent[],
  counter: TokenCounter,
): ManifestPart[] {
  const facts = factsOf(state, activeEvents(events));
  return pieces.map((piece, index) => {
    // A heading came with the first of what stands below it.
    const owner = piece.id.startsWith('heading:') ? (pieces[index + 1] ?? piece) : piece;
    const since = sinceOf(owner, facts);
    return {
      id: piece.id,
      kind: piece.kind,
      label: piece.label,
      tokens: piece.tokens(counter),
      sha256: sha256(piece.text),
      reason: reasonOf(piece, facts),
      ...(since === undefined ? {} : { since }),
      place: piece.place,
      length: piece.text.length,
      ...(isEstimated(piece.text) ? { approximate: true } : {}),
      ...(isPinned(piece, facts) ? { pinned: true } : {}),
    };
  });
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(state: SessionState, events: readonly SessionEvent[]) {
  const loaded = new Map(state.loadedSkills.map((skill) => [skill.id, skill]));
  return {
    origins: originsOf(events),
    loaded,
    /** The content of each result as it came. */
    results: new Map(state.messages.flatMap((one) => (one.role === 'tool' ? [[one.seq, one.content] as const] : []))),
    shortening: state.compactions.filter(({ strategy }) => strategy === 'tool-results'),
    pinned: new Set(state.pinnedMessages),
    /** From here on messages stay whole. */
    recentFrom: state.messages.at(-RECENT_MESSAGES)?.seq ?? 0,
  };
}

function isPinned(piece: Piece, { loaded, pinned }: Facts): boolean {
  if (piece.skill !== undefined) return loaded.get(piece.skill)?.pinned === true;
  return piece.seq !== undefined && piece.id.startsWith('message:') && pinned.has(piece.seq);
}

function sinceOf(piece: Piece, { origins, loaded }: Facts): number | undefined {
  if (piece.seq !== undefined) return piece.seq;
  if (piece.skill !== undefined) return loaded.get(piece.skill)?.seq;
  return origins.of(piece.id);
}

function reasonOf(piece: Piece, facts: Facts): string {
  const pinned = isPinned(piece, facts) ? '; pinned, so that only a person unloads it' : '';
  if (piece.place === 'tools') {
    if (piece.skill === undefined) return 'a tool on offer in this dialect';
    return `brought by skill '${piece.skill}', loaded at event ${piece.seq}${pinned}`;
  }
  if (piece.skill !== undefined) return piece.reason + pinned;
  return piece.place === 'system' ? piece.reason : messageReason(piece, facts);
}

function messageReason(piece: Piece, facts: Facts): string {
  const { seq, kind } = piece;
  if (kind === 'summary') return `stands for the earlier messages that the compaction of event ${seq} covers`;
  if (seq === undefined) return 'a call without a result gets one that says so';
  const whole = kind === 'tool-result' && facts.results.get(seq) !== piece.text;
  const by = whole
    ? facts.shortening.find(({ coversSeq: [from, to] }) => seq >= from && seq <= to && !facts.pinned.has(seq))
    : undefined;
  if (by !== undefined) return `a result, shortened by the compaction of event ${by.seq}`;
  if (facts.pinned.has(seq)) return 'pinned: stays whole under every compaction';
  return seq >= facts.recentFrom
    ? 'one of the last messages, which stay whole'
    : 'in the conversation; no summary covers it';
}
