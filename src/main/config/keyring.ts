/** One key an address: a key is never sent to another host than the one it was entered for. */
import type { KeyKeeper } from './key-file.ts';

export interface Keyring {
  /** `baseUrl` as in the settings; only its origin counts. */
  get(baseUrl: string): Promise<string | undefined>;
  /** '' forgets the key of that address. */
  set(baseUrl: string, key: string): Promise<void>;
}

/** Keeps them all as one secret: a JSON object from origin to key. */
export function keyring(keeper: KeyKeeper): Keyring {
  const all = async (): Promise<Record<string, string>> => {
    try {
      const parsed: unknown = JSON.parse((await keeper.get()) ?? '{}');
      return Object.fromEntries(
        Object.entries(parsed ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    } catch {
      return {};
    }
  };
  return {
    get: async (baseUrl) => (await all())[originOf(baseUrl)],
    async set(baseUrl, key) {
      const { [originOf(baseUrl)]: _old, ...others } = await all();
      const keys = key === '' ? others : { ...others, [originOf(baseUrl)]: key };
      await keeper.set(Object.keys(keys).length === 0 ? undefined : JSON.stringify(keys));
    },
  };
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}
