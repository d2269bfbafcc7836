/** Detects whether a command that is not a recognised script run still runs a script of a skill from elsewhere. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../../runner/workspace/workspace.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { INTERPRETER, isReadOnly, realOf } from './confirm.ts';
import { type ScannedCommand, type ScannedWord, scanCommand } from './shell-scan.ts';

/** Script of a skill that is not bundled. */
export interface ForeignScript {
  readonly skill: string;
  /** Relative to the skill's folder; '.' for the folder itself. */
  readonly script: string;
}

const SCRIPT_NAME = /\.(py|m?js|cjs|ts|sh|bash|pl|rb|php)$/i;

export const isExecutable = (file: string, mode: number): boolean => SCRIPT_NAME.test(file) || (mode & 0o111) !== 0;

export interface ForeignSurroundings {
  readonly skills: readonly SkillSummary[];
  readonly isBundled: (skill: SkillSummary) => boolean;
  /** Variables of the run, by name; `SKILLS_DIR` holds the session's own views of skills, by id. */
  readonly variables: Readonly<Record<string, string>>;
}

/** True if a shell pattern may lead into `dir`. */
function mayReach(pattern: string, dir: string): boolean {
  const parts = pattern.split('/');
  return dir.split('/').every((name, index) => {
    const part = parts[index];
    if (part === undefined) return false;
    if (!/[*?[{]/.test(part)) return part === name;
    const fixed = /^[^*?[{]*/.exec(part)?.[0] ?? '';
    return name.startsWith(fixed);
  });
}

/** Nothing in it starts a program or leaves a copy behind: it only shows what is there. */
function onlyShows(command: string, variables: Readonly<Record<string, string>>): boolean {
  const kept = command.replaceAll(/\d?>\s*(&\d\b|\/dev\/null(?=\s|$))/g, ' ');
  return !kept.includes('>') && scanCommand(kept, variables).commands.every(isReadOnly);
}

/** The file that an interpreter runs, whatever its name. */
const interpreted = ({ words }: ScannedCommand): ReadonlySet<ScannedWord> => {
  const at = words.findIndex(({ text }) => INTERPRETER.test(path.posix.basename(text)));
  const file = at === -1 ? undefined : words.slice(at + 1).find(({ text }) => !/^[-+]/.test(text));
  return new Set(file === undefined ? [] : [file]);
};

/** It errs towards yes: a folder that a program is given may be run from, and what is shown may be read by a shell. */
export function foreignScript(
  { command, cwd, env }: { command: string; cwd: string; env: Readonly<Record<string, string>> },
  { skills, isBundled, variables }: ForeignSurroundings,
): ForeignScript | undefined {
  const known = { ...variables, ...env };
  if (onlyShows(command, known)) return undefined;
  const { commands } = scanCommand(command, known);
  const views = realOf(variables.SKILLS_DIR ?? '');
  const foreign = skills.flatMap((skill) => {
    if (isBundled(skill)) return [];
    const folders = [realOf(skill.dir), views === undefined ? undefined : realOf(path.join(views, skill.id))];
    return folders.flatMap((dir) => (dir === undefined ? [] : [{ skill: skill.id, dir }]));
  });
  if (foreign.length === 0) return undefined;
  // Shown to a shell, or kept: any file of the skill may be what runs.
  const feeds = commands.some((one) => !isReadOnly(one) && (one.piped || INTERPRETER.test(one.words[0]?.text ?? '')));
  const at = (file: string, isProgram: boolean): ForeignScript | undefined => {
    if (/[*?[{]/.test(file)) {
      const owner = foreign.find(({ dir }) => mayReach(file, dir));
      return owner === undefined ? undefined : { skill: owner.skill, script: '.' };
    }
    const real = realOf(file);
    const owner = real === undefined ? undefined : foreign.find(({ dir }) => isInside(dir, real));
    if (real === undefined || owner === undefined) return undefined;
    const info = statSync(real, { throwIfNoEntry: false });
    if (info === undefined || (info.isFile() && !isProgram && !isExecutable(real, info.mode))) return undefined;
    return { skill: owner.skill, script: path.relative(owner.dir, real).split(path.sep).join('/') || '.' };
  };
  let folder: string | undefined = cwd;
  for (const one of commands) {
    const [program, to] = one.words;
    if (program?.text === 'cd' || program?.text === 'pushd') {
      folder = to === undefined || to.dynamic || folder === undefined ? undefined : path.resolve(folder, to.text);
      continue;
    }
    const programs = interpreted(one);
    const shown = isReadOnly(one);
    const found: ForeignScript | undefined =
      one.words
        .flatMap((word) => {
          const { text, prefix, dynamic } = word;
          const isProgram = programs.has(word) || (shown && feeds);
          const texts = dynamic ? [text, prefix.replace(/[^/]*$/, '')] : [text, ...text.split(/[=:;,\s'"()]/)];
          return texts.filter((each) => each !== '').map((each) => ({ each, isProgram }));
        })
        .map(({ each, isProgram }) => at(path.resolve(folder ?? cwd, each), isProgram))
        .find((script) => script !== undefined) ?? (folder === undefined || shown ? undefined : at(folder, false));
    if (found !== undefined) return found;
  }
  return undefined;
}
