/** The person's own key for signing exports, in the data folder; made when it is first needed. */
import { keyFile } from './key-file.ts';

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
