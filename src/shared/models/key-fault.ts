/** Characters of a pasted key that cannot be sent: keys go into a header, which allows only printable ASCII. */
export type KeyFault = 'line-break' | 'not-ascii';

/** Blanks around a key are taken off before. */
export function keyFault(key: string): KeyFault | undefined {
  const given = key.trim();
  if (/[\r\n\u0085\u2028\u2029]/.test(given)) return 'line-break';
  return /^[\x20-\x7e]*$/.test(given) ? undefined : 'not-ascii';
}

/** Describes the fault and what to do next. `what` begins the sentence. */
export const keyFaultWords = (fault: KeyFault, what = 'The key'): string =>
  fault === 'line-break'
    ? `${what} has a line break in it, which no key has. Copy it again, in one piece.`
    : `${what} has characters that no key has, such as accents, Chinese or invisible ones. Copy it again from the provider.`;
