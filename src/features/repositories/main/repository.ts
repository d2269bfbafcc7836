/** The port of every kind of repository. */

import type { OpenedSource } from '../../../main/skills/import/open-source.ts';
import type { SkillDocument } from '../../../main/skills/types.ts';
import type { BrokenPlace, ListedSkill, RepositoryDefinition } from '../../../shared/skills/repositories.ts';

export interface Listing {
  readonly skills: readonly ListedSkill[];
  readonly broken: readonly BrokenPlace[];
  /** Commit or state that was seen; absent where there is none. */
  readonly revision?: string | undefined;
}

export interface SkillVersion {
  readonly version: string;
  readonly notes: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Publication {
  readonly id: string;
  readonly version: string;
  readonly notes: string;
  /** The publisher's name. */
  readonly by: string;
  readonly description: string;
  /** The `.skill` file. */
  readonly archive: Buffer;
}

/**
 * One connection to a repository, for one look at it. Each operation throws `RepositoryError`, or a `SkilldeckError` of
 * `skill-import`; the signal's reason on abort.
 */
export interface SkillRepository {
  /** All that it has. Reads no more of a skill than it must. */
  list(): Promise<Listing>;
  /**
   * The files of these skills, of the state that `list` saw. Where that state cannot be had any more it throws rather
   * than mix two.
   */
  open(skills: readonly ListedSkill[]): Promise<OpenedSource>;
  /** Versions of one skill, the latest first; empty where it keeps none. */
  versions(id: string): Promise<readonly SkillVersion[]>;
  /** Absent where it takes none. Needs no `list` before; whole or not at all. A version that is there stays as it is. */
  publish?(publication: Publication): Promise<void>;
  /** Takes a published version back: what was before it is the newest again. Absent where the engine cannot. */
  unpublish?(id: string, version: string): Promise<void>;
  close(): Promise<void>;
}

export interface Connect {
  readonly definition: RepositoryDefinition;
  readonly password: string | undefined;
  /** Absolute, empty; removed after `close`. */
  readonly work: string;
  readonly signal: AbortSignal;
  /** Tokens of a skill in the catalog and when loaded. */
  tokensOf(document: SkillDocument): Promise<{ readonly catalog: number; readonly instructions: number }>;
  /** Tokens of its line in the catalog. */
  catalogTokens(id: string, description: string): Promise<number>;
}
