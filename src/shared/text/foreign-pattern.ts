/**
 * Regular expressions that a model, a skill or a file brings: written as for JavaScript, tested by re2js in time linear
 * in the text. `new RegExp` only reads them here, as testing one can take longer than the universe is old.
 */
import { RE2JS } from 're2js';

export type PatternFault =
  /** No regular expression. */
  | 'form'
  | 'look-around'
  | 'back-reference'
  /** Longer than `MAX_PATTERN`, or with counts that make it large. */
  | 'size'
  /** After the first `MAX_FORM_PATTERNS` of a form. */
  | 'many'
  /** Something else that re2js does not know. */
  | 'unsupported';

/** Characters. */
const MAX_PATTERN = 1_000;
/** Instructions of a compiled pattern. */
const MAX_PROGRAM = 4_000;
/** Instructions times characters: 10 to 60 ns each. */
const MAX_STEPS = 10_000_000;
/** Compiled patterns that are kept; a form tests the same few at every key. */
const MAX_KEPT = 50;

/** JavaScript's white space and `.` in the terms of re2js, which knows ASCII alone. */
const SPACE = '\\s\\v\\x{feff}\\pZ';
/** All else, as a class has no classes in it. */
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
/** Unicode's long names of general categories, of which re2js knows the short ones. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Currency_Symbol: 'Sc',
  Separator: 'Z',
  Space_Separator: 'Zs',
};
const TOKEN =
  /\\u(?<high>[dD][89abAB][\da-fA-F]{2})\\u(?<low>[dD][c-fC-F][\da-fA-F]{2})|\\(?:[pP]\{(?:[A-Za-z_]+=)?(?<property>[A-Za-z_]+)\}|u[dD][89a-fA-F]|[\s\S])|\(\?<?[=!]|\[\^?\]?|\]|\./g;

type Compiled = { readonly program: RE2JS } | { readonly fault: PatternFault };

const kept = new Map<string, Compiled>();

function compiled(pattern: string): Compiled {
  const before = kept.get(pattern);
  if (before !== undefined) return before;
  const made = compile(pattern);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(pattern, made);
  return made;
}

function compile(pattern: string): Compiled {
  const counts = [...pattern.matchAll(/\{(?:\d+,)?(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (pattern.length > MAX_PATTERN || counts > MAX_PROGRAM) return { fault: 'size' };
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { fault: 'form' };
  }
  const source = translated(pattern);
  if (typeof source !== 'string') return source;
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(source));
    return program.programSize() > MAX_PROGRAM ? { fault: 'size' } : { program };
  } catch (error) {
    return { fault: /repeat count|too (?:large|deep)/.test(String(error)) ? 'size' : 'unsupported' };
  }
}

/** The pattern in re2js's dialect, which differs outside and inside `[…]`. */
function translated(pattern: string): string | { readonly fault: PatternFault } {
  let inClass = false;
  let fault: PatternFault | undefined;
  const source = pattern.replace(TOKEN, (token: string, ...groups: unknown[]) => {
    const { property, high, low } = groups.at(-1) as Partial<Record<'property' | 'high' | 'low', string>>;
    if (property !== undefined) return `${token.slice(0, 2)}{${CATEGORIES[property] ?? property}}`;
    if (high !== undefined && low !== undefined)
      return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    // Half of a character.
    if (/^\\u[dD]/.test(token)) fault = 'unsupported';
    if (inClass) {
      inClass = !token.endsWith(']') || token === '\\]';
      if (token.startsWith('[')) return `\\${token}`;
      return { '\\b': '\\x08', '\\s': SPACE, '\\S': NO_SPACE }[token] ?? token;
    }
    if (token.startsWith('(?')) fault = 'look-around';
    else if (/^\\[1-9k]/.test(token)) fault = 'back-reference';
    else if (token.startsWith('[')) inClass = !token.endsWith(']');
    else if (token === '\\s') return `[${SPACE}]`;
    else if (token === '\\S') return `[^${SPACE}]`;
    else if (token === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
    return token;
  });
  return fault === undefined ? source : { fault };
}

export function patternFault(pattern: string): PatternFault | undefined {
  const made = compiled(pattern);
  return 'fault' in made ? made.fault : undefined;
}

export type Match =
  | { readonly found: string | undefined }
  /** Not tested: the pattern cannot be used, or the text has more characters than `most`. */
  | { readonly fault: PatternFault }
  | { readonly most: number };

/** The first match in `text`. Takes 0.6 s at most. */
export function matchOf(pattern: string, text: string): Match {
  const made = compiled(pattern);
  if ('fault' in made) return made;
  const most = Math.floor(MAX_STEPS / made.program.programSize());
  if (text.length > most) return { most };
  const matcher = made.program.matcher(text);
  return { found: matcher.find() ? (matcher.group() ?? '') : undefined };
}

/** Different patterns of one form: each takes 20 ms to read. */
const MAX_FORM_PATTERNS = 20;
/** Instructions times characters, of all answers together: 0.1 s, at every key. */
const MAX_FORM_STEPS = 1_000_000;

/** Checks the patterns of one form's fields, like `patternFault`. */
export function formFaults(): (pattern: string) => PatternFault | undefined {
  const seen = new Set<string>();
  return (pattern) => (seen.add(pattern).size > MAX_FORM_PATTERNS ? 'many' : patternFault(pattern));
}

/**
 * Tests the answers of one form. True also for a text that could not be tested: a pattern that cannot be used, or comes
 * after too much work for the others, stops no one.
 */
export function formPatterns(): (pattern: string, text: string) => boolean {
  const seen = new Set<string>();
  let steps = 0;
  return (pattern, text) => {
    if (seen.add(pattern).size > MAX_FORM_PATTERNS) return true;
    const made = compiled(pattern);
    if ('fault' in made) return true;
    steps += made.program.programSize() * text.length;
    return steps > MAX_FORM_STEPS || made.program.matcher(text).find();
  };
}
