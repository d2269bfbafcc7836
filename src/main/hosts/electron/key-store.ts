/** The model's key and the secrets of skills, sealed by the operating system: such a file is of no use on another machine or account. */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { safeStorage } from 'electron';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { Log } from '../../lib/crash-records.ts';
import { makeFolder, replaceFile } from '../../lib/files.ts';
import { type KeyStore, keyFile } from '../../settings/keys.ts';

/**
 * Sealed by: the system, or on Linux without a running keyring Chromium's own fallback, whose password everyone knows.
 * Electron reports that as available, and names the desktop's usual keyring (`getSelectedStorageBackend`) whichever it got.
 */
type Provider = 'system' | 'public password' | 'none';

/** On Linux, what was sealed says by what: Secret Service `v11`, portal `v12`, and this one the fallback. */
const PUBLIC_PASSWORD = 'v10';

export async function sealingProvider(): Promise<Provider> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'none';
  if (process.platform !== 'linux') return 'system';
  const probe = await safeStorage.encryptStringAsync('probe');
  return probe.subarray(0, PUBLIC_PASSWORD.length).toString('latin1') === PUBLIC_PASSWORD
    ? 'public password'
    : 'system';
}

/** Locked, or its prompt was dismissed: the key is there, and opens another time. */
const isForNow = (error: unknown): boolean => /temporarily unavailable/i.test(messageOf(error));

const locked = (file: string, cause?: unknown) => detailed('config-invalid', 'key-store-locked', { file }, { cause });

/**
 * Asks the system only when there is something to open or to seal: its answer may wait for the person, at a prompt.
 * Where the system seals nothing, the core's own file serves.
 * @param plainName of that file in the data folder
 */
export function systemKeyStore(home: string, log: Log, name = 'model-key', plainName?: string): KeyStore {
  const file = path.join(home, `${name}.sealed`);
  const plain = keyFile(home, plainName);
  let provider: Provider | undefined;
  const ask = async (): Promise<Provider> => {
    if (provider !== undefined) return provider;
    provider = await sealingProvider();
    if (provider !== 'system') log.warn('this system has no key store: keys are kept in a file');
    return provider;
  };
  const seal = async (key: string) => {
    makeFolder(home);
    replaceFile(file, await safeStorage.encryptStringAsync(key), 0o600);
  };
  return {
    get kind() {
      if (provider !== undefined) return provider === 'system' ? 'os' : 'file';
      if (existsSync(file) || process.platform !== 'linux') return 'os';
      return safeStorage.getSelectedStorageBackend() === 'basic_text' ? 'file' : 'os';
    },
    async get() {
      if (!existsSync(file)) return plain.get();
      if ((await ask()) === 'none') {
        // A keyring that is not running now may run the next time.
        provider = undefined;
        throw locked(file);
      }
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(await readFile(file));
        if (shouldReEncrypt) await seal(result);
        return result;
      } catch (error) {
        if (isForNow(error)) throw locked(file, error);
        log.error(`${name} could not be opened; it has to be given again`, error);
        return undefined;
      }
    },
    async set(key) {
      const sealed = key !== undefined && (await ask()) === 'system';
      if (sealed) await seal(key);
      await plain.set(sealed ? undefined : key);
      if (!sealed) await rm(file, { force: true });
    },
  };
}
