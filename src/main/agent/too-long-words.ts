/** The end of a run whose request the provider refuses as too long: both figures, what was tried, what to do. */
import type { PreparedRequest, TooLong } from './ports.ts';

/** @param compactedFrom tokens of the request before it was compacted; undefined where nothing could be. */
export function tooLongWords(
  { tokens: { total, max }, model }: Pick<PreparedRequest, 'tokens' | 'model'>,
  { limit, asked }: TooLong,
  compactedFrom: number | undefined,
): string {
  const theirs = [
    ...(asked === undefined ? [] : [`counts ${asked} in it`]),
    ...(limit === undefined ? [] : [`takes ${limit} at the most`]),
  ].join(' and ');
  const figures = `The provider of "${model}" refused the request as too long: it takes ${total} tokens by our count, of ${max} that the session allows${theirs === '' ? '' : `; the provider ${theirs}`}.`;
  const tried =
    compactedFrom === undefined
      ? 'Nothing in it can be compacted any more.'
      : `It was compacted once, from ${compactedFrom} tokens, and that was not enough.`;
  const others = 'Unload a skill, start a new session, or choose a model with a larger context.';
  const remedy =
    limit !== undefined && limit < max
      ? `Set the context window to ${limit} in the settings (--max-context ${limit}), so that the conversation is compacted in time. ${others}`
      : others;
  return `${figures} ${tried} ${remedy}`;
}
