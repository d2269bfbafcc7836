/**
 * Placement `tool-result`: loaded instructions and references go into the result of the call that loaded them, so that
 * everything before keeps its bytes and a provider's prompt cache survives the load.
 */
import type { Message, SessionState } from '../../../shared/session-state.ts';
import { carriedBy, isSame } from '../carried-result.ts';
import type { SummaryMessage } from '../compacted-messages.ts';
import { type DocumentSection, documentSections } from './system-message.ts';

export interface Placement {
  /** Keyed by call id: the documents that make up that call's result. */
  readonly carried: ReadonlyMap<string, readonly DocumentSection[]>;
  /** Documents after a call's result, by call id. */
  readonly inResults: ReadonlyMap<string, readonly DocumentSection[]>;
  /**
   * Documents before a message, by its index: loaded by the user, or with a summarised result. They open the user's
   * message there; in logs without a route they are a system message before it.
   */
  readonly before: ReadonlyMap<number, readonly DocumentSection[]>;
}

export function placeDocuments(state: SessionState, messages: readonly (Message | SummaryMessage)[]): Placement {
  const carried = new Map<string, DocumentSection[]>();
  const inResults = new Map<string, DocumentSection[]>();
  const before = new Map<number, DocumentSection[]>();
  if (state.placement !== 'tool-result') return { carried, inResults, before };
  for (const document of documentSections(state)) {
    const own = messages.find(
      (message) =>
        message.role === 'tool' &&
        message.seq > document.part.event &&
        carriedBy(state, message.callId).some((one) => isSame(one, document)),
    );
    const next = messages.findIndex((message) => message.role !== 'summary' && message.seq > document.part.event);
    const carrier = messages[next];
    if (own?.role === 'tool') push(carried, own.callId, document);
    else if (carrier?.role === 'tool') push(inResults, carrier.callId, document);
    else if (state.route === undefined) push(before, next === -1 ? messages.length : next, document);
    else {
      const [index, host] = carrierOf(messages, next);
      if (host?.role === 'tool') push(inResults, host.callId, document);
      else push(before, index, document);
    }
  }
  return { carried, inResults, before };
}

/** The first message from `next` on that can carry a document, or the last of all: an answer cannot. */
function carrierOf(
  messages: readonly (Message | SummaryMessage)[],
  next: number,
): readonly [number, Message | SummaryMessage | undefined] {
  const carries = ({ role }: Message | SummaryMessage) => role === 'user' || role === 'tool';
  const later = next === -1 ? -1 : messages.findIndex((message, index) => index >= next && carries(message));
  const index = later === -1 ? messages.findLastIndex(carries) : later;
  return [index === -1 ? messages.length : index, messages[index]];
}

function push<K>(map: Map<K, DocumentSection[]>, key: K, document: DocumentSection): void {
  map.set(key, [...(map.get(key) ?? []), document]);
}
