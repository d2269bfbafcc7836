export interface Truncated {
  readonly text: string;
  readonly truncated: boolean;
  /** UTF-8 bytes left out. */
  readonly omittedBytes: number;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Keeps the head and the tail, half of `maxBytes` (UTF-8) each, cut between characters; a line in the middle says
 * how much is missing. That line comes on top of `maxBytes`.
 */
export function headAndTail(text: string, maxBytes: number): Truncated {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return { text, truncated: false, omittedBytes: 0 };
  let headEnd = Math.ceil(maxBytes / 2);
  while (headEnd > 0 && isContinuation(bytes[headEnd])) headEnd -= 1;
  let tailStart = bytes.length - Math.floor(maxBytes / 2);
  while (tailStart < bytes.length && isContinuation(bytes[tailStart])) tailStart += 1;
  const omittedBytes = tailStart - headEnd;
  const head = bytes.toString('utf8', 0, headEnd);
  const tail = bytes.toString('utf8', tailStart);
  return { text: `${head}\n… ${omittedBytes} bytes left out …\n${tail}`, truncated: true, omittedBytes };
}
