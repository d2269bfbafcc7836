import type { EnvironmentsView } from '../../../shared/environments.ts';

/** Every change answers what there is after it. All throw `SkilldeckError` `bad-input`, in words for the person. */
export interface Environments {
  view(): EnvironmentsView;
  /** At any change of settings or environments, from outside too where the files are watched. */
  onChange(listener: () => void): () => void;
  /** @param from whose files and skills it begins with. */
  create(name: string, from?: string): Promise<EnvironmentsView>;
  switchTo(name: string): Promise<EnvironmentsView>;
  /** Never the one that the app is in. @returns the entry of the trash, for `restore`. */
  remove(name: string): Promise<{ readonly entry: string }>;
  /** @param what an entry, or a name. */
  restore(what: string): Promise<EnvironmentsView>;
}
