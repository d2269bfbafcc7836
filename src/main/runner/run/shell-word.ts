const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** One word as a POSIX shell reads it back; untouched where nothing in it means anything to a shell. */
export function posixWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** One word for `cmd.exe`, where paths hold backslashes and a path cannot hold a double quote. */
export function windowsWord(word: string): string {
  return /^[A-Za-z0-9_@+=:,.\\/-]+$/.test(word) ? word : `"${word}"`;
}
