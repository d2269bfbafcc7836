/** The model's key and the secrets of skills, sealed by the operating system: such a file is of no use on another machine or account. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { safeStorage } from 'electron';
import type { KeyStore } from '../../api/app-handle.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Once the app is ready. Undefined where the system has no such store, or, on Linux without a keyring, one that only
 * looks like one (`basic_text` seals with a password that everyone knows): the core's own file and its warning serve then.
 */
export async function systemKeyStore(home: string, log: Log, name = 'model-key'): Promise<KeyStore | undefined> {
  const onLinux = process.platform === 'linux';
  const available = await safeStorage.isAsyncEncryptionAvailable();
  if (!available || (onLinux && safeStorage.getSelectedStorageBackend() === 'basic_text')) {
    log.warn('this system has no key store: the key is kept in a file');
    return undefined;
  }
  const file = path.join(home, `${name}.sealed`);
  const seal = async (key: string) => {
    await mkdir(home, { recursive: true });
    await writeFile(`${file}.new`, await safeStorage.encryptStringAsync(key), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    kind: 'os',
    async get() {
      if (!existsSync(file)) return undefined;
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(await readFile(file));
        if (shouldReEncrypt) await seal(result);
        return result;
      } catch (error) {
        log.error(`${name} could not be opened; it has to be given again`, error);
        return undefined;
      }
    },
    set: (key) => (key === undefined ? rm(file, { force: true }) : seal(key)),
  };
}
