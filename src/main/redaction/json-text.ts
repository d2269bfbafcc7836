/** Texts that are JSON documents, such as a call's arguments, read without loss. */

/** Longer ones are looked through as the text that they are. */
const LONGEST = 4_000_000;

/** Undefined where a text is no object or list in JSON. A number that JavaScript cannot hold is its digits. */
export function parsedDocument(text: string): object | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text, exactly) as object;
  } catch {
    return undefined;
  }
}

/** Node gives a reviver the source of each value, which its types do not know yet. */
function exactly(
  ...[, value, context]: [name: string, value: unknown, context?: { readonly source?: string }]
): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) && String(value) !== source
    ? source
    : value;
}

/** Laid out as `like` is: on one line, or indented. */
export const documentText = (document: unknown, like: string): string =>
  JSON.stringify(document, null, /^\s*[[{]\r?\n( +)/.exec(like)?.[1] ?? 0);

/** `passportNumber` and `passport_number` as words, for patterns that know words. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim();

const LABELS = ['label', 'name', 'field', 'key', 'question', 'title'];
const VALUES = new Set(['value', 'answer', 'text', 'content', 'initial']);

/** Label of a field's value: its own name, or the label beside it. */
export function labelOf(name: string, fields: Readonly<Record<string, unknown>>, parent: string): string {
  if (VALUES.has(name)) {
    const label = LABELS.map((one) => fields[one]).find((one) => typeof one === 'string' && one.length <= 80);
    if (typeof label === 'string') return wordsOf(label);
  }
  const own = wordsOf(name);
  return parent === '' || !/^(?:no|nr|number|num|id|value|code|digits|\d+)$/i.test(own) ? own : `${parent} ${own}`;
}
