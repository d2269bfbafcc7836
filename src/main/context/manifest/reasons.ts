/** Reasons why each piece is in the request, as far as the log has to be asked. */

import { RECENT_MESSAGES } from '../../../shared/budgets.ts';
import type { PartFacts, SessionEvent } from '../../../shared/events.ts';
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
    /** Messages from here on are kept in full. */
    recentFrom: state.messages.at(-RECENT_MESSAGES)?.seq ?? 0,
  };
}

export function isPinned({ part: { skill, reason }, seq }: Piece, { loaded, pinned }: Facts): boolean {
  if (skill !== undefined) return loaded.get(skill)?.pinned === true;
  return reason === 'conversation' && seq !== undefined && pinned.has(seq);
}

/** Reason that keeps a message there or shortened it; for other pieces only what they do not say themselves. */
export function reasonOf(piece: Piece, facts: Facts): Partial<Pick<PartFacts, 'reason' | 'event'>> {
  const { part, seq } = piece;
  if (part.reason !== 'conversation' || seq === undefined) return {};
  if (isPinned(piece, facts)) return { reason: 'pinned' };
  const by = shortenedBy(piece, seq, facts);
  if (by !== undefined) return { reason: 'result-shortened', event: by.seq };
  return seq >= facts.recentFrom ? { reason: 'recent' } : {};
}

function shortenedBy({ part: { kind }, text }: Piece, seq: number, { results, shortening }: Facts) {
  if (kind !== 'tool-result' || results.get(seq) === text) return undefined;
  return shortening.find(({ coversSeq: [from, to] }) => seq >= from && seq <= to);
}
