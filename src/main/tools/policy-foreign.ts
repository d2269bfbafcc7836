/** Whether a command that is no recognised run of a script still runs one that a skill from elsewhere brought. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../runner/workspace.ts';
import type { SkillSummary } from '../skills/types.ts';
import { isReadOnly } from './confirm-mention.ts';
import { realOf } from './script-call.ts';
import { scanCommand } from './shell-scan.ts';

/** Of a skill that did not come with the app. */
export interface ForeignScript {
  readonly skill: string;
  /** Relative to the skill's folder; '.' for the folder itself. */
  readonly script: string;
}

export const SCRIPT_NAME = /\.(py|m?js|cjs|ts|sh|bash|pl|rb|php)$/i;

export const isExecutable = (file: string, mode: number): boolean => SCRIPT_NAME.test(file) || (mode & 0o111) !== 0;

export interface ForeignSurroundings {
  readonly skills: readonly SkillSummary[];
  readonly isBundled: (skill: SkillSummary) => boolean;
  /** Variables of the run, by name; `SKILLS_DIR` holds the session's own views of skills, by id. */
  readonly variables: Readonly<Record<string, string>>;
}

/** It errs towards yes: a folder that a program is given may be run from. What only reads is none. */
export function foreignScript(
  { command, cwd, env }: { command: string; cwd: string; env: Readonly<Record<string, string>> },
  { skills, isBundled, variables }: ForeignSurroundings,
): ForeignScript | undefined {
  const { commands } = scanCommand(command, { ...variables, ...env });
  const views = realOf(variables.SKILLS_DIR ?? '');
  const foreign = skills.flatMap((skill) => {
    if (isBundled(skill)) return [];
    const folders = [realOf(skill.dir), views === undefined ? undefined : realOf(path.join(views, skill.id))];
    return folders.flatMap((dir) => (dir === undefined ? [] : [{ skill: skill.id, dir }]));
  });
  if (foreign.length === 0) return undefined;
  const at = (file: string): ForeignScript | undefined => {
    const real = realOf(file);
    const owner = real === undefined ? undefined : foreign.find(({ dir }) => isInside(dir, real));
    if (real === undefined || owner === undefined) return undefined;
    const info = statSync(real, { throwIfNoEntry: false });
    if (info === undefined || (info.isFile() && !isExecutable(real, info.mode))) return undefined;
    return { skill: owner.skill, script: path.relative(owner.dir, real).split(path.sep).join('/') || '.' };
  };
  let folder: string | undefined = cwd;
  for (const one of commands) {
    const [program, to] = one.words;
    if (program?.text === 'cd' || program?.text === 'pushd') {
      folder = to === undefined || to.dynamic || folder === undefined ? undefined : path.resolve(folder, to.text);
      continue;
    }
    if (isReadOnly(one)) continue;
    const found: ForeignScript | undefined =
      one.words
        .flatMap(({ text, prefix, dynamic }) =>
          dynamic ? [prefix.replace(/[^/]*$/, '')] : [text, ...text.split(/[=:;,\s'"()]/)],
        )
        .filter((text) => text !== '')
        .map((text) => at(path.resolve(folder ?? cwd, text)))
        .find((script) => script !== undefined) ?? (folder === undefined ? undefined : at(folder));
    if (found !== undefined) return found;
  }
  return undefined;
}
