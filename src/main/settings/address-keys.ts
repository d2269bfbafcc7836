/** Keys within an address: kept in the key store, as headers are, and put back for requests. */
import { detailed } from '../../shared/messages/detail.ts';
import { keylessAddress, lacksKey } from '../../shared/models/keyless-address.ts';
import type { Keyring } from './keys.ts';

/** Puts the address into the key store if it has a key. @returns what a log, a file or a screen may hold. */
export async function keepAddress(ring: Keyring, address: string): Promise<string> {
  const keyless = keylessAddress(address);
  if (keyless !== address && lacksKey(keyless)) await ring.setAddress(address);
  return keyless;
}

/**
 * The address with its key.
 * @param given addresses of the settings in force, which come first: they may be newer than what is kept.
 * @throws SkilldeckError `config-invalid` if no key of it is known here.
 */
export async function wholeAddress(
  ring: Keyring,
  address: string,
  given: readonly (string | undefined)[],
): Promise<string> {
  if (!lacksKey(address)) return address;
  const known = given.find((one) => one !== undefined && one !== address && keylessAddress(one) === address);
  const whole = known ?? (await ring.address(address));
  if (whole === undefined) throw detailed('config-invalid', 'address-key-missing', { address });
  return whole;
}
