/** Creates redactors for a session, and previews an export's redactions for the user. */
import { setImmediate as rest } from 'node:timers/promises';
import { SkilldeckError } from '../../shared/errors.ts';
import type { OwnPattern, RedactionFind, RedactionPreview } from '../../shared/review.ts';
import type { EventRow } from '../store/event-log.ts';
import { type Find, findsIn, type RedactionCount } from './finds.ts';
import { KnownValues, SecretLinter } from './known-values.ts';
import { ownFinds } from './own-patterns.ts';
import { createRedactor, type Found, findId, mark, type Redactor } from './redactor.ts';

// A stored event without what is removed, and the words by which a log says that it is not the one that was written.

/** Keeps the fields that identify an event; searches all others. Searches a row that is not JSON as plain text. */
export function redactLine(line: string, redactor: Redactor): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return redactor.text(line);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return JSON.stringify(redactor.value(parsed));
  }
  // The link to the original line would confirm a guess at what was removed.
  const { v, seq, at, session, prev: _prev, type, ...body } = parsed as Record<string, unknown>;
  redactor.at(typeof seq === 'number' ? seq : 0);
  const looked = type === 'model-responded' ? withoutOpaque(body, redactor) : body;
  return JSON.stringify({ v, seq, at, session, type, ...(redactor.value(looked) as object) });
}

/** Encrypted reasoning, signatures and the like may hold anything that was said: what cannot be looked through stays here. */
function withoutOpaque(body: Record<string, unknown>, redactor: Redactor): Record<string, unknown> {
  const { opaque, toolCalls, ...rest } = body;
  const calls = Array.isArray(toolCalls) ? toolCalls.map((call) => withoutExtra(call, redactor)) : toolCalls;
  const kept = opaque === undefined || (saysAnything(opaque) && !redactor.keepsOpaque()) ? {} : { opaque };
  return { ...rest, ...(calls === undefined ? {} : { toolCalls: calls }), ...kept };
}

/** Field names alone reveal nothing: their content may be the reasoning, which can be searched. */
function saysAnything(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false;
  return typeof value === 'object' ? Object.values(value).some(saysAnything) : value !== '';
}

function withoutExtra(call: unknown, redactor: Redactor): unknown {
  if (call === null || typeof call !== 'object' || !('extra' in call)) return call;
  if (!saysAnything(call.extra) || redactor.keepsOpaque()) return call;
  const { extra: _extra, ...rest } = call;
  return rest;
}

/** Says in the log's first line that it is no longer the one that was written: `sessions verify` looks for it. */
export function markRedacted(line: string, count: RedactionCount): string {
  try {
    return JSON.stringify({ ...(JSON.parse(line) as object), redacted: count });
  } catch {
    return line;
  }
}

/** True if a log's first line says that it was redacted. */
export function isRedacted(line: string | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(line ?? '');
    return parsed !== null && typeof parsed === 'object' && Object.hasOwn(parsed, 'redacted');
  } catch {
    return false;
  }
}

/** The last look at a finished file: an export that still holds a found value is not written. */
const MARK = /\[redacted:[a-z]+\](?:-\d+)?/g;

export interface LastLook {
  /** One line of the log as it would be written. @throws SkilldeckError `not-redacted`. */
  line(line: string): void;
  /** A whole page. @throws SkilldeckError `not-redacted`. */
  page(text: string): void;
}

function lastLook(known: KnownValues, keep: ReadonlySet<string>): LastLook {
  const left = (text: string): Find | undefined =>
    known.isEmpty
      ? undefined
      : findsIn(text.replace(MARK, '[]'), known.finder).find(({ value }) => !keep.has(findId(value)));
  return {
    line(line) {
      const { seq, body } = envelope(line);
      const find = left(typeof body === 'string' ? body : JSON.stringify(body));
      if (find !== undefined)
        throw refusal(find, `event ${seq}, ${placeIn(body, (text) => left(text) !== undefined) ?? 'its text'}`);
    },
    page(text) {
      const find = left(text);
      if (find !== undefined) throw refusal(find, `line ${text.slice(0, find.from).split('\n').length} of the page`);
    },
  };
}

function refusal({ kind, value }: Find, place: string): SkilldeckError {
  return new SkilldeckError(
    'not-redacted',
    `The export was not written: a value of the kind "${kind}" (${masked(value)}) was found in this conversation and is also in ${place}, where it cannot be replaced. To export it all the same, leave this value in with --keep ${findId(value)}.`,
  );
}

/** Enough to be known by those who have it. */
function masked(text: string): string {
  const characters = [...text];
  const shown = Math.min(4, Math.floor(characters.length / 4));
  return `${characters.slice(0, shown).join('')}…${shown === 0 ? '' : characters.slice(-shown).join('')}`;
}

/** Excludes the app's own numbers and dates. */
function envelope(line: string): { readonly seq: unknown; readonly body: unknown } {
  try {
    const { v: _v, seq, at: _at, prev: _prev, ...body } = JSON.parse(line) as Record<string, unknown>;
    return { seq, body };
  } catch {
    return { seq: '?', body: line };
  }
}

/** The deepest part of an event that holds it: the name of a field, or the field of an id. */
function placeIn(body: unknown, holds: (text: string) => boolean, path = ''): string | undefined {
  if (typeof body !== 'object' || body === null) {
    return holds(String(body)) ? (path === '' ? undefined : `the id or number "${path}"`) : undefined;
  }
  for (const [name, inner] of Object.entries(body)) {
    const isList = Array.isArray(body);
    if (!isList && holds(name)) return `the name of a field${path === '' ? '' : ` in "${path}"`}`;
    const within = isList ? path : [path, name].filter((part) => part !== '').join('.');
    const document = typeof inner === 'string' ? documentIn(inner) : undefined;
    const place = placeIn(document ?? inner, holds, within);
    if (place !== undefined) return place;
  }
  return undefined;
}

function documentIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Rows looked through before others get their turn. */
export const ROWS_AT_ONCE = 50;

export interface Redaction {
  readonly folders: readonly string[];
  readonly patterns?: readonly OwnPattern[] | undefined;
  /** Ids of finds that stay. */
  readonly keep?: readonly string[] | undefined;
  /** Further texts that are looked through with the rows. */
  readonly texts?: readonly string[] | undefined;
  /** Milliseconds that all patterns may take. */
  readonly timeLimit?: number | undefined;
}

export interface SessionRedaction {
  /** Each removes the same. */
  redactor(onFound?: (found: Found) => void): Redactor;
  readonly lastLook: LastLook;
}

/**
 * Looks through all of a session for what is to be removed of all of it.
 * @throws SkilldeckError `bad-input` for a pattern that is none, or that takes too long.
 */
export async function sessionRedaction(
  rows: Iterable<EventRow>,
  { folders, patterns = [], keep: kept = [], texts = [], timeLimit }: Redaction,
): Promise<SessionRedaction> {
  const keep = new Set(kept);
  const known = new KnownValues();
  const linter = new SecretLinter((secret) => {
    if (!keep.has(findId(secret))) known.add('key', secret, true);
  });
  const all = new Set<string>();
  const collector = createRedactor(folders, {
    onText(text) {
      linter.add(text);
      if (patterns.length > 0) all.add(text);
    },
    onValue(kind, value) {
      if (!keep.has(findId(value))) known.add(kind, value);
    },
  });
  let looked = 0;
  for (const { raw } of rows) {
    redactLine(raw, collector);
    looked += 1;
    if (looked % ROWS_AT_ONCE !== 0) continue;
    await linter.look();
    await rest();
  }
  for (const text of texts) collector.text(text);
  await linter.look(true);
  const own = await ownFinds(patterns, all, timeLimit);
  for (const [text, ranges] of own) {
    for (const [from, to] of ranges) {
      const value = text.slice(from, to);
      if (!keep.has(findId(value))) known.add('own', value);
    }
  }
  return {
    redactor: (onFound) => createRedactor(folders, { keep, own, known, ...(onFound === undefined ? {} : { onFound }) }),
    lastLook: lastLook(known, keep),
  };
}

export async function redactionPreview(rows: readonly EventRow[], redaction: Redaction): Promise<RedactionPreview> {
  const finds = new Map<string, RedactionFind>();
  let total = 0;
  const { redactor: make } = await sessionRedaction(rows, redaction);
  const redactor = make((found) => {
    total += 1;
    const known = finds.get(found.id);
    if (known !== undefined) known.count += 1;
    else finds.set(found.id, { ...found, masked: shown(found), replacement: mark(found.kind), count: 1 });
  });
  for (const [index, { raw }] of rows.entries()) {
    redactLine(raw, redactor);
    if (index % ROWS_AT_ONCE === 0) await rest();
  }
  redactor.at(0);
  for (const text of redaction.texts ?? []) redactor.text(text);
  return { finds: [...finds.values()], total };
}

/** Kinds whose text is not secret. */
const PLAIN: ReadonlySet<string> = new Set(['home', 'own', 'opaque']);

const shown = ({ kind, text }: Found): string => (PLAIN.has(kind) ? text : masked(text));
