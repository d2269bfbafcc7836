/** Characters of a pasted key that cannot be sent: keys go into a header, which allows only printable ASCII. */
export type KeyFault = 'line-break' | 'not-ascii';

/** Blanks around a key are taken off before. */
export function keyFault(key: string): KeyFault | undefined {
  const given = key.trim();
  if (/[\r\n\u0085\u2028\u2029]/.test(given)) return 'line-break';
  return /^[\x20-\x7e]*$/.test(given) ? undefined : 'not-ascii';
}
