/** Commands as words and back. Only what a simple command needs: quotes and backslashes, no operators. */

export function splitCommand(command: string): string[] {
  const words: string[] = [];
  const pattern = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g;
  for (const match of command.matchAll(pattern)) {
    words.push(
      match[0].replace(/\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, (_, char, double, single) =>
        char !== undefined ? char : double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? ''),
      ),
    );
  }
  return words;
}

/** One word of a command that means `text` and nothing else. */
export function quoteWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // Double quotes read better and are enough where nothing inside them has a meaning to the shell.
  return /["$`\\!]/.test(text) ? `'${text.replace(/'/g, "'\\''")}'` : `"${text}"`;
}
