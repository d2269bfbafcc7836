/** Takes out of a session what is nobody's business: keys, e-mail addresses, phone and card numbers, home folders. */
import { isPersonalNumber, PATTERNS, REDACTIONS, type Redaction, SECRET_FIELD } from './redaction-patterns.ts';

export type RedactionCount = Readonly<Record<Redaction, number>>;

export interface Redactor {
  text(text: string): string;
  /** Every text in it, names of fields included. */
  value(value: unknown): unknown;
  readonly count: RedactionCount;
}

const mark = (kind: Redaction): string => `[redacted:${kind}]`;

/** @param folders taken out as home folders wherever they occur: this person's own, and the data folder */
export function createRedactor(folders: readonly string[]): Redactor {
  const count: Record<Redaction, number> = { key: 0, email: 0, phone: 0, card: 0, home: 0 };
  const take = (kind: Redaction): string => {
    count[kind] += 1;
    return mark(kind);
  };
  // As they stand in JSON within a text, too; the longest first.
  const spellings = folders
    .filter((folder) => folder.length > 3)
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)])
    .sort((a, b) => b.length - a.length);

  const text = (given: string): string => {
    let kept = given;
    for (const folder of spellings) kept = kept.replaceAll(folder, () => take('home'));
    for (const { kind, pattern, holds } of PATTERNS) {
      kept = kept.replace(pattern, (match: string, ...groups: unknown[]) => {
        const lead = typeof groups[0] === 'string' ? groups[0] : '';
        return holds?.(match.slice(lead.length)) === false ? match : `${lead}${take(kind)}`;
      });
    }
    return kept;
  };

  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') {
      const kind = isPersonalNumber(String(given));
      return kind === undefined ? given : take(kind);
    }
    if (Array.isArray(given)) return given.map(value);
    if (given === null || typeof given !== 'object') return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, inner]) => {
        const isSecret = SECRET_FIELD.test(name) && typeof inner === 'string' && inner !== '';
        return [text(name), isSecret ? take('key') : value(inner)];
      }),
    );
  };
  return { text, value, count };
}

export const totalOf = (count: RedactionCount): number => REDACTIONS.reduce((sum, kind) => sum + count[kind], 0);

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
  return JSON.stringify({ v, seq, at, session, type, ...(redactor.value(body) as object) });
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
