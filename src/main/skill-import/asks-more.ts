/** Needs of a new version beyond the installed one: a reason to ask the person again. */
import type { AskedMore, PlannedSkill } from '../../shared/skill-import.ts';
import { hostsWith, needsOf } from '../skills/requirements/needs.ts';
import type { SkillSummary } from '../skills/types.ts';

const ANY = () => true;

/** @param before undefined where nothing usable is installed: then everything is more. @param added files that are new. */
export function asksMore(
  before: SkillSummary | undefined,
  after: SkillSummary,
  mayRun: PlannedSkill['mayRun'],
  added: readonly string[],
): AskedMore[] {
  const old = before === undefined ? undefined : needsOf(before);
  const now = needsOf(after);
  const more = (kind: AskedMore['kind'], had: readonly string[], has: readonly string[]): AskedMore[] =>
    has.filter((what) => !had.includes(what)).map((what) => ({ kind, what }));
  const folders = (needs: typeof now | undefined, write: boolean): string[] =>
    (needs?.folders ?? []).filter((one) => one.write || !write).map((one) => one.path);
  const programs = [...mayRun.scripts, ...mayRun.executables];
  return [
    ...more('host', old === undefined ? [] : hostsWith(old, ANY), hostsWith(now, ANY)),
    ...more('folder-read', folders(old, false), folders(now, false)),
    ...more('folder-write', folders(old, true), folders(now, true)),
    ...more('program', old?.programs ?? [], now.programs),
    ...more('tool', before?.allowedTools ?? [], after.allowedTools),
    ...programs.filter((file) => added.includes(file)).map((what) => ({ kind: 'script' as const, what })),
  ];
}
