/** Highlights words in place without changing the elements: Markdown, terminals and code keep theirs. */

/** Name of `::highlight(found)` in `styles.css`. */
const NAME = 'found';
/** Limit of highlights per message: more would not help to find the first. */
const MOST = 500;

/** Ranges in `text` of each of the space-separated `words`, ignoring case. Pure. */
export function placesOf(text: string, words: string): readonly (readonly [number, number])[] {
  const folded = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      const places: [number, number][] = [];
      for (
        let at = folded.indexOf(word);
        at >= 0 && places.length < MOST;
        at = folded.indexOf(word, at + word.length)
      ) {
        places.push([at, at + word.length]);
      }
      return places;
    });
}

/** A text that styling has cut in pieces is read as one. */
export function markWords(within: Element | null, words: string): void {
  if (within === null || !('highlights' in CSS)) return;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const pieces: { readonly node: Node; readonly from: number; readonly to: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const piece = node.textContent ?? '';
    pieces.push({ node, from: text.length, to: text.length + piece.length });
    text += piece;
  }
  const pieceAt = (at: number) => pieces.find(({ from, to }) => at >= from && at < to);
  const ranges = placesOf(text, words).flatMap(([from, to]) => {
    const [first, last] = [pieceAt(from), pieceAt(to - 1)];
    if (first === undefined || last === undefined) return [];
    const range = new Range();
    range.setStart(first.node, from - first.from);
    range.setEnd(last.node, to - last.from);
    return [range];
  });
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

export function unmarkWords(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME);
}
