/** Call ids as Mistral's endpoints ask for them. */
import { createHash } from 'node:crypto';

const NINE = /^[A-Za-z0-9]{9}$/;

/** The id itself where it has the form, else nine letters and digits that are always the same for it. */
export function nineCharacters(id: string): string {
  return NINE.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
}
