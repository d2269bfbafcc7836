/** The last line of an export, which is no event: how many there are, the hash of the last, and who signed them. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type Hash,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { sha256 as sha256Of } from '../../lib/sha256.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const closingSchema = z.object({
  type: z.literal('export-end'),
  events: z.int().min(1),
  head: hash,
  /** Ed25519; `key` is the public one (SPKI, DER), both in base64. */
  signature: z.object({ key: z.string().max(200), value: z.string().max(200) }).optional(),
});
export type Closing = z.infer<typeof closingSchema>;

/** Undefined for any other line. */
export function readClosing(line: string): Closing | undefined {
  if (!line.includes('"export-end"')) return undefined;
  try {
    return closingSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Hash of all lines of a log, so that a signature covers events that no link does. */
export class LinesHash {
  readonly #hash: Hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(line).update('\n');
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Input of a closing line. */
export interface ClosedLog {
  readonly session: string;
  readonly events: number;
  readonly head: string;
  /** Result of `LinesHash`. */
  readonly lines: string;
}

const signed = ({ session, events, head, lines }: ClosedLog): Buffer =>
  Buffer.from(`skilldeck export 1\n${session}\n${events}\n${head}\n${lines}`, 'utf8');

/** A new private key: PKCS #8, PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const publicPart = (privateKey: string): Buffer =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' });

/** SHA-256 of a public key, by which people compare keys. */
export const fingerprintOf = (privateKey: string): string => sha256Of(publicPart(privateKey));

/** @param privateKey signs; as of `newSigningKey`. */
export function closingLine(log: ClosedLog, privateKey: string | undefined): string {
  const closing: Closing = { type: 'export-end', events: log.events, head: log.head };
  if (privateKey === undefined) return JSON.stringify(closing);
  const value = sign(null, signed(log), createPrivateKey(privateKey)).toString('base64');
  return JSON.stringify({ ...closing, signature: { key: publicPart(privateKey).toString('base64'), value } });
}

/** @param log as it is now. @returns undefined where the line is not signed. */
export function checkSignature(
  { events, head, signature }: Closing,
  log: Pick<ClosedLog, 'session' | 'lines'>,
): { readonly by: string; readonly ok: boolean } | undefined {
  if (signature === undefined) return undefined;
  const der = Buffer.from(signature.key, 'base64');
  return { by: sha256Of(der), ok: isSigned(der, signature.value, { ...log, events, head }) };
}

function isSigned(der: Buffer, value: string, log: ClosedLog): boolean {
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, signed(log), key, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
}
