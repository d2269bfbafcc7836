/** Fixes mechanical findings rule by rule: each rule sees the result of the previous one. */
import { existsSync, fchmodSync, realpathSync, renameSync, statSync } from 'node:fs';
import { messageOf } from '../../../shared/errors.ts';
import type { FindingCode, FindingFacts } from '../../../shared/messages/failure.ts';
import { replaceFile } from '../../lib/files.ts';
import { type FileFault, isInside, readBytes, withFileInside } from '../discovery/contained-file.ts';
import type { FoundSkill } from '../discovery/read-found.ts';
import { saidOf } from './facts.ts';
import { type ReadOptions, readLintSkill } from './read-skill.ts';
import { RULES } from './registry.ts';
import type { Change, LintFinding, LintSkill, Rule } from './types.ts';

/** One change to one file: whole or not at all, inside the skill's folder only, and never over what changed in the meantime. */
const UNFIXED = {
  absent: 'unfixed-gone',
  outside: 'unfixed-outside',
  'not-a-file': 'unfixed-not-regular',
  unreadable: 'unfixed-unreadable',
} as const satisfies Record<FileFault, FindingCode>;

/** Undefined where it was done, else why it was not. @param dir absolute and real. */
export function applyChange(dir: string, change: Change): FindingFacts | undefined {
  try {
    switch (change.kind) {
      case 'write':
        return write(dir, change.file, change.before, change.after);
      case 'rename':
        return rename(change.file, change.to);
      case 'executable': {
        const done = withFileInside(dir, change.file, (fd) => fchmodSync(fd, change.mode));
        return done.fault === undefined ? undefined : { code: UNFIXED[done.fault] };
      }
    }
  } catch (error) {
    return { code: 'unfixed-detail', figures: { detail: messageOf(error) } };
  }
}

function write(dir: string, file: string, before: string, after: string): FindingFacts | undefined {
  const now = withFileInside(dir, file, (fd, size, { mode }) => ({ bytes: readBytes(fd, size), mode: mode & 0o777 }));
  if (now.fault !== undefined) return { code: UNFIXED[now.fault] };
  if (!now.value.bytes.equals(Buffer.from(before))) return { code: 'unfixed-changed' };
  // A link stays a link: what it leads to is replaced.
  const target = realpathSync.native(file);
  if (!isInside(dir, target)) return { code: 'unfixed-outside' };
  replaceFile(target, after, now.value.mode);
  return undefined;
}

/** On a case-insensitive disk the new name already exists, as the same file. */
function rename(file: string, to: string): FindingFacts | undefined {
  if (existsSync(to) && statSync(to).ino !== statSync(file).ino) return { code: 'unfixed-taken' };
  renameSync(file, to);
  return undefined;
}

/** `message` and `code` describe the change. */
export interface Fixed extends Pick<LintFinding, 'file' | 'rule' | 'message' | 'code' | 'figures'> {
  readonly change: Change;
}

interface How {
  /** Id of the one rule to fix. */
  readonly only?: string | undefined;
  /** Nothing is written: each rule sees what the rules before it would leave. */
  readonly dry?: boolean | undefined;
}

/** @returns `found`: where the skill is now, as its file may have been renamed; `failed`: what could not be written, and why. */
export async function fixSkill(given: FoundSkill, options: ReadOptions, { only, dry = false }: How = {}) {
  let found = given;
  const unwritten = new Map(options.overlay);
  const read = () => readLintSkill(found, { ...options, overlay: unwritten });
  let skill = await read();
  const fixed: Fixed[] = [];
  const failed: LintFinding[] = [];
  for (const rule of RULES) {
    if (only !== undefined && rule.id !== only) continue;
    if (rule.fix === undefined || !finds(rule, skill)) continue;
    const changes = rule.fix(skill);
    for (const change of changes) {
      const fault = dry ? pretend(unwritten, skill, change) : applyChange(skill.dir, change);
      if (fault !== undefined) failed.push(failure(rule, change, fault));
      else {
        fixed.push({ file: change.file, rule: rule.id, change, ...saidOf(factsOf(change)) });
        if (change.kind === 'rename' && change.file === found.file) found = { ...found, file: change.to };
      }
    }
    if (changes.length > 0) skill = await read();
  }
  return { found, fixed, failed };
}

function pretend(unwritten: Map<string, string>, skill: LintSkill, change: Change): undefined {
  if (change.kind === 'write') unwritten.set(change.file, change.after);
  if (change.kind === 'rename' && change.file === skill.file) unwritten.set(change.to, skill.text);
}

/** The way back; refused where a file has changed in the meantime. */
export function undoChange(dir: string, change: Change): FindingFacts | undefined {
  switch (change.kind) {
    case 'write':
      return applyChange(dir, { ...change, before: change.after, after: change.before });
    case 'rename':
      return applyChange(dir, { ...change, file: change.to, to: change.file });
    case 'executable':
      return applyChange(dir, { ...change, before: change.mode, mode: change.before });
  }
}

const finds = (rule: Rule, skill: LintSkill): boolean =>
  [...rule.check(skill)].some((finding) => finding !== undefined);

const failure = (rule: Rule, { file }: Change, fault: FindingFacts): LintFinding => ({
  file,
  line: 1,
  column: 1,
  severity: 'warning',
  rule: rule.id,
  ...saidOf(fault),
});

/** The first line that differs, before and after. */
function factsOf(change: Change): FindingFacts {
  switch (change.kind) {
    case 'rename':
      return { code: 'fixed-renamed', figures: { name: change.to } };
    case 'executable':
      return { code: 'fixed-executable', figures: { mode: change.mode.toString(8) } };
    case 'write': {
      const before = change.before.split('\n');
      const after = change.after.split('\n');
      const at = after.findIndex((line, index) => line !== before[index]);
      const start = (line = ''): string => line.slice(0, 100);
      if (at < 0 || before.length !== after.length) return { code: 'fixed-rewritten' };
      return { code: 'fixed-line', figures: { line: at + 1, before: start(before[at]), after: start(after[at]) } };
    }
  }
}
