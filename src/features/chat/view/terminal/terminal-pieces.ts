/** Pieces of at most `size` UTF-16 units, none of which ends within a character. */
export function* inPieces(text: string, size: number): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + size);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff && end - 1 > start) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}
