/** Reads a skill's cases from `evals/`. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { readSmallFile } from '../../../main/lib/files.ts';
import { isInside } from '../../../main/skills/discovery/contained-file.ts';
import { messageOf } from '../../../shared/errors.ts';
import { type EvalCase, evalsFileSchema, type TriggerCase, triggersFileSchema } from '../../../shared/evals.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { patternFault } from '../../../shared/text/foreign-pattern.ts';
import { readCasesText } from '../read-cases-text.ts';

/**
 * @param signal ends the look at the patterns, each of which takes 10 ms at most.
 * @throws SkilldeckError `bad-input` with the file and what is wrong with it.
 */
export async function readCases(skillDir: string, signal?: AbortSignal): Promise<readonly EvalCase[]> {
  const file = path.join(skillDir, 'evals', 'evals.json');
  const { evals } = readJson(file, evalsFileSchema);
  const twice = evals.find(({ id }, index) => evals.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw detailed('bad-input', 'cases-repeated', { file, id: twice.id });
  for (const one of evals) {
    for (const pattern of [...(one.regex ?? []), ...(one.output_files ?? []).flatMap(({ matches = [] }) => matches)]) {
      await setImmediate();
      if (signal?.aborted === true) return evals;
      const fault = patternFault(pattern);
      if (fault === undefined) continue;
      const code = fault === 'form' ? 'cases-pattern' : 'cases-pattern-kind';
      throw detailed('bad-input', code, { file, id: one.id, pattern });
    }
  }
  return evals;
}

/** @throws SkilldeckError `bad-input`. */
export const readTriggers = (skillDir: string): readonly TriggerCase[] =>
  readJson(path.join(skillDir, 'evals', 'triggers.json'), triggersFileSchema);

/** Absolute paths of a case's files. @throws SkilldeckError `bad-input` for one that is missing or outside the skill. */
export function inputFiles(skillDir: string, { id, files = [] }: EvalCase): readonly string[] {
  const root = realpathSync(skillDir);
  const file = path.join(skillDir, 'evals', 'evals.json');
  return files.map((name) => {
    const found = [root, path.join(root, 'evals')]
      .map((folder) => path.resolve(folder, name))
      .find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
    if (found === undefined) throw detailed('bad-input', 'cases-file-missing', { file, id, path: name });
    const real = realpathSync(found);
    if (isInside(root, real)) return real;
    throw detailed('bad-input', 'cases-file-outside', { file, id, path: name });
  });
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  let text: string | undefined;
  try {
    text = readSmallFile(file);
  } catch (error) {
    throw detailed('bad-input', 'cases-unreadable', { file, why: messageOf(error) });
  }
  if (text === undefined) throw detailed('bad-input', 'cases-missing', { file });
  const read = readCasesText(text, file, schema);
  if ('value' in read) return read.value;
  throw detailed('bad-input', read.code, read.figures);
}
