/** What getting skills needs of the rest of the core. */
import type { Catalog, SkillDocument } from '../skills/types.ts';

export interface SkillImportDeps {
  /** The data folder: holds the trash, and the default root. */
  readonly home: string;
  countTokens(text: string): Promise<number>;
  /** Tokens. */
  skillBudget(): number;
  /** What a skill costs in the catalog and when loaded. */
  tokensOf?(document: SkillDocument): Promise<{ catalog: number; instructions: number }>;
  /** Of all roots, as it is on the disk now. */
  catalog(): Promise<Catalog>;
  now(): Date;
}
