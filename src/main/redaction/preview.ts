/** Creates redactors for a session, and previews an export's redactions for the user. */
import { setImmediate as rest } from 'node:timers/promises';
import type { OwnPattern, RedactionFind, RedactionPreview } from '../../shared/review.ts';
import type { EventRow } from '../store/event-log.ts';
import { SecretLinter } from './known-secrets.ts';
import { KnownValues } from './known-values.ts';
import { ownFinds } from './own-patterns.ts';
import { redactLine } from './redact-line.ts';
import { createRedactor, type Found, findId, mark, type Redactor } from './redactor.ts';
import { type LastLook, lastLook, masked } from './search-again.ts';

/** Rows looked through before others get their turn. */
export const ROWS_AT_ONCE = 50;

export interface Redaction {
  /** Taken out as home folders. */
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
