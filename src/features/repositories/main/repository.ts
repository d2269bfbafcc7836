/** The port of every kind of repository. */

import { ImportRefusal, ItemRefusal, type SourceEntry } from '../../../main/skills/import/names.ts';
import {
  type DownloadOptions,
  download,
  type OpenedSource,
  openSource,
} from '../../../main/skills/import/open-source.ts';
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
  /** Longest waits for a download; default as `download`. */
  readonly waits?: DownloadOptions['waits'];
  readonly signal: AbortSignal;
  /** Tokens of a skill in the catalog and when loaded. */
  tokensOf(document: SkillDocument): Promise<{ readonly catalog: number; readonly instructions: number }>;
  /** Tokens of its line in the catalog. */
  catalogTokens(id: string, description: string): Promise<number>;
}

/** The skills of a kind that keeps each by itself, below its id. @param filesOf the skill that `list` saw. */
export function openedItems<T>(
  { address }: RepositoryDefinition,
  found: ReadonlyMap<string, T>,
  wanted: readonly Pick<ListedSkill, 'id'>[],
  filesOf: (skill: T, id: string) => AsyncIterable<SourceEntry>,
): OpenedSource {
  const entries = async function* (): AsyncGenerator<SourceEntry> {
    for (const { id } of wanted) {
      const skill = found.get(id);
      if (skill === undefined) throw new Error(`${id} was not listed`);
      yield* filesOf(skill, id);
    }
  };
  const origin = { kind: 'repository', address } as const;
  return { origin, path: '', topName: 'skills', isNamed: true, entries: entries(), submodules: [] };
}

/** Entries of a skill's archive, below its id whether the archive has a folder of that name or not. @param file absolute. */
export async function* archivedItem(file: string, id: string, { work, signal }: Connect): AsyncGenerator<SourceEntry> {
  const archive = await openSource({ kind: 'address', address: file }, work, signal);
  for await (const one of archive.entries)
    yield { ...one, path: one.path.startsWith(`${id}/`) ? one.path : `${id}/${one.path}` };
}

/**
 * Downloads of single items, each of which fails alone: what gave no answer is not waited for again. Only a second silent
 * file of the site itself means that the site is gone.
 */
export function itemDownloads(site: string, all: Pick<DownloadOptions, 'signal' | 'waits'>) {
  const silent = new Map<string, ItemRefusal>();
  let wasSilent = false;
  return async (url: string, file: string, options: Omit<DownloadOptions, 'signal' | 'waits'>): Promise<void> => {
    const { origin } = new URL(url);
    const isSite = origin === new URL(site).origin;
    const before = silent.get(isSite ? url : origin);
    if (before !== undefined) throw before;
    try {
      await download(url, file, { ...options, ...all });
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      const isSilent = error.reason === 'timeout';
      if (isSilent && isSite && wasSilent) throw error;
      const ofItem = new ItemRefusal(error);
      if (isSilent) silent.set(isSite ? url : origin, ofItem);
      wasSilent ||= isSilent && isSite;
      throw ofItem;
    }
  };
}
