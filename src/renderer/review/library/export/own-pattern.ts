import type { OwnPattern } from '../../../../shared/review.ts';

/** Error of a regular expression, in the browser's words; undefined if valid. */
export function wrongWith({ pattern, regex }: OwnPattern): string | undefined {
  if (regex !== true) return undefined;
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
  }
}
