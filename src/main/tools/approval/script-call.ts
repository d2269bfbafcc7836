/** Recognises a simple command as "this interpreter, this skill's script, these arguments". */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Interpreters } from '../../runner/run/interpreters.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import type { SkillSummary } from '../../skills/types.ts';

export interface ScriptCall {
  readonly skill: SkillSummary;
  /** Relative to the skill's folder, with `/`. */
  readonly script: string;
  /** Real path. */
  readonly file: string;
  readonly program: readonly string[];
  readonly args: readonly string[];
}

/** The real path of `file`; undefined where there is none. */
export function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

const fileAt = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The script's path must be the real one below the skill's folder: a link there could be another file when it runs. */
function scriptIn(skill: SkillSummary, token: string, cwd: string): { file: string; script: string } | undefined {
  if (token.startsWith('-') || token.split(/[\\/]/).includes('..')) return undefined;
  const written = path.isAbsolute(token) ? path.normalize(token) : path.join(cwd, token);
  const folder = realOf(skill.dir);
  const file = realOf(written);
  if (folder === undefined || file === undefined || !isInside(folder, file) || !fileAt(file)) return undefined;
  const below = [skill.dir, folder].find((dir) => isInside(dir, written));
  if (below === undefined || path.relative(below, written) !== path.relative(folder, file)) return undefined;
  return { file, script: path.relative(folder, file).split(path.sep).join('/') };
}

/** @param cwd real. Undefined where the command is anything else. */
export function matchScriptCall(
  words: readonly string[],
  cwd: string,
  interpreters: Interpreters,
  skills: readonly SkillSummary[],
): ScriptCall | undefined {
  for (const length of [1, 2]) {
    const token = words[length];
    if (token === undefined) continue;
    const program = words.slice(0, length);
    if (!interpreters.starters(token).some((starter) => starter.join('\0') === program.join('\0'))) continue;
    for (const skill of skills) {
      const found = scriptIn(skill, token, cwd);
      if (found !== undefined) return { skill, ...found, program, args: words.slice(length + 1) };
    }
  }
  return undefined;
}
