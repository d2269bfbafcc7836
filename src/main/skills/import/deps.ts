/** Dependencies of skill imports on the rest of the core. */
import type { Catalog, SkillDocument } from '../types.ts';

export interface SkillImportDeps {
  /** The data folder: holds the trash, and the default root. */
  readonly home: string;
  countTokens(text: string): Promise<number>;
  /** Tokens. */
  skillBudget(): number;
  /** Tokens of a skill in the catalog and when loaded. */
  tokensOf?(document: SkillDocument): Promise<{ catalog: number; instructions: number }>;
  /** Skills of all roots, as they are on disk now. */
  catalog(): Promise<Catalog>;
  now(): Date;
}
