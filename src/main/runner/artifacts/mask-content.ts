/** Secrets in a file that a script wrote itself, before the file is kept. */
import { setImmediate as rest } from 'node:timers/promises';
import type { Mask } from '../../lib/mask-secrets.ts';

/** Bytes searched before others get their turn. */
const AT_ONCE = 128 * 1024;

export interface MaskedContent {
  /** Same length as before; undefined where a secret is in a file that is not text, which stars would break. */
  readonly content: Buffer | undefined;
  /** True if a secret was in it, or in its name. */
  readonly found: boolean;
}

export async function maskContent(name: string, given: Buffer, mask: Mask | undefined): Promise<MaskedContent> {
  if (mask === undefined) return { content: given, found: false };
  if (mask(name) !== name) return { content: undefined, found: true };
  const isUtf16 = given[0] === 0xff && given[1] === 0xfe;
  const masked: Buffer[] = [];
  const stream = isUtf16 ? utf16(mask) : mask.bytes();
  for (let from = 0; from < given.length; from += AT_ONCE) {
    masked.push(stream.take(given.subarray(from, from + AT_ONCE)));
    await rest();
  }
  masked.push(stream.end());
  const content = Buffer.concat(masked);
  if (content.equals(given)) return { content: given, found: false };
  return { content: isUtf16 || !given.includes(0) ? content : undefined, found: true };
}

function utf16(mask: Mask): ReturnType<Mask['bytes']> {
  const { take, end } = mask.stream();
  return {
    take: (bytes) => Buffer.from(take(bytes.toString('utf16le')), 'utf16le'),
    end: () => Buffer.from(end(), 'utf16le'),
  };
}

/** @param name as the model and the person know it. */
export function secretNote(name: string, { content }: MaskedContent, mask: Mask | undefined): string {
  return content === undefined
    ? `${mask?.(name) ?? name} contains a secret that was given to a skill, and is not text. It stays in the workspace and is not kept as an artifact.`
    : `${name} contains a secret that was given to a skill. The artifact shows * in its place; the file in the workspace is unchanged.`;
}
