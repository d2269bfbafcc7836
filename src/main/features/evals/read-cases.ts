/** Reads a skill's cases from `evals/`. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { type EvalCase, evalsFileSchema, type TriggerCase, triggersFileSchema } from '../../../shared/evals/cases.ts';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { isInside } from '../../skills/discovery/contained-file.ts';

/** @throws SkilldeckError `bad-input` with the file and what is wrong with it. */
export function readCases(skillDir: string): readonly EvalCase[] {
  const file = path.join(skillDir, 'evals', 'evals.json');
  const { evals } = readJson(file, evalsFileSchema);
  const twice = evals.find(({ id }, index) => evals.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw refused(file, `the id "${twice.id}" is given twice`);
  for (const one of evals) {
    for (const pattern of [...(one.regex ?? []), ...(one.output_files ?? []).flatMap(({ matches = [] }) => matches)]) {
      if (!isPattern(pattern)) throw refused(file, `case "${one.id}": /${pattern}/ is no regular expression`);
    }
  }
  return evals;
}

/** @throws SkilldeckError `bad-input`. */
export function readTriggers(skillDir: string): readonly TriggerCase[] {
  return readJson(path.join(skillDir, 'evals', 'triggers.json'), triggersFileSchema);
}

/** Absolute paths of a case's files. @throws SkilldeckError `bad-input` for one that is missing or outside the skill. */
export function inputFiles(skillDir: string, { id, files = [] }: EvalCase): readonly string[] {
  const root = realpathSync(skillDir);
  return files.map((name) => {
    const found = [root, path.join(root, 'evals')]
      .map((folder) => path.resolve(folder, name))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
    if (found === undefined) throw refused(path.join(skillDir, 'evals', 'evals.json'), `case "${id}": no file ${name}`);
    const real = realpathSync(found);
    if (isInside(root, real)) return real;
    throw refused(path.join(skillDir, 'evals', 'evals.json'), `case "${id}": ${name} lies outside the skill`);
  });
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    const text = readSmallFile(file);
    if (text === undefined) throw refused(file, 'it is not there; write its cases first');
    value = JSON.parse(text);
  } catch (error) {
    throw error instanceof SkilldeckError ? error : refused(file, messageOf(error));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(file, z.prettifyError(parsed.error).split('\n').join(' '));
}

const refused = (file: string, why: string) => new SkilldeckError('bad-input', `Cases of ${file}: ${why}.`);

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
