import type { useFormat } from '../i18n/index.ts';

/** A difference with its sign. */
export const signedTokens = (format: Pick<ReturnType<typeof useFormat>, 'number'>, tokens: number): string =>
  `${tokens > 0 ? '+' : tokens < 0 ? '−' : '±'}${format.number(Math.abs(tokens))}`;
