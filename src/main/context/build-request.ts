/** The request that a state stands for: `buildRequest(fold(events))`, pure, so that review can rebuild any of them. */
import type { Post } from '../../shared/context-views.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { sha256 } from '../lib/sha256.ts';
import { WIRE } from '../model/wires/index.ts';
import type { WireBody, WireRequest } from '../model/wires/wire.ts';
import { type ConversationItem, conversation } from './conversation.ts';
import { type OfferedTool, offeredTools } from './prompt/offered-tools.ts';
import { type Section, systemMessage, systemSections } from './prompt/system-message.ts';

export interface BuiltRequest {
  readonly body: WireBody;
  /** `body` as it is posted, byte for byte. */
  readonly json: string;
  /** Of the UTF-8 bytes of `json`. */
  readonly sha256: string;
  readonly request: WireRequest;
  /** What the system message was joined from. */
  readonly sections: readonly Section[];
  /** What the request's tools were made of, in their order. */
  readonly offered: readonly OfferedTool[];
  /** What follows the system message. */
  readonly items: readonly ConversationItem[];
}

/** Without pictures there is nothing to look up. */
export const noData = (): undefined => undefined;

/** Before a wire has shaped it: all that comparing requests takes. */
export type AssembledRequest = Omit<BuiltRequest, 'body' | 'json' | 'sha256'>;

/** @param dataOf pictures and PDFs by their hash; without it a request shows none. */
export function buildRequest(state: SessionState, dataOf: WireRequest['dataOf'] = noData): BuiltRequest {
  return inWire(assembleRequest(state, dataOf));
}

/** The request as its session's wire posts it. */
export function inWire(assembled: AssembledRequest): BuiltRequest {
  const body = WIRE[assembled.request.route?.wire ?? 'chat'].body(assembled.request);
  const json = JSON.stringify(body);
  return { ...assembled, body, json, sha256: sha256(json) };
}

/** For looking at: pictures and PDFs stand there as their hash, as megabytes of base64 say nothing to a reader. */
export function readableJson(request: BuiltRequest): { readonly json: string; readonly withoutMedia?: true } {
  if (request.items.every(({ media = [] }) => media.length === 0)) return { json: request.json };
  const { json } = inWire({
    ...request,
    request: { ...request.request, dataOf: ({ sha256: hash }) => `sha256:${hash}` },
  });
  return { json, withoutMedia: true };
}

/** Stands for the key in the headers that are shown. */
const KEY = '$KEY';

/** How its bytes are posted: nothing here knows the key. */
export function postOf({ route, model }: Pick<SessionState, 'route' | 'model'>): Post {
  const { name, path, headers } = WIRE[route?.wire ?? 'chat'];
  return { wire: name, path, headers: headers(KEY, model), sees: [...(route?.sees ?? [])] };
}

/** The request in its parts, for comparing many of them: writing each out as JSON is most of the work. */
export function assembleRequest(state: SessionState, dataOf: WireRequest['dataOf'] = noData): AssembledRequest {
  const sections = systemSections(state);
  const items = conversation(state);
  const offered = offeredTools(state);
  const request: WireRequest = {
    model: state.model,
    route: state.route,
    ...systemMessage(sections),
    tools: offered.map(({ definition }) => definition),
    turns: items.map(({ turn }) => turn),
    dataOf,
  };
  return { request, sections, offered, items };
}
