/** A word is made of these: quoted text in which nothing is replaced, and letters that mean nothing to a shell. */
const PARTS = /'([^']*)'|"([^"$`\\!]*)"|([A-Za-z0-9_@%+=:,./-]+)/y;

/** The words of one simple command, or undefined where a shell would do anything but start it with these. */
export function simpleWords(command: string): readonly string[] | undefined {
  const text = command.trim();
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    let word = '';
    const from = at;
    for (;;) {
      PARTS.lastIndex = at;
      const match = PARTS.exec(text);
      if (match === null) break;
      word += match[1] ?? match[2] ?? match[3] ?? '';
      at = PARTS.lastIndex;
    }
    if (at === from) return undefined;
    words.push(word);
    const space = /[ \t]*/y;
    space.lastIndex = at;
    const gap = space.exec(text)?.[0].length ?? 0;
    if (at < text.length && gap === 0) return undefined;
    at += gap;
  }
  return words;
}
