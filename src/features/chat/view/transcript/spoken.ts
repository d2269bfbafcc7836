/** Screen reader output of a streaming answer: whole sentences, never tokens. */

const SENTENCE_END = /[。！？!?…\n]|[.](?=\s)/g;

/** End of the last whole sentence in `text`; `text.length` once it is over. */
export function spokenUpTo(text: string, over: boolean): number {
  if (over) return text.length;
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end;
}

/** Markdown's signs out, its words kept. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/```[^\n]*/g, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+]|>|\d+\.)\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
