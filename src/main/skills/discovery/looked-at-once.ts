import type { Catalog, SkillLibrary } from '../types.ts';
import { settledLook } from '../watch.ts';

/**
 * The library as it is when first asked: for a preview, whose sessions ask for the same files before each of hundreds of
 * requests, and for all open sessions after a save.
 */
export function lookedAtOnce(library: SkillLibrary): SkillLibrary {
  let seen: Catalog | undefined;
  return {
    refresh: once(async () => {
      seen = await settledLook(library);
      return seen;
    }),
    invalidate: library.invalidate,
    catalog: () => seen ?? library.catalog(),
    read: once(library.read),
    readReference: once(library.readReference),
  };
}

function once<A extends readonly string[], V>(ask: (...args: A) => Promise<V>): (...args: A) => Promise<V> {
  const answers = new Map<string, Promise<V>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? ask(...args);
    answers.set(key, answer);
    return answer;
  };
}
