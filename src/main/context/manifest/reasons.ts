/** Why each piece is in the request: in words for a log and a terminal, in codes for the screen. */

import { RECENT_MESSAGES } from '../../../shared/budgets.ts';
import type { Reason } from '../../../shared/context-views.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { originsOf } from './origins.ts';
import type { Piece } from './pieces.ts';

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(state: SessionState, events: readonly SessionEvent[]) {
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

export function isPinned(piece: Piece, { loaded, pinned }: Facts): boolean {
  if (piece.skill !== undefined) return loaded.get(piece.skill)?.pinned === true;
  return piece.seq !== undefined && piece.id.startsWith('message:') && pinned.has(piece.seq);
}

export function reasonOf(piece: Piece, facts: Facts): string {
  const pinned = isPinned(piece, facts) ? '; pinned, so that only a person unloads it' : '';
  if (piece.place === 'tools') {
    if (piece.skill === undefined) return 'a tool on offer in this dialect';
    return `brought by skill '${piece.skill}', loaded at event ${piece.seq}${pinned}`;
  }
  if (piece.skill !== undefined) return piece.reason + pinned;
  return piece.place === 'system' ? piece.reason : messageReason(piece, facts);
}

/** The same in codes, for a screen that has its own words. */
export function becauseOf(piece: Piece, facts: Facts): Reason {
  const { id, place, skill, seq } = piece;
  const of = { ...(skill === undefined ? {} : { skill }), ...(seq === undefined ? {} : { seq }) };
  if (place === 'tools') return { code: skill === undefined ? 'tool' : 'skill-tool', ...of };
  if (skill !== undefined) return documentBecause(piece, facts, of);
  if (place !== 'system') return messageBecause(piece, facts);
  if (id === 'workspace' || id === 'catalog' || id === 'tool-list') return { code: id };
  return { code: id.startsWith('heading:') ? 'heading' : 'base' };
}

function documentBecause({ id, kind, skill }: Piece, { loaded }: Facts, of: Omit<Reason, 'code'>): Reason {
  if (kind === 'reference') return { code: 'reference', ...of };
  if (id.startsWith('tool-line:')) return { code: 'tool-line', ...of };
  const by = skill === undefined ? undefined : loaded.get(skill)?.by;
  return { code: by === 'user' ? 'loaded-by-user' : 'loaded-by-agent', ...of };
}

function messageBecause(piece: Piece, facts: Facts): Reason {
  const { seq, kind } = piece;
  if (kind === 'summary') return { code: 'summary', ...(seq === undefined ? {} : { seq }) };
  if (isMedia(piece)) return { code: 'media', ...(seq === undefined ? {} : { seq }) };
  if (seq === undefined) return { code: 'unanswered' };
  const by = shortenedBy(piece, seq, facts);
  if (by !== undefined) return { code: 'result-shortened', seq: by.seq };
  if (facts.pinned.has(seq)) return { code: 'pinned' };
  return { code: seq >= facts.recentFrom ? 'recent' : 'conversation' };
}

function shortenedBy({ kind, text }: Piece, seq: number, { results, shortening, pinned }: Facts) {
  if (kind !== 'tool-result' || results.get(seq) === text || pinned.has(seq)) return undefined;
  return shortening.find(({ coversSeq: [from, to] }) => seq >= from && seq <= to);
}

const isMedia = ({ id }: Piece): boolean => id.startsWith('media:');

function messageReason(piece: Piece, facts: Facts): string {
  const { seq, kind } = piece;
  if (isMedia(piece)) return piece.reason;
  if (kind === 'summary') return `stands for the earlier messages that the compaction of event ${seq} covers`;
  if (seq === undefined) return 'a call without a result gets one that says so';
  const by = shortenedBy(piece, seq, facts);
  if (by !== undefined) return `a result, shortened by the compaction of event ${by.seq}`;
  if (facts.pinned.has(seq)) return 'pinned: stays whole under every compaction';
  return seq >= facts.recentFrom
    ? 'one of the last messages, which stay whole'
    : 'in the conversation; no summary covers it';
}
