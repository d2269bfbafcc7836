/** Reads rubrics: YAML that people write, checked, with what is wrong in words. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, readSmallFile, replaceFile } from '../../../main/lib/files.ts';
import { readYamlData, type YamlData } from '../../../main/skills/yaml.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import { detailed, misfit } from '../../../shared/messages/detail.ts';
import { type BrokenRubric, type Rubric, rubricFileSchema } from '../rubric.ts';

const YAML = /\.ya?ml$/i;

export const rubricsFolder = (home: string): string => path.join(home, 'rubrics');

/** All of the folder. A broken one does not keep the others away. */
export function rubricsIn(folder: string): {
  readonly rubrics: Rubric[];
  readonly broken: BrokenRubric[];
} {
  const rubrics: Rubric[] = [];
  const broken: BrokenRubric[] = [];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => YAML.test(name)) : [];
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    try {
      rubrics.push(readRubric(file));
    } catch (error) {
      broken.push({
        file,
        why: messageOf(error),
        ...defined({ detail: isSkilldeckError(error) ? error.detail : undefined }),
      });
    }
  }
  return { rubrics, broken };
}

/** @param file absolute. @throws SkilldeckError `bad-input`: the file, the field, and what it must be. */
export function readRubric(file: string): Rubric {
  let text: string | undefined;
  try {
    text = readSmallFile(file);
  } catch (error) {
    throw detailed('bad-input', 'rubric-unreadable', { file, why: messageOf(error) });
  }
  if (text === undefined) throw detailed('bad-input', 'rubric-missing', { file });
  return parseRubric(text, file);
}

/** @param file absolute; named in faults. @throws SkilldeckError `bad-input`. */
export function parseRubric(text: string, file: string): Rubric {
  const read = readYamlData(text);
  if ('reason' in read) {
    const { line, column, reason: why } = read;
    throw detailed('bad-input', 'rubric-yaml', { file, line: line + 1, column: column + 1, why });
  }
  const parsed = rubricFileSchema.safeParse(plain(read.value));
  if (!parsed.success) {
    const { code, figures } = misfit('rubric', parsed.error, { file });
    throw detailed('bad-input', code, figures);
  }
  const { $schema: _schema, ...rubric } = parsed.data;
  return { ...rubric, file };
}

/** Keeps it as `rubrics/NAME-VERSION.yaml`. @throws SkilldeckError `bad-input`. */
export function addRubric(home: string, text: string): Rubric {
  const folder = rubricsFolder(home);
  const { name, version } = parseRubric(text, 'the rubric');
  const base = `${name}-${version}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|-+$/g, '');
  const file = path.join(folder, `${base.slice(0, 100) || 'rubric'}.yaml`);
  if (existsSync(file) && readSmallFile(file) !== text) {
    throw detailed('bad-input', 'rubric-version', { file });
  }
  makeFolder(folder);
  replaceFile(file, text, 0o600);
  return parseRubric(text, file);
}

/** Deeper than any rubric; an alias may contain itself. */
const MAX_DEPTH = 10;

/** Mappings as objects. A key such as `__proto__` is an own one like any other, which the schema refuses. */
function plain(value: YamlData, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one, depth + 1)]));
}
