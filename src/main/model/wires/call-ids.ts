/** Call ids in the form that a wire or a provider asks for. */
import { createHash } from 'node:crypto';

/** The id itself where it has the form, else hexadecimal digits that are always the same for it. */
export function idOfForm(form: RegExp, digits: number): (id: string) => string {
  return (id) => (form.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, digits));
}
