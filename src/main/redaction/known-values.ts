/**
 * Values found anywhere in a session, to be removed from all of it in any spelling: with other blanks and dashes, in
 * another case, full-width, escaped or encoded. A short value or a plain word stays where it is not marked as secret
 * (docs/decisions/0022).
 */
import type { RedactionKind } from '../../shared/review.ts';
import type { Find, Finder } from './finds.ts';
import { halfWidth } from './views.ts';

// Secrets by the rules of secretlint, a well-kept project: found once, they are removed everywhere.

/** UTF-16 code units that go through its rules at once: a call costs more than its text. */
const AT_ONCE = 512 * 1024;

export class SecretLinter {
  #waiting: string[] = [];
  #length = 0;
  readonly #onSecret: (secret: string) => void;

  constructor(onSecret: (secret: string) => void) {
    this.#onSecret = onSecret;
  }

  add(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
  }

  /** Looks through what waits, where it is enough or the last. */
  async look(isLast = false): Promise<void> {
    if (this.#length === 0 || (!isLast && this.#length < AT_ONCE)) return;
    const content = this.#waiting.join('\n\n');
    this.#waiting = [];
    this.#length = 0;
    // Large, and only redacted exports need it.
    const [{ lintSource }, { creator }] = await Promise.all([
      import('@secretlint/core'),
      import('@secretlint/secretlint-rule-preset-recommend'),
    ]);
    const { messages } = await lintSource({
      source: { content, filePath: 'session.txt', ext: '.txt', contentType: 'text' },
      options: {
        config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
        noPhysicFilePath: true,
      },
    });
    for (const { range } of messages) this.#onSecret(content.slice(...range));
  }
}

interface Known {
  readonly kind: RedactionKind;
  readonly text: string;
  readonly compact: string;
  /** Signs before its first letter or digit, and after its last. */
  readonly lead: string;
  readonly tail: string;
  /** May not be part of a longer word or number. */
  readonly isWord: boolean;
  /** Matches only with the same characters between letters and digits. */
  readonly isLiteral: boolean;
}

/** Letters and digits, by which values are looked up. */
const LOOKED_UP = 6;
/** Digits of a number on its own: fewer are years, amounts and times. */
const LEAST_DIGITS = 7;
/** Digits from which a number is looked for within longer ones. */
const LEAST_WITHIN = 10;
/** Letters of a value that has neither digits nor signs: shorter ones are words. */
const LEAST_LETTERS = 14;
/** Signs between two letters of one value, as in a number across a line break and an indent. */
const WIDEST_GAP = 12;

const SIGN = /[^\p{L}\p{N}]/u;
const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

interface Compact {
  readonly text: string;
  /** Offset of each of its code units. */
  readonly at: readonly number[];
}

function compactOf(text: string): Compact {
  let letters = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter =
      code < 128 ? isAlphanumeric(code) : (code >= 0xd800 && code < 0xe000) || !SIGN.test(text.charAt(index));
    if (!isLetter) continue;
    const lower = code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : text.charAt(index);
    letters += lower;
    at.push(index);
  }
  return { text: letters, at };
}

/** The same for every spelling of a value. */
export function canonical(value: string): string {
  const { text } = compactOf(halfWidth(value));
  return text.length >= LOOKED_UP ? text : value;
}

/** True if a value is distinct enough to be redacted wherever it occurs. */
function isDistinct(kind: RedactionKind, value: string): boolean {
  const letters = compactOf(halfWidth(value)).text;
  if (kind === 'home') return false;
  const digits = letters.replace(/\D/g, '').length;
  if (digits === letters.length) return digits >= LEAST_DIGITS && !isRecentDay(letters) && !/^(\d)\1+$/.test(letters);
  if (digits > 0) return letters.length >= LOOKED_UP || value.length >= 8;
  // Words: of a sentence, of a name, of code.
  if (kind === 'email' || kind === 'personal') return letters.length >= 8;
  const signs = [...value].filter(
    (sign) => /[!-/:-@[-`{-~]/.test(sign) && !/[-_.:/,()[\]<>{}'"`=;|*#]/.test(sign),
  ).length;
  if (signs > 0 && value.length >= 8) return true;
  return /^\S+$/.test(value)
    ? letters.length >= LEAST_LETTERS && letters.length === value.length
    : value.split(/\s+/).length >= 12;
}

/** A day of these years is more often a day of a journey than of a birth. */
const isRecentDay = (digits: string): boolean =>
  digits.length === 8 && /^20(?:1[5-9]|[2-4]\d)(?:0\d|1[0-2])[0-3]\d$/.test(digits);

export class KnownValues {
  readonly #byStart = new Map<string, Known[]>();
  readonly #short: Known[] = [];
  readonly #texts = new Set<string>();

  /** @param isSure it is removed everywhere, however plain it looks. */
  add(kind: RedactionKind, value: string, isSure = false): void {
    const text = halfWidth(value).trim();
    const name = canonical(text);
    if (this.#texts.has(name) || !(isSure ? text.length >= 8 : isDistinct(kind, text))) return;
    this.#texts.add(name);
    const compact = compactOf(text);
    const first = compact.at[0] ?? 0;
    const last = compact.at.at(-1) ?? 0;
    const isNumber = /^\d+$/.test(compact.text);
    const known: Known = {
      kind,
      text,
      compact: compact.text,
      lead: text.slice(0, first),
      tail: text.slice(last + 1),
      isWord: compact.text.length < (isNumber ? LEAST_WITHIN : 8),
      isLiteral: kind === 'network',
    };
    if (compact.text.length < LOOKED_UP) {
      this.#short.push(known);
      return;
    }
    const start = compact.text.slice(0, LOOKED_UP);
    const others = this.#byStart.get(start);
    if (others === undefined) this.#byStart.set(start, [known]);
    else others.push(known);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  readonly finder: Finder = (text) => {
    if (this.#texts.size === 0) return [];
    const finds: Find[] = [];
    const lower = this.#short.length === 0 ? '' : text.toLowerCase();
    for (const { kind, text: value } of this.#short) {
      const wanted = value.toLowerCase();
      for (let from = lower.indexOf(wanted); from !== -1; from = lower.indexOf(wanted, from + 1)) {
        finds.push({ from, to: from + value.length, kind, value });
      }
    }
    if (this.#byStart.size === 0) return finds;
    const compact = compactOf(text);
    for (let index = 0; index + LOOKED_UP <= compact.text.length; index += 1) {
      const candidates = this.#byStart.get(compact.text.slice(index, index + LOOKED_UP));
      if (candidates === undefined) continue;
      for (const known of candidates) {
        const place = placeOf(known, compact, index, text);
        if (place !== undefined) finds.push({ ...place, kind: known.kind, value: known.text });
      }
    }
    return finds;
  };
}

function placeOf(
  known: Known,
  { text, at }: Compact,
  index: number,
  source: string,
): { from: number; to: number } | undefined {
  const end = index + known.compact.length;
  if (!text.startsWith(known.compact, index)) return undefined;
  for (let one = index + 1; one < end; one += 1) {
    if ((at[one] ?? 0) - (at[one - 1] ?? 0) > WIDEST_GAP) return undefined;
  }
  let from = at[index] ?? 0;
  let to = (at[end - 1] ?? 0) + 1;
  if (known.isWord && (isAlphanumeric(source.charCodeAt(from - 1)) || isAlphanumeric(source.charCodeAt(to)))) {
    return undefined;
  }
  if (known.lead !== '' && source.startsWith(known.lead, from - known.lead.length)) from -= known.lead.length;
  if (known.tail !== '' && source.startsWith(known.tail, to)) to += known.tail.length;
  return known.isLiteral && source.slice(from, to).toLowerCase() !== known.text.toLowerCase()
    ? undefined
    : { from, to };
}
