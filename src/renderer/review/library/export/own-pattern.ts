import type { OwnPattern } from '../../../../shared/review.ts';

/** What a regular expression lacks, in the browser's own words; undefined where it is one. */
export function wrongWith({ pattern, regex }: OwnPattern): string | undefined {
  if (regex !== true) return undefined;
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
  }
}
