/** Lines that are drawn together; what is out of view is not laid out. */
const LINES = 80;
/** UTF-16 units; a line may have no end. */
const LONGEST = 8_000;

/** A text in pieces that end with a line where they can; joined they are the text. */
export function chunksOf(text: string): readonly { readonly from: number; readonly text: string }[] {
  const chunks: { from: number; text: string }[] = [];
  let from = 0;
  while (from < text.length) {
    let end = from;
    for (let line = 0; line < LINES && end < text.length && end - from < LONGEST; line += 1) {
      const next = text.indexOf('\n', end);
      end = next < 0 ? text.length : next + 1;
    }
    if (end - from > 2 * LONGEST) end = from + LONGEST;
    // Not between the halves of one character.
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end += 1;
    chunks.push({ from, text: text.slice(from, end) });
    from = end;
  }
  return chunks;
}
