/** Why the model's own summary was not taken: the core's reason, which is English, as the person's words. */
import type { Words } from '../../shared/words.ts';

const REASONS = [
  [/context is too small/, 'small'],
  [/length limit/, 'cut'],
  [/it was empty/, 'empty'],
  [/takes (?<tokens>\d+) tokens, and (?<most>\d+)/, 'long'],
  [/no shorter/, 'noShorter'],
  [/were pinned/, 'pinned'],
  [/no model is there/, 'noWriter'],
] as const;

export interface FallbackWords {
  readonly text: string;
  /** The provider's own words, where it failed. */
  readonly details?: string;
}

export function fallbackWords({ t, format }: Words, fallback: string): FallbackWords {
  const failure = /^the model gave none: (.*)$/s.exec(fallback)?.[1];
  if (failure !== undefined) return { text: t('compaction.fallback.failed'), details: failure };
  for (const [pattern, name] of REASONS) {
    const found = pattern.exec(fallback);
    if (found === null) continue;
    const { tokens = '0', most = '0' } = found.groups ?? {};
    const figures = { tokens: format.number(Number(tokens)), most: format.number(Number(most)) };
    return { text: t(`compaction.fallback.${name}`, figures) };
  }
  return { text: t('compaction.fallback.failed'), details: fallback };
}
