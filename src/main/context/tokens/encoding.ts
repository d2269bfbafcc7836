/** Loads the encoding that counts for a model: some 12 MB, so only when first needed. */

import { loadRanks, type Ranks } from './byte-pairs.ts';

/** The models of the older encodings are retired: their tokens are estimated by the default. */
const ENCODINGS = ['o200k_base', 'o200k_harmony'] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** For models that publish no encoding, and for unknown ones. */
export const DEFAULT_ENCODING: EncodingName = 'o200k_base';

/** The name without its provider: `openai/gpt-4o` is `gpt-4o`. */
const bareName = (model: string): string => model.toLowerCase().replace(/^.*\//, '');

/** OpenAI's own names, of its open models too: `gpt-4o`, `o3-mini`, `chatgpt-4o-latest`. */
const OPENAI = /^(?:chat)?gpt-|^o\d/;

const looked = new Map<string, Promise<EncodingName | undefined>>();

/** The encoding that the model's provider publishes for it; `undefined` where it publishes none. */
export function publishedEncoding(model: string): Promise<EncodingName | undefined> {
  const found = looked.get(model) ?? lookUp(model);
  looked.set(model, found);
  return found;
}

async function lookUp(model: string): Promise<EncodingName | undefined> {
  const { modelToEncodingMap } = await import('gpt-tokenizer/mapping');
  const known: Readonly<Record<string, string>> = modelToEncodingMap;
  const whole = bareName(model);
  // By the longest prefix that is listed.
  for (let name = whole; name !== ''; name = name.replace(/[-:]?[^-:]*$/, '')) {
    if (known[name] !== undefined) return ENCODINGS.find((encoding) => encoding === known[name]);
  }
  // The list names what is not of the default encoding.
  return OPENAI.test(whole) ? DEFAULT_ENCODING : undefined;
}

export const encodingFor = async (model: string): Promise<EncodingName> =>
  (await publishedEncoding(model)) ?? DEFAULT_ENCODING;

/** Data for byte-pair encoding: the tokens' ranks, and the pattern that splits a text beforehand. */
export interface Vocabulary {
  readonly ranks: Ranks;
  /** Global; its matches follow each other without a gap. */
  readonly split: RegExp;
}

/** Both have it: they differ in their special tokens only, which count as text. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const { O200K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
  return { ranks: loadRanks(), split: new RegExp(O200K_TOKEN_SPLIT_REGEX) };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The UTF-8 bytes of `text`, one character each. A lone surrogate becomes U+FFFD, as everywhere. */
export const asBytes = (text: string): string =>
  BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
