/** What is typed for a price, and the price that it stands for. */
import type { Price } from '../../shared/context-views.ts';

export const PRICE_FIELDS = ['input', 'cachedInput', 'output'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

export interface PriceForm {
  readonly model: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
}

export const EMPTY_PRICE: PriceForm = { model: '', input: '', cachedInput: '', output: '' };

export function formOf(model: string, { input, cachedInput, output }: Price): PriceForm {
  return {
    model,
    input: String(input),
    cachedInput: cachedInput === undefined ? '' : String(cachedInput),
    output: String(output),
  };
}

/** US dollars; undefined for what is no amount. A decimal comma is a point. */
export function amountOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[$＄]\s*/, '')
    .replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(plain)) return undefined;
  return Number(plain);
}

/** The fields that are wrong, or the price. */
export function priceIn(form: PriceForm): { readonly price: Price } | { readonly bad: ReadonlySet<keyof PriceForm> } {
  const bad = new Set<keyof PriceForm>();
  if (form.model.trim() === '') bad.add('model');
  const input = amountOf(form.input);
  const output = amountOf(form.output);
  const cachedInput = form.cachedInput.trim() === '' ? undefined : amountOf(form.cachedInput);
  if (input === undefined) bad.add('input');
  if (output === undefined) bad.add('output');
  if (cachedInput === undefined && form.cachedInput.trim() !== '') bad.add('cachedInput');
  if (bad.size > 0 || input === undefined || output === undefined) return { bad };
  return { price: { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) } };
}
