/** Which encoding counts for a model, and its loading: about 350 ms and 100 MB, so only when first needed. */

const ENCODINGS = ['o200k_base', 'o200k_harmony', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;
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
    const found = ENCODINGS.find((encoding) => encoding === known[name]);
    if (found !== undefined) return found;
  }
  // The list names what is not of the default encoding.
  return OPENAI.test(whole) ? DEFAULT_ENCODING : undefined;
}

export async function encodingFor(model: string): Promise<EncodingName> {
  return (await publishedEncoding(model)) ?? DEFAULT_ENCODING;
}

/** Data for byte-pair encoding: the tokens' bytes with their ranks, and the pattern that splits a text beforehand. */
export interface Vocabulary {
  /** Keyed by the token's bytes as a string of one character a byte. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Global; its matches follow each other without a gap. */
  readonly split: RegExp;
  /** Bytes of the longest token. */
  readonly longest: number;
}

export async function loadVocabulary(name: EncodingName): Promise<Vocabulary> {
  const [tokens, split] = await importRanks(name);
  const ranks = new Map<string, number>();
  let longest = 0;
  tokens.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? asBytes(token) : Buffer.from(token).toString('latin1');
    ranks.set(bytes, rank);
    longest = Math.max(longest, bytes.length);
  });
  return { ranks, split: new RegExp(split), longest };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The UTF-8 bytes of `text`, one character each. A lone surrogate becomes U+FFFD, as everywhere. */
export function asBytes(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Bytes for a token that is not text by itself; a rank without a token is a hole, which `forEach` skips. */
type Tokens = readonly (string | readonly number[])[];

async function importRanks(name: EncodingName): Promise<readonly [Tokens, RegExp]> {
  const splits = await import('gpt-tokenizer/encodingParams/constants');
  switch (name) {
    case 'o200k_base':
    case 'o200k_harmony':
      return [(await import('gpt-tokenizer/bpeRanks/o200k_base')).default, splits.O200K_TOKEN_SPLIT_REGEX];
    case 'cl100k_base':
      return [(await import('gpt-tokenizer/bpeRanks/cl100k_base')).default, splits.CL100K_TOKEN_SPLIT_REGEX];
    case 'p50k_base':
      return [(await import('gpt-tokenizer/bpeRanks/p50k_base')).default, splits.R50K_TOKEN_SPLIT_REGEX];
    case 'r50k_base':
      return [(await import('gpt-tokenizer/bpeRanks/r50k_base')).default, splits.R50K_TOKEN_SPLIT_REGEX];
  }
}
