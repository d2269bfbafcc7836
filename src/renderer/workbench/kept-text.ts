/** Unsaved text on the person's own machine: it survives a reload, a crash and going elsewhere. */
import { z } from 'zod';

const keptSchema = z.object({
  text: z.string(),
  /** Hash of the file that it was typed over. */
  basedOn: z.string(),
});
type KeptText = z.infer<typeof keptSchema>;

export type TextKeeper = ReturnType<typeof localTextKeeper>;

const PREFIX = 'skilldeck.author.';

/** A full or forbidden storage costs the survival of the text, not the text. */
export function localTextKeeper(storage: Storage) {
  const prefixOf = (skill: string): string => `${PREFIX}${encodeURIComponent(skill)}/`;
  const keys = (): string[] => {
    try {
      return Object.keys(storage);
    } catch {
      return [];
    }
  };
  const get = (key: string): KeptText | undefined => {
    try {
      return keptSchema.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data;
    } catch {
      return undefined;
    }
  };
  const set = (key: string, kept: KeptText): void => {
    try {
      storage.setItem(key, JSON.stringify(kept));
    } catch {
      // See above: the text itself is safe.
    }
  };
  const remove = (key: string): void => {
    try {
      storage.removeItem(key);
    } catch {
      // See above: the text itself is safe.
    }
  };
  const paths = (skill: string): string[] =>
    keys()
      .filter((key) => key.startsWith(prefixOf(skill)))
      .map((key) => key.slice(prefixOf(skill).length));
  return {
    get: (skill: string, path: string) => get(prefixOf(skill) + path),
    set: (skill: string, path: string, kept: KeptText) => set(prefixOf(skill) + path, kept),
    remove: (skill: string, path: string) => remove(prefixOf(skill) + path),
    /** Paths of the skill's files with unsaved text. */
    paths,
    /** Takes it along when a skill gets another name. */
    rename(skill: string, name: string) {
      for (const path of paths(skill)) {
        const kept = get(prefixOf(skill) + path);
        if (kept !== undefined) set(prefixOf(name) + path, kept);
        remove(prefixOf(skill) + path);
      }
    },
  };
}
