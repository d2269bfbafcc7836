/** An old tool result as a short note: enough to know what came of it, and that there was more. */

/** Characters kept at the beginning and at the end: errors and totals are most likely there, in that order. */
const HEAD = 240;
const TAIL = 120;

/** Results up to this length stay whole: a note would save nothing. */
export const SHORT_RESULT = HEAD + TAIL + 100;

export function shortenResult(tool: string, content: string): string {
  if (content.length <= SHORT_RESULT) return content;
  const head = [...content.slice(0, HEAD)].join('').replace(/[\uD800-\uDBFF]$/, '');
  const tail = content.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  return `[Earlier result of ${tool}, shortened from ${content.length} characters]\n${head}\n…\n${tail}`;
}
