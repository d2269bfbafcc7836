import { detailed } from '../../shared/messages/detail.ts';
import { addressSecrets, keylessAddress } from '../../shared/models/keyless-address.ts';

/** The server and user to which a password belongs: another host, or another user there, does not get it. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, username, host } = new URL(address);
  return `${protocol}//${username}@${host}`;
}

/** Takes a password out of an address, so that no file holds it. */
export function withoutPassword(given: string): { readonly address: string; readonly password: string | undefined } {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || url.password === '') return { address: given, password: undefined };
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, password };
}

/** For an address that a file will hold, without its password. @throws SkilldeckError `bad-input` for a key in its query. */
export function assertKeyless(address: string): void {
  const query = /\?[^#]*/.exec(address)?.[0] ?? '';
  if (addressSecrets(query).length > 0)
    throw detailed('bad-input', 'address-key', { address: keylessAddress(address) });
}
