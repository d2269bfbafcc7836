/** Electron's `safeStorage` over the providers that a system may have. */

/** The encryptor, and the beginning of its bytes on Linux. The name of the desktop's usual keyring says neither. */
const PREFIX = { keyring: 'v11', portal: 'v12', fallback: 'v10' } as const;

/** Inverts every bit: enough to show that the key is not on disk in plain text. */
const turned = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0xff));

/** @param has a word of the scenario */
export function safeStorageOf(has: (word: string) => boolean, isReady: () => boolean) {
  const provider = has('public-password') ? 'fallback' : has('portal') ? 'portal' : 'keyring';
  const prefix = PREFIX[provider];
  const prompt = Promise.withResolvers<void>();
  let temporary = has('locked-for-now');
  /** A system that asks answers when the person does. */
  const asked = async () => {
    if (!isReady()) throw new Error('safeStorage cannot be used before the app is ready');
    if (has('keyring-prompt')) await prompt.promise;
  };
  return {
    storage: {
      async isAsyncEncryptionAvailable() {
        if (!isReady()) return false;
        await asked();
        return !has('no-key-store');
      },
      getSelectedStorageBackend: () =>
        isReady()
          ? has('unnamed-desktop')
            ? ('basic_text' as const)
            : ('gnome_libsecret' as const)
          : ('unknown' as const),
      async encryptStringAsync(text: string) {
        await asked();
        return Buffer.concat([Buffer.from(prefix), turned(Buffer.from(text))]);
      },
      async decryptStringAsync(sealed: Buffer) {
        await asked();
        if (temporary) throw new Error('Decryption is temporarily unavailable. Please try again.');
        if (sealed.subarray(0, prefix.length).toString() !== prefix) throw new Error('Failed to decrypt');
        return { result: turned(sealed.subarray(prefix.length)).toString(), shouldReEncrypt: false };
      },
    },
    answerPrompt: () => prompt.resolve(),
    unlock: () => {
      temporary = false;
    },
  };
}
