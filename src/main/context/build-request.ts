/** Builds the request of a state: `buildRequest(fold(events))`, pure, so that review can rebuild any of them. */

import { createHash, type Hash } from 'node:crypto';
import { setImmediate as rest } from 'node:timers/promises';
import type { Post } from '../../shared/context-views.ts';
import { perObject } from '../../shared/defined.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { mapGrowing, sharedLength } from '../lib/growing.ts';
import { charactersIn } from '../lib/text.ts';
import type { WireBody, WireRequest } from '../models/wires/wire.ts';
import { WIRE } from '../models/wires/wires.ts';
import { type ConversationItem, conversation } from './conversation.ts';
import { hasTools, type OfferedTool, offeredTools } from './prompt/offered-tools.ts';
import { type Section, systemMessage, systemSections } from './prompt/system-message.ts';

/** `json` is the body as posted, byte for byte. */
export interface BuiltRequest extends WrittenBody {
  readonly body: WireBody;
  readonly request: WireRequest;
  /** Sections that make up the system message. */
  readonly sections: readonly Section[];
  /** Sources of the request's tools, in order. */
  readonly offered: readonly OfferedTool[];
  readonly items: readonly ConversationItem[];
}

/** For requests without pictures. */
export const noData = (): undefined => undefined;

/** A request before a wire shapes it: enough to compare requests. */
export type AssembledRequest = Omit<BuiltRequest, 'body' | 'json' | 'sha256'>;

/** @param dataOf pictures and PDFs by their hash; without it a request shows none. */
export const buildRequest = (state: SessionState, dataOf: WireRequest['dataOf'] = noData): BuiltRequest =>
  inWire(assembleRequest(state, dataOf));

/** Characters of JSON that are written and hashed before others get their turn. */
const WRITTEN_AT_ONCE = 4_000_000;

/** The same in turns, for a conversation that may be large: others are served while it is written. */
export async function inWireSlowly(assembled: AssembledRequest): Promise<BuiltRequest> {
  const { request } = assembled;
  const [owner] = request.turns;
  const wire = WIRE[request.route?.wire ?? 'chat'];
  const body = wire.body(request);
  const messages = body[wire.conversation];
  if (owner !== undefined && Array.isArray(messages)) {
    const head = headOf(body, wire.conversation, messages);
    const most = messages.length - 2;
    const known = beginnings.get(owner);
    const isKnown = known?.head === head && sharedLength(known.rest, messages.slice(1)) === known.rest.length;
    for (let at = isKnown ? known.rest.length : 0; at < most; ) {
      for (let written = 0; at < most && written < WRITTEN_AT_ONCE; at += 1) written += charactersIn(messages[at + 1]);
      beginnings.set(owner, extended(beginnings.get(owner), head, messages.slice(1, at + 1)));
      await rest();
    }
  }
  return inWire(assembled);
}

export function inWire(assembled: AssembledRequest): BuiltRequest {
  const { request } = assembled;
  const wire = WIRE[request.route?.wire ?? 'chat'];
  const body = wire.body(request);
  return { ...assembled, body, ...writeBody(body, wire.conversation, request.turns[0]) };
}

/** Replaces pictures and PDFs by their hash, because megabytes of base64 tell a reader nothing. */
export function readableJson(request: BuiltRequest): { readonly json: string; readonly withoutMedia?: true } {
  if (request.items.every(({ media = [] }) => media.length === 0)) return { json: request.json };
  const { json } = inWire({
    ...request,
    request: { ...request.request, dataOf: ({ sha256: hash }) => `sha256:${hash}` },
  });
  return { json, withoutMedia: true };
}

/** Placeholder for the key in displayed headers. */
const KEY = '$KEY';

/** Address and headers of the post, without the key. */
export function postOf({ route, model }: Pick<SessionState, 'route' | 'model'>): Post {
  const { name, path, headers } = WIRE[route?.wire ?? 'chat'];
  return { wire: name, path, headers: headers(KEY, model), sees: [...(route?.sees ?? [])], tools: hasTools({ route }) };
}

/** The request in its parts, for comparing many of them: writing each out as JSON is most of the work. */
export function assembleRequest(state: SessionState, dataOf: WireRequest['dataOf'] = noData): AssembledRequest {
  const assembled = withoutData(state);
  return { ...assembled, request: { ...assembled.request, dataOf } };
}

const turnsOf = mapGrowing(({ turn }: ConversationItem) => [turn]);

const withoutData = perObject((state: SessionState): AssembledRequest => {
  const sections = systemSections(state);
  const items = conversation(state);
  const offered = offeredTools(state);
  const request: WireRequest = {
    model: state.model,
    route: state.route,
    ...systemMessage(sections),
    tools: offered.map(({ definition }) => definition),
    turns: turnsOf(items),
    dataOf: noData,
  };
  return { request, sections, offered, items };
});

interface WrittenBody {
  /** `JSON.stringify` of the body. */
  readonly json: string;
  /** SHA-256 of the UTF-8 bytes of `json`. */
  readonly sha256: string;
}

interface Beginning {
  /** Up to the end of the first message, which may be the system message: a new object each time. */
  readonly head: string;
  /** Messages after the first. */
  readonly rest: readonly unknown[];
  readonly text: string;
  readonly hash: Hash;
}

/** Keyed by the first turn of a conversation. */
const beginnings = new WeakMap<object, Beginning>();

/**
 * @param field of `body` that holds the messages.
 * @param owner lives as long as the conversation; without it nothing is kept.
 */
function writeBody(body: WireBody, field: string, owner: object | undefined): WrittenBody {
  const { [field]: messages } = body;
  if (owner === undefined || !Array.isArray(messages) || messages.length < 2) return whole(body);
  const before = messages.slice(1, -1);
  const beginning = extended(beginnings.get(owner), headOf(body, field, messages), before);
  beginnings.set(owner, beginning);
  const fields = Object.entries(body);
  const end = `,${JSON.stringify(messages.at(-1))}]${closed(fields.slice(indexOf(fields, field) + 1))}`;
  return { json: beginning.text + end, sha256: beginning.hash.copy().update(end).digest('hex') };
}

const indexOf = (fields: Fields, field: string): number => fields.findIndex(([name]) => name === field);

function headOf(body: WireBody, field: string, [first]: readonly unknown[]): string {
  const fields = Object.entries(body);
  return `${opened(fields.slice(0, indexOf(fields, field)))}${JSON.stringify(field)}:[${JSON.stringify(first)}`;
}

function whole(body: WireBody): WrittenBody {
  const json = JSON.stringify(body);
  return { json, sha256: createHash('sha256').update(json).digest('hex') };
}

function extended(known: Beginning | undefined, head: string, rest: readonly unknown[]): Beginning {
  const isSame = known?.head === head && sharedLength(known.rest, rest) === known.rest.length;
  const from: Beginning = isSame ? known : { head, rest: [], text: head, hash: createHash('sha256').update(head) };
  if (from.rest.length === rest.length) return from;
  const added = `,${JSON.stringify(rest.slice(from.rest.length)).slice(1, -1)}`;
  return { head, rest, text: from.text + added, hash: from.hash.copy().update(added) };
}

type Fields = readonly (readonly [string, unknown])[];

/** Fields that another follows. */
function opened(fields: Fields): string {
  const json = JSON.stringify(Object.fromEntries(fields));
  return json === '{}' ? '{' : `${json.slice(0, -1)},`;
}

/** Fields that follow another. */
function closed(fields: Fields): string {
  const json = JSON.stringify(Object.fromEntries(fields));
  return json === '{}' ? '}' : `,${json.slice(1)}`;
}
