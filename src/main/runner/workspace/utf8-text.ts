/** Text out of bytes of unknown kind. */

const BOM = '\ufeff';

/** Bytes of `bytes` that form whole characters, as a cut may have split the last one. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * The first `maxBytes` of a text in valid UTF-8, cut between characters; undefined for what is no text (a NUL byte, or
 * bytes that are not UTF-8).
 */
export function textOf(bytes: Buffer, maxBytes: number): { readonly text: string; readonly cut: boolean } | undefined {
  const cut = bytes.length > maxBytes;
  const head = cut ? bytes.subarray(0, maxBytes) : bytes;
  const kept = cut ? head.subarray(0, wholeCharacters(head)) : head;
  if (kept.includes(0)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kept);
    return { text: text.startsWith(BOM) ? text.slice(1) : text, cut };
  } catch {
    return undefined;
  }
}
