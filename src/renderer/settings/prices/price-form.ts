/** Input for a price, and its conversion. */
import type { Price } from '../../../shared/context-views.ts';

export const PRICE_FIELDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;

export type PriceForm = ReturnType<typeof formOf>;

export const EMPTY_PRICE: PriceForm = { model: '', input: '', cachedInput: '', cacheWrite: '', output: '' };

export function formOf(model: string, { input, cachedInput, cacheWrite, output }: Price) {
  return {
    model,
    input: String(input),
    cachedInput: cachedInput === undefined ? '' : String(cachedInput),
    cacheWrite: cacheWrite === undefined ? '' : String(cacheWrite),
    output: String(output),
  };
}

/** US dollars; undefined for what is no amount. A decimal comma is a point. */
function amountOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[$＄]\s*/, '')
    .replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount <= HIGHEST_PRICE ? amount : undefined;
}

/** Characters of a model's name. */
const LONGEST_NAME = 200;
/** Dollars for a million tokens above which it is a slip of the finger. */
const HIGHEST_PRICE = 1_000_000;

export function nameProblem(model: string, taken: readonly string[]): 'badName' | 'taken' | undefined {
  const name = model.trim();
  if (name === '' || name.length > LONGEST_NAME) return 'badName';
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'taken' : undefined;
}

/** Returns the invalid fields, or the price. @param taken names that have a price already. */
export function priceIn(
  form: PriceForm,
  taken: readonly string[] = [],
): { readonly price: Price } | { readonly bad: ReadonlySet<keyof PriceForm> } {
  const bad = new Set<keyof PriceForm>();
  if (nameProblem(form.model, taken) !== undefined) bad.add('model');
  const input = amountOf(form.input);
  const output = amountOf(form.output);
  const cache = (['cachedInput', 'cacheWrite'] as const).flatMap((field) =>
    form[field].trim() === '' ? [] : [[field, amountOf(form[field])] as const],
  );
  if (input === undefined) bad.add('input');
  if (output === undefined) bad.add('output');
  for (const [field, amount] of cache) if (amount === undefined) bad.add(field);
  if (bad.size > 0 || input === undefined || output === undefined) return { bad };
  return { price: { input, output, ...Object.fromEntries(cache) } };
}
