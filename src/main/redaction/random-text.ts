/** Texts that look drawn by lot, as keys and tokens of every maker are: words and names are not. */

/** Bits a character; English words in a row have about four of them, but change between kinds of characters rarely. */
const LEAST_ENTROPY = 3.9;
/** Min share of places between characters where letters, capitals and digits meet. */
const LEAST_CHANGES = 0.25;
/** `getElementById` is words for the most part. */
const MOST_WORDY = 0.4;
const MIN_MIXED = 24;
const MIN_LOWER = 32;

export const RANDOM = /(?<![A-Za-z0-9_+/=.-])[A-Za-z0-9_+=-]{24,512}(?![A-Za-z0-9_+/=-])/g;

export function looksRandom(text: string): boolean {
  const [lower, upper, digits] = [/[a-z]/, /[A-Z]/, /\d/].map((kind) => kind.test(text));
  // Checksums and identifiers are written like this, and a session is full of them.
  if (/^[0-9a-f-]+$/i.test(text) || digits !== true) return false;
  const isMixed = lower === true && upper === true;
  if (!isMixed && lower !== true && upper !== true) return false;
  if (text.length < (isMixed ? MIN_MIXED : MIN_LOWER) || (isMixed && wordy(text) > MOST_WORDY)) return false;
  return changes(text.replace(/[^A-Za-z0-9]/g, '')) >= LEAST_CHANGES && entropy(text) >= LEAST_ENTROPY;
}

/** Share of characters in runs of small letters that may be words. */
function wordy(text: string): number {
  return (text.match(/[a-z]{3,}/g) ?? []).reduce((sum, run) => sum + run.length, 0) / text.length;
}

function changes(text: string): number {
  const kinds = [...text].map((character) => (/\d/.test(character) ? 0 : /[a-z]/.test(character) ? 1 : 2));
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length / Math.max(1, text.length - 1);
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return -[...counts.values()].reduce((sum, count) => sum + (count / text.length) * Math.log2(count / text.length), 0);
}
