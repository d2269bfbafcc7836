/** Which encoding counts for a model, and its loading: about 140 ms and 63 MB, so only when first needed. */

export const ENCODINGS = ['o200k_base', 'o200k_harmony', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** For models that publish no encoding of their own, and for unknown ones. */
export const DEFAULT_ENCODING: EncodingName = 'o200k_base';

/** The encoder's part that is used: tokens of a text, as numbers. */
export type Encode = (text: string) => number;

const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };

/** A name like `openai/gpt-4o-2024-11-20` is looked up without its provider and with the longest prefix that is known. */
export async function encodingFor(model: string): Promise<EncodingName> {
  const { modelToEncodingMap } = await import('gpt-tokenizer/mapping');
  const known: Readonly<Record<string, string>> = modelToEncodingMap;
  for (let name = model.toLowerCase().replace(/^.*\//, ''); name !== ''; name = name.replace(/[-:]?[^-:]*$/, '')) {
    const found = ENCODINGS.find((encoding) => encoding === known[name]);
    if (found !== undefined) return found;
  }
  return DEFAULT_ENCODING;
}

export async function loadEncoding(name: EncodingName): Promise<Encode> {
  const { countTokens } = await importEncoding(name);
  return (text) => countTokens(text, NOTHING_SPECIAL);
}

function importEncoding(name: EncodingName) {
  switch (name) {
    case 'o200k_base':
      return import('gpt-tokenizer/encoding/o200k_base');
    case 'o200k_harmony':
      return import('gpt-tokenizer/encoding/o200k_harmony');
    case 'cl100k_base':
      return import('gpt-tokenizer/encoding/cl100k_base');
    case 'p50k_base':
      return import('gpt-tokenizer/encoding/p50k_base');
    case 'r50k_base':
      return import('gpt-tokenizer/encoding/r50k_base');
  }
}
