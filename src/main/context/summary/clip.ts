/** `text` on one line, of at most `length` characters and a mark where it was longer; no character is cut in two. */
export function clip(text: string, length: number): string {
  // What can be shown is looked at: a result may be megabytes.
  const line = text
    .slice(0, length * 4 + 1_000)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
