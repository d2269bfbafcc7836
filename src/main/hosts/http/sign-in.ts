/**
 * Access to the browser host (docs/decisions/0003), with two secrets: the token in the printed address, new at every
 * start; and the cookie it is exchanged for, kept in the data folder so that an open page reconnects after a restart.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { isOutOfSpace, messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { makeFolder, readSmallFile, replaceFile } from '../../lib/files.ts';

// Recognises requests from this machine's own page.

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i;
/** Port that an address of http leaves out. */
const HTTP_PORT = '80';

/**
 * A name that can only mean this machine, with the very port that was asked, so that a foreign name pointed at 127.0.0.1
 * (DNS rebinding) and the page of another local server are refused.
 */
export function isOwnHost({ headers: { host }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const found = LOOPBACK.exec(host ?? '');
  return found !== null && Number(found[1] ?? HTTP_PORT) === socket.localPort;
}

/** Headers that a request has once: of two, one reader may take the first and another the last. */
const ONCE = new Set(
  'host origin cookie authorization content-length content-type transfer-encoding upgrade referer sec-fetch-site sec-fetch-mode sec-websocket-key sec-websocket-version'.split(
    ' ',
  ),
);

export const isAmbiguous = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.some((name, index) => ONCE.has(name) && names.indexOf(name) !== index);
};

/** Checks a WebSocket: browsers always send `Origin`, and only our own page's equals `Host`. */
export function isOwnOrigin(req: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const { host = '', origin } = req.headers;
  return isOwnHost(req) && origin?.toLowerCase() === `http://${host.toLowerCase()}`;
}

const SECRET_BYTES = 32;
/** Milliseconds. At the first start after it a new cookie is made. */
const COOKIE_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds in which an address handed to the system's browser has to be opened. */
const OPENER_LIFETIME = 60_000;

const fileSchema = z.object({
  secret: z.string().min(40),
  madeAt: z.number(),
  port: z.int().min(1).max(65_535).optional().catch(undefined),
});
type SignInFile = z.infer<typeof fileSchema>;

export type SignIn = ReturnType<typeof createSignIn>;

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

export function createSignIn(home: string, now: () => number = Date.now) {
  const file = path.join(home, 'browser-host.json');
  let kept = read(file);
  // One from the future would never end.
  if (kept === undefined || kept.madeAt > now() || now() - kept.madeAt > COOKIE_LIFETIME) {
    kept = { ...kept, secret: newSecret(), madeAt: now() };
    write(file, kept);
  }
  const { secret } = kept;
  // Cookies do not know ports: two data folders served on one machine must not overwrite each other's.
  const name = `skilldeck_${digest(`name ${secret}`).toString('hex').slice(0, 8)}`;
  const token = newSecret();
  const openers = new Map<string, number>();

  return {
    /** Port of the last start, reused if it is free. */
    port: kept.port,
    rememberPort: (port: number) => write(file, { ...(read(file) ?? { secret, madeAt: now() }), port }),
    token,
    /** For an address passed to another program, whose arguments others on the machine can read: one visit, soon. */
    openerToken() {
      const opener = newSecret();
      openers.set(opener, now() + OPENER_LIFETIME);
      return opener;
    },
    redeem(given: string) {
      if (same(given, token)) return true;
      const until = openers.get(given);
      openers.delete(given);
      return until !== undefined && now() <= until;
    },
    /** The `Set-Cookie` of a visit that gave a right token. */
    setCookie: `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    /** @param header the request's `Cookie` */
    accepts: (header: string | undefined) =>
      (header ?? '')
        .split(';')
        .map((part) => part.trim())
        .some((part) => part.startsWith(`${name}=`) && same(part.slice(name.length + 1), secret)),
  };
}

/** @throws SkilldeckError `home-unusable` for what is no file at all. */
function readText(file: string): string | undefined {
  try {
    return readSmallFile(file);
  } catch (error) {
    throw detailed('home-unusable', 'sign-in-unreadable', { file, why: messageOf(error) }, { cause: error });
  }
}

/** A file that is missing or not ours is replaced: the printed address signs in again. */
function read(file: string): SignInFile | undefined {
  const text = readText(file);
  try {
    return fileSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

function write(file: string, content: SignInFile): void {
  try {
    makeFolder(path.dirname(file));
    replaceFile(file, JSON.stringify(content), 0o600);
  } catch (error) {
    // On a full disk the sign-in lasts until this program ends: the user has to get in to free space.
    if (!isOutOfSpace(error)) throw error;
  }
}
