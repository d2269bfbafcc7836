/**
 * State of one root kept between looks. Stored in columns: with thousands of skills, an object and a map entry for each
 * would take more memory than their front matter.
 */
import type { Diagnostic } from '../../../shared/events.ts';
import type { SkillRoot } from '../types.ts';
import { type FileStamp, isSettled } from './file-stamp.ts';
import { type DiscoveredRoot, type FoundSkill, type KnownSkill, readFound } from './read-found.ts';
import type { TimeSlice } from './time-slice.ts';

export interface KnownRoot {
  /** Sorted by path below the root. */
  readonly skills: readonly KnownSkill[];
  /** Those paths; undefined where each is the skill's id. */
  readonly relatives: readonly string[] | undefined;
  /** Four numbers per skill; NaN if the file must be reread regardless of its stamp. */
  readonly stamps: Float64Array;
  /** Only for skills that have any. */
  readonly diagnostics: ReadonlyMap<KnownSkill, readonly Diagnostic[]>;
  /** Keyed by `relative`: the file of each skill reached through a link or not named `SKILL.md`. */
  readonly special: ReadonlyMap<string, string>;
}

const NOTHING: KnownRoot = {
  skills: [],
  relatives: undefined,
  stamps: new Float64Array(),
  diagnostics: new Map(),
  special: new Map(),
};
const NO_FILE: FileStamp = { mtimeMs: 0, ctimeMs: 0, size: 0, ino: 0 };

export interface RootLook {
  readonly known: KnownRoot;
  /** True if anything differs from the previous look. */
  readonly changed: boolean;
}

/**
 * @param mustRead whether a file is to be read again even where its stamp is as before.
 * @param startedAt epoch milliseconds at which the root began to be walked.
 */
export async function lookAtRoot(
  source: SkillRoot['source'],
  { dir: root, found }: DiscoveredRoot,
  before: KnownRoot = NOTHING,
  mustRead: (found: FoundSkill) => boolean,
  startedAt: number,
  slice: TimeSlice,
): Promise<RootLook> {
  // Allocated at full length: an array that grows keeps spare capacity.
  const skills = new Array<KnownSkill>(found.length);
  const isFlat = found.every(({ id, relative }) => id === relative);
  const relativeBefore = (index: number): string | undefined => before.relatives?.[index] ?? before.skills[index]?.id;
  const stamps = new Float64Array(found.length * 4);
  const diagnostics = new Map<KnownSkill, readonly Diagnostic[]>();
  const special = new Map<string, string>();
  let changed = found.length !== before.skills.length;
  // Both are in the same order.
  let old = 0;
  for (const [index, one] of found.entries()) {
    const { relative, file, stamp = NO_FILE } = one;
    while (old < before.skills.length && (relativeBefore(old) ?? '') < relative) old += 1;
    const earlier = relativeBefore(old) === relative ? before.skills[old] : undefined;
    if (one.special) special.set(relative, file);
    const isSamePlace = before.special.get(relative) === special.get(relative);
    let skill = earlier;
    let own = earlier === undefined ? undefined : before.diagnostics.get(earlier);
    const isSame = isSamePlace && hasStamp(before.stamps, old, stamp) && !mustRead(one);
    if (skill === undefined || !isSame) {
      const now = readFound(one, source, root);
      if (skill === undefined || !isSamePlace || !isEqual(skill, own, now.skill, now.diagnostics)) {
        skill = now.skill;
        own = now.diagnostics;
        changed = true;
      }
    }
    skills[index] = skill;
    setStamp(stamps, index, stamp, isSettled(stamp, startedAt));
    if (own !== undefined && own.length > 0) diagnostics.set(skill, own);
    if (slice.due()) await slice.pause();
  }
  const relatives = isFlat ? undefined : found.map(({ relative }) => relative);
  const known = {
    skills,
    relatives,
    stamps,
    diagnostics: diagnostics.size === 0 ? NOTHING.diagnostics : diagnostics,
    special: special.size === 0 ? NOTHING.special : special,
  };
  return { known, changed };
}

function setStamp(stamps: Float64Array, index: number, stamp: FileStamp, settled: boolean): void {
  const at = index * 4;
  stamps[at] = stamp.mtimeMs;
  stamps[at + 1] = settled ? stamp.ctimeMs : Number.NaN;
  stamps[at + 2] = stamp.size;
  stamps[at + 3] = stamp.ino;
}

function hasStamp(stamps: Float64Array, index: number, { mtimeMs, ctimeMs, size, ino }: FileStamp): boolean {
  const at = index * 4;
  return stamps[at] === mtimeMs && stamps[at + 1] === ctimeMs && stamps[at + 2] === size && stamps[at + 3] === ino;
}

/** A file that was only touched changes nothing. */
function isEqual(
  before: KnownSkill,
  diagnosticsBefore: readonly Diagnostic[] | undefined,
  now: KnownSkill,
  diagnostics: readonly Diagnostic[],
): boolean {
  return JSON.stringify([before, diagnosticsBefore ?? []]) === JSON.stringify([now, diagnostics]);
}
