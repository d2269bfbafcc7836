/** Keys of the person's: the file that holds one, those of model addresses, and the one that signs exports. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import { makeFolder, readSmallFile, replaceFile } from '../lib/files.ts';

// The model's key where the operating system keeps none for us: a file that only its owner can read.

/** Keeps the model's key out of the settings file. `kind` is shown to the person. */
export interface KeyStore {
  readonly kind: 'os' | 'file' | 'environment';
  get(): Promise<string | undefined>;
  /** `undefined` forgets the key. */
  set(key: string | undefined): Promise<void>;
}

/** @param name of the file in the data folder. */
export function keyFile(home: string, name = 'key'): KeyStore {
  const file = path.join(home, name);
  return {
    kind: 'file',
    async get() {
      try {
        const key = readSmallFile(file)?.trim() ?? '';
        return key === '' ? undefined : key;
      } catch {
        return undefined;
      }
    },
    async set(key) {
      if (key === undefined) {
        rmSync(file, { force: true });
        return;
      }
      makeFolder(home, 0o700);
      replaceFile(file, key, 0o600);
    },
  };
}

/** One key an address, and values of headers: none is ever sent to another host than the one it was entered for. */
export type Keyring = ReturnType<typeof keyring>;

/** Keeps them all as one secret: a JSON object from origin to key, from header and origin to that header's value, and from an
 * address without its key to the whole. */
export function keyring(keeper: KeyStore) {
  /** A store that cannot be opened now rejects: what it holds must not be written over. */
  const all = async (): Promise<Record<string, string>> => {
    const text = await keeper.get();
    try {
      const parsed: unknown = JSON.parse(text ?? '{}');
      return Object.fromEntries(
        Object.entries(parsed ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    } catch {
      return {};
    }
  };
  const keep = async (keys: Readonly<Record<string, string>>): Promise<void> =>
    keeper.set(Object.keys(keys).length === 0 ? undefined : JSON.stringify(keys));
  const headerAt = (baseUrl: string, name: string) => `header ${name} ${originOf(baseUrl)}`;
  return {
    /** `baseUrl` as in the settings; only its origin counts. */
    get: async (baseUrl: string) => (await all())[originOf(baseUrl)],
    /** '' forgets the key of that address. */
    async set(baseUrl: string, key: string) {
      const { [originOf(baseUrl)]: _old, ...others } = await all();
      const keys = key === '' ? others : { ...others, [originOf(baseUrl)]: key };
      await keep(keys);
    },
    header: async (baseUrl: string, name: string) => (await all())[headerAt(baseUrl, name)],
    async setHeaders(baseUrl: string, values: Readonly<Record<string, string>>) {
      if (Object.keys(values).length === 0) return;
      const given = Object.entries(values).map(([name, value]) => [headerAt(baseUrl, name), value] as const);
      await keep({ ...(await all()), ...Object.fromEntries(given) });
    },
    /** The address with its key. @param keyless as of `keylessAddress`. */
    address: async (keyless: string) => (await all())[`address ${keyless}`],
    async setAddress(address: string) {
      await keep({ ...(await all()), [`address ${keylessAddress(address)}`]: address });
    },
  };
}

const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl);

// The person's own key for signing exports, in the data folder; made when it is first needed.

const NAME = 'signing-key';

/** A private key, PEM; undefined where none was made yet. */
export const signingKey = (home: string): Promise<string | undefined> => keyFile(home, NAME).get();

/** @param make a new private key, PEM. */
export async function signingKeyOrNew(home: string, make: () => string): Promise<string> {
  const file = keyFile(home, NAME);
  const known = await file.get();
  if (known !== undefined) return known;
  const made = make();
  await file.set(made);
  return made;
}
