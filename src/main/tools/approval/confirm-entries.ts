/**
 * Scripts whose every run needs the user's approval, as named in a skill's front matter:
 * `metadata: {confirm: "scripts/book.py, scripts/manage.py cancel", confirm-preview: "--quote"}`.
 */
import path from 'node:path';
import type { SkillSummary } from '../../skills/types.ts';
import { realOf, type ScriptCall } from './script-call.ts';

export interface ConfirmEntry {
  readonly skill: SkillSummary;
  /** Relative, with `/`, as in the front matter. */
  readonly script: string;
  /** Only runs with this argument; absent: all. */
  readonly argument?: string;
  /** Real path; undefined where the script is not there. */
  readonly file: string | undefined;
}

export function confirmEntries(skills: readonly SkillSummary[]): readonly ConfirmEntry[] {
  return skills.flatMap((skill) =>
    (skill.metadata.confirm ?? '')
      .split(',')
      .map((entry) => entry.trim().split(/\s+/))
      .flatMap(([script, argument]) => {
        if (script === undefined || script === '') return [];
        const relative = path.posix.normalize(script.replaceAll('\\', '/'));
        const file = realOf(path.join(skill.dir, relative));
        return [{ skill, script: relative, file, ...(argument === undefined ? {} : { argument }) }];
      }),
  );
}

/** The flag with which such a script says what it would do, and does nothing. */
export function previewFlag(skill: SkillSummary): string | undefined {
  const flag = skill.metadata['confirm-preview']?.trim();
  return flag !== undefined && /^--?[A-Za-z][A-Za-z0-9-]*$/.test(flag) ? flag : undefined;
}

/** Options may precede a sub-command, so the argument counts at any position. */
function has(args: readonly string[], argument: string): boolean {
  const wanted = argument.toLowerCase();
  return args.some((arg) => arg.toLowerCase() === wanted || arg.toLowerCase().endsWith(`=${wanted}`));
}

export function confirmEntryFor(call: ScriptCall, entries: readonly ConfirmEntry[]): ConfirmEntry | undefined {
  return entries.find(
    (entry) =>
      (entry.file === call.file || (entry.skill.id === call.skill.id && entry.script === call.script)) &&
      (entry.argument === undefined || has(call.args, entry.argument)),
  );
}
