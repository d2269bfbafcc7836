import { createHash } from 'node:crypto';

/** Lower-case hex. A string is hashed as its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
