/** Answers of the in-memory core, and its refusals. */
import { ORPCError } from '@orpc/client';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Client } from '../../client.ts';

export const refused = (code: ErrorCode, message: string): Error => new ORPCError(code, { defined: true, message });

/** Some procedures of these parts of the contract. */
export type Answers<Part extends keyof Client> = { readonly [P in Part]: Partial<Client[P]> };

const notHere = async (): Promise<never> => {
  throw refused('not-supported', 'Only the real core answers this.');
};

/** A client with these answers, which refuses every other call. */
export function onlySome(answers: Partial<Answers<keyof Client>>): Client {
  const parts = new Map<string | symbol, object>();
  const partOf = (name: string | symbol) => {
    const part = parts.get(name) ?? refusing({ ...(Reflect.get(answers, name) as object | undefined) }, () => notHere);
    parts.set(name, part);
    return part;
  };
  return refusing({}, partOf) as Client;
}

/** Asked for by name alone: a promise looks for `then`, a printer for symbols. */
const refusing = (made: object, missing: (name: string) => unknown) =>
  new Proxy(made, {
    get: (target, name) =>
      Reflect.get(target, name) ?? (typeof name === 'string' && name !== 'then' ? missing(name) : undefined),
  });
