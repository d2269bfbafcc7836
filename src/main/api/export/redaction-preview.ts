/** What an export would take out, for a person to look through: each text once, with how often it occurs. */
import { setImmediate as rest } from 'node:timers/promises';
import type { OwnPattern, RedactionFind, RedactionPreview } from '../../../shared/review.ts';
import type { EventRow } from '../../store/event-log.ts';
import { withoutUnseen } from './as-seen.ts';
import { ownFinds } from './own-patterns.ts';
import { createRedactor, type Found, mark, type Redactor, redactLine, textsIn } from './redact.ts';

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

/**
 * What makes redactors that all take out the same.
 * @param rows looked through only for the person's own patterns.
 * @throws SkilldeckError `bad-input` for a pattern that is none, or that takes too long.
 */
export async function redactorsFor(
  rows: Iterable<EventRow>,
  { folders, patterns = [], keep = [], texts = [], timeLimit }: Redaction,
): Promise<(onFound?: (found: Found) => void) => Redactor> {
  const all = new Set(texts.map(withoutUnseen));
  if (patterns.length > 0) for (const { raw } of rows) for (const text of textsIn(raw)) all.add(text);
  const options = { keep: new Set(keep), own: await ownFinds(patterns, all, timeLimit) };
  return (onFound) => createRedactor(folders, onFound === undefined ? options : { ...options, onFound });
}

/** @throws SkilldeckError `bad-input` for a pattern that is none, or that takes too long. */
export async function redactorFor(
  rows: readonly EventRow[],
  redaction: Redaction,
  onFound?: (found: Found) => void,
): Promise<Redactor> {
  return (await redactorsFor(rows, redaction))(onFound);
}

export async function redactionPreview(rows: readonly EventRow[], redaction: Redaction): Promise<RedactionPreview> {
  const finds = new Map<string, RedactionFind>();
  let total = 0;
  const redactor = await redactorFor(rows, redaction, (found) => {
    total += 1;
    const known = finds.get(found.id);
    if (known !== undefined) known.count += 1;
    else finds.set(found.id, { ...found, masked: masked(found), replacement: mark(found.kind), count: 1 });
  });
  for (const [index, { raw }] of rows.entries()) {
    redactLine(raw, redactor);
    if (index % ROWS_AT_ONCE === 0) await rest();
  }
  for (const text of redaction.texts ?? []) redactor.text(text);
  return { finds: [...finds.values()], total };
}

/** Enough to be known by whoever has it. */
function masked({ kind, text }: Found): string {
  if (kind === 'home' || kind === 'own') return text;
  const characters = [...text];
  const shown = Math.min(4, Math.floor(characters.length / 4));
  return `${characters.slice(0, shown).join('')}…${shown === 0 ? '' : characters.slice(-shown).join('')}`;
}
