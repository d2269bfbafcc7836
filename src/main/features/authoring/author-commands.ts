/** What the author's view asks of the core. Everything stays inside the skill's folder. */
import type {
  AUTHOR_ROOTS,
  OpenedFile,
  SKILL_TEMPLATES,
  SkillCheck,
  SkillTree,
  Unsaved,
} from '../../../shared/author.ts';

export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly template: (typeof SKILL_TEMPLATES)[number];
  readonly root?: (typeof AUTHOR_ROOTS)[number] | undefined;
}

/** Throws `SkilldeckError`: `skill-not-found`, `skill-exists`, `file-not-found`, `file-changed`, `bad-input`, `not-supported` for what is read-only. */
export interface Author {
  tree(skill: string): Promise<SkillTree>;
  read(skill: string, path: string): Promise<OpenedFile>;
  /** @param basedOn SHA-256 of what was read; `null` for a new file. */
  write(skill: string, path: string, text: string, basedOn: string | null): Promise<OpenedFile>;
  moveFile(skill: string, from: string, to: string): Promise<void>;
  /** To the trash. @returns the entry, for `restoreFile`, which answers the file's path. */
  removeFile(skill: string, path: string): Promise<string>;
  restoreFile(skill: string, entry: string): Promise<string>;
  check(skill: string, unsaved: readonly Unsaved[]): Promise<SkillCheck>;
  /** How many things were mended. @param rule the only one to mend. */
  fix(skill: string, rule: string | undefined): Promise<number>;
  create(skill: NewSkill): Promise<string>;
  duplicate(skill: string, name: string): Promise<string>;
  rename(skill: string, name: string): Promise<string>;
  reveal(skill: string, path: string | undefined): Promise<{ path: string; shown: boolean }>;
  /** Id of the session. */
  tryIt(skill: string): Promise<string>;
}
