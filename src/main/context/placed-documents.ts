/**
 * Where loaded instructions and references stand with placement `tool-result`: in the result of the call that loaded
 * them, so that everything before it keeps its bytes and a provider's prompt cache survives the load.
 */
import type { Message, SessionState } from '../../shared/session-state.ts';
import type { SummaryMessage } from './compacted-messages.ts';
import { documentSections, type Section } from './system-message.ts';

/** A section with the `seq` of the event that loaded it. */
export type PlacedDocument = Section & { readonly seq: number };

export interface Placement {
  /** By call id: what stands behind that call's result. */
  readonly inResults: ReadonlyMap<string, readonly PlacedDocument[]>;
  /** By index of a message: what goes before it as a message of its own (what the person loaded, or whose result was summarised). */
  readonly before: ReadonlyMap<number, readonly PlacedDocument[]>;
}

export function placeDocuments(state: SessionState, messages: readonly (Message | SummaryMessage)[]): Placement {
  const inResults = new Map<string, PlacedDocument[]>();
  const before = new Map<number, PlacedDocument[]>();
  if (state.placement !== 'tool-result') return { inResults, before };
  for (const document of documentSections(state)) {
    const next = messages.findIndex((message) => message.role !== 'summary' && message.seq > document.seq);
    const carrier = messages[next];
    if (carrier?.role === 'tool') {
      inResults.set(carrier.callId, [...(inResults.get(carrier.callId) ?? []), document]);
    } else {
      const index = next === -1 ? messages.length : next;
      before.set(index, [...(before.get(index) ?? []), document]);
    }
  }
  return { inResults, before };
}
