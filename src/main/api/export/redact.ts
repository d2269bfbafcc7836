/** Takes out of a session what is nobody's business: keys, e-mail addresses, phone and card numbers, home folders, and what the person names. */
import { REDACTION_KINDS, type RedactionKind, type SessionExport } from '../../../shared/review.ts';
import { sha256 } from '../../lib/sha256.ts';
import { encodedTexts, halfWidth, withoutUnseen } from './as-seen.ts';
import type { OwnFinds } from './own-patterns.ts';
import { looksRandom, RANDOM } from './random-text.ts';
import { isPersonalNumber, PATTERNS, PHONE_FIELD, SECRET_FIELD } from './redaction-patterns.ts';

export type RedactionCount = Readonly<Record<RedactionKind, number>>;

/** One place where something was taken out. */
export interface Found {
  readonly id: string;
  readonly kind: RedactionKind;
  readonly text: string;
  readonly seq: number;
  /** What stands around it there. */
  readonly before: string;
  readonly after: string;
}

export interface Redactor {
  text(text: string): string;
  /** Every text in it, names of fields included. */
  value(value: unknown): unknown;
  /** What comes now is of this event. */
  at(seq: number): void;
  readonly count: RedactionCount;
}

export interface RedactorOptions {
  /** Of what the person keeps. */
  readonly keep?: ReadonlySet<string>;
  readonly own?: OwnFinds;
  readonly onFound?: (found: Found) => void;
}

/** UTF-16 code units around a find. */
const AROUND = 60;

/** Of texts that are remembered as having nothing in them: characters of one, and how many. */
const LONGEST_REPEATED = 400;
const MOST_REPEATED = 20_000;

export const mark = (kind: RedactionKind): string => `[redacted:${kind}]`;

/** The same text has the same one, in any session: a choice holds wherever it occurs. */
export const findId = (text: string): string => sha256(`skilldeck redaction ${text}`).slice(0, 20);

/** Their values are what events are joined by: two of them must not become one. */
const NAMES_OF_IDS = new Set(['callId', 'id', 'sha256', 'scriptSha256', 'note', 'session', 'content_sha256']);

/** @param folders taken out as home folders wherever they occur: this person's own, and the data folder */
export function createRedactor(folders: readonly string[], options: RedactorOptions = {}): Redactor {
  const { keep = new Set(), own = new Map(), onFound } = options;
  const count: Record<RedactionKind, number> = { key: 0, email: 0, phone: 0, card: 0, home: 0, own: 0 };
  let seq = 0;
  const take = (kind: RedactionKind, text: string, whole: string = text, at = 0): string => {
    // Its hash is worth making only for whoever chooses.
    const id = keep.size > 0 || onFound !== undefined ? findId(text) : '';
    if (keep.has(id)) return text;
    count[kind] += 1;
    const before = whole.slice(Math.max(0, at - AROUND), at);
    onFound?.({ id, kind, text, seq, before, after: whole.slice(at + text.length, at + text.length + AROUND) });
    return mark(kind);
  };
  // As they stand in JSON within a text, too; the longest first.
  const spellings = folders
    .filter((folder) => folder.length > 3)
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)])
    .sort((a, b) => b.length - a.length);

  const takeOwn = (given: string): string => {
    let text = '';
    let done = 0;
    for (const [from, to] of own.get(given) ?? []) {
      text += given.slice(done, from) + take('own', given.slice(from, to), given, from);
      done = to;
    }
    return text + given.slice(done);
  };
  /** By patterns alone, over the text as a reader sees it. */
  const takePatterns = (given: string): string => {
    let kept = given;
    let seen = halfWidth(given);
    for (const { kind, pattern, needs, holds } of PATTERNS) {
      if (needs !== undefined && !seen.includes(needs)) continue;
      let text = '';
      let done = 0;
      for (const match of seen.matchAll(pattern)) {
        const from = match.index + (match[1]?.length ?? 0);
        const to = match.index + match[0].length;
        if (holds?.(seen.slice(from, to)) === false) continue;
        text += kept.slice(done, from) + take(kind, kept.slice(from, to), kept, from);
        done = to;
      }
      if (done === 0) continue;
      kept = text + kept.slice(done);
      seen = halfWidth(kept);
    }
    return kept;
  };
  const takeEncoded = (given: string): string => {
    let kept = given;
    for (const { encoded, decoded, isText } of encodedTexts(given)) {
      const kind = isText === true && kindIn(encoded) !== undefined ? undefined : kindIn(decoded);
      if (kind !== undefined) kept = kept.replace(encoded, () => take(kind, encoded, given, given.indexOf(encoded)));
    }
    return kept;
  };
  const takeSeen = (given: string, isName: boolean): string => {
    let kept = takeOwn(given);
    for (const folder of spellings) {
      kept = kept.replaceAll(folder, (match, at: number, whole: string) => take('home', match, whole, at));
    }
    kept = takePatterns(takeEncoded(kept));
    if (isName) return kept;
    return kept.replace(RANDOM, (match, at: number, whole: string) =>
      looksRandom(match) ? take('key', match, whole, at) : match,
    );
  };
  /** The same labels and reasons are in every request: those with nothing to take out are looked through once. */
  const clean = new Set<string>();
  /** What is unseen goes with what was found: it may have parted it. */
  const takeOut = (given: string, isName: boolean): string => {
    if (clean.has(given)) return given;
    const seen = withoutUnseen(given);
    const kept = takeSeen(seen, isName);
    if (kept !== seen) return kept;
    // As what is found in an id is less than in a text.
    if (!isName && given.length <= LONGEST_REPEATED && clean.size < MOST_REPEATED) clean.add(given);
    return given;
  };
  /** Of two ids that something is taken out of, each stays another than the other. */
  const ids = new Map<string, string>();
  const idWithout = (given: string): string => {
    const kept = takeOut(given, true);
    if (kept === given) return given;
    const known = ids.get(given) ?? `${kept}-${ids.size + 1}`;
    ids.set(given, known);
    return known;
  };
  const text = (given: string): string => takeOut(given, false);

  const taken = (kind: RedactionKind, given: unknown): unknown => {
    const shown = String(given);
    const kept = take(kind, shown);
    return kept === shown ? given : kept;
  };
  const value = (given: unknown, isName = false): unknown => {
    if (typeof given === 'string') return isName ? idWithout(given) : text(given);
    if (typeof given === 'number') {
      const digits = String(given);
      const kind = isPersonalNumber(digits);
      if (kind === undefined) return given;
      return taken(kind, given);
    }
    if (Array.isArray(given)) return given.map((one) => value(one, isName));
    if (given === null || typeof given !== 'object') return given;
    const fields = new Map<string, unknown>();
    for (const [name, inner] of Object.entries(given)) {
      const secret = secretIn(name, inner);
      const shown = text(name);
      const field = fields.has(shown) ? `${shown} (${fields.size + 1})` : shown;
      fields.set(field, secret === undefined ? value(inner, NAMES_OF_IDS.has(name)) : taken(secret, inner));
    }
    return Object.fromEntries(fields);
  };
  return {
    text,
    value: (given) => value(given),
    at(now) {
      seq = now;
    },
    count,
  };
}

/** What a field's value is taken out for by the field's name alone. */
function secretIn(name: string, inner: unknown): RedactionKind | undefined {
  if (typeof inner !== 'string' && typeof inner !== 'number') return undefined;
  const text = String(inner);
  // A count of something has few digits.
  if (SECRET_FIELD.test(name) && text !== '' && (typeof inner === 'string' || text.length >= 5)) return 'key';
  const digits = text.replace(/\D/g, '').length;
  return PHONE_FIELD.test(name) && /^[\d\s().+/-]+$/.test(text) && digits >= 7 && digits <= 15 ? 'phone' : undefined;
}

/** What a text would be taken out for, if for anything. */
function kindIn(text: string): RedactionKind | undefined {
  const seen = halfWidth(text);
  return PATTERNS.find(({ pattern, holds }) =>
    [...seen.matchAll(pattern)].some((match) => holds?.(match[0].slice(match[1]?.length ?? 0)) !== false),
  )?.kind;
}

export const totalOf = (count: RedactionCount): number => REDACTION_KINDS.reduce((sum, kind) => sum + count[kind], 0);

/** As an export tells of it. */
export const reportedCount = ({ own, ...count }: RedactionCount): NonNullable<SessionExport['redacted']> => ({
  total: totalOf({ ...count, own }),
  ...count,
  ...(own === 0 ? {} : { own }),
});

/** What an event is found by stays; all else is looked through. A row that is no JSON is looked through as it is. */
export function redactLine(line: string, redactor: Redactor): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return redactor.text(line);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    return JSON.stringify(redactor.value(parsed));
  const { v, seq, at, session, type, ...body } = parsed as Record<string, unknown>;
  redactor.at(typeof seq === 'number' ? seq : 0);
  return JSON.stringify({ v, seq, at, session, type, ...(redactor.value(body) as object) });
}

/** Every text that `redactLine` would look through, as it would. */
export function textsIn(line: string): string[] {
  try {
    const texts: string[] = [];
    const look = (given: unknown): void => {
      if (typeof given === 'string') texts.push(withoutUnseen(given));
      else if (Array.isArray(given)) given.forEach(look);
      else if (given !== null && typeof given === 'object') {
        for (const [name, inner] of Object.entries(given)) {
          texts.push(withoutUnseen(name));
          look(inner);
        }
      }
    };
    look(JSON.parse(line));
    return texts;
  } catch {
    return [withoutUnseen(line)];
  }
}

/** Says in the log's first line that it is no longer the one that was written: `sessions verify` looks for it. */
export function markRedacted(line: string, count: RedactionCount): string {
  try {
    return JSON.stringify({ ...(JSON.parse(line) as object), redacted: count });
  } catch {
    return line;
  }
}

/** Whether a log's first line says that it was redacted. */
export function isRedacted(line: string | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(line ?? '');
    return parsed !== null && typeof parsed === 'object' && Object.hasOwn(parsed, 'redacted');
  } catch {
    return false;
  }
}
