/**
 * Writes a request's body as JSON and hashes it. A conversation grows at its end, so the next request continues the
 * text and the hash of what came before its last message.
 */
import { createHash, type Hash } from 'node:crypto';
import { sharedLength } from '../lib/growing.ts';
import type { WireBody } from '../models/wires/wire.ts';

export interface WrittenBody {
  /** `JSON.stringify` of the body. */
  readonly json: string;
  /** SHA-256 of the UTF-8 bytes of `json`. */
  readonly sha256: string;
}

/** The beginning of a body. */
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
export function writeBody(body: WireBody, field: string, owner: object | undefined): WrittenBody {
  const { [field]: messages } = body;
  if (owner === undefined || !Array.isArray(messages) || messages.length < 2) return whole(body);
  const fields = Object.entries(body);
  const at = fields.findIndex(([name]) => name === field);
  const head = `${opened(fields.slice(0, at))}${JSON.stringify(field)}:[${JSON.stringify(messages[0])}`;
  const before = messages.slice(1, -1);
  const beginning = extended(beginnings.get(owner), head, before);
  beginnings.set(owner, beginning);
  const end = `,${JSON.stringify(messages.at(-1))}]${closed(fields.slice(at + 1))}`;
  return { json: beginning.text + end, sha256: beginning.hash.copy().update(end).digest('hex') };
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
