/** Edits of a skill's texts, as a model gives them: applied only where they mean one place, and ask for no new rights. */
import { z } from 'zod';
import { messageOf } from '../../../../shared/errors.ts';
import { isEqual } from '../../../../shared/is-equal.ts';
import { checkFilePath } from '../../../skills/author/file-path.ts';
import { isEvalFile } from '../../../skills/discovery/skill-files.ts';
import { parseWholeSkill } from '../../../skills/front-matter/skill-file.ts';
import { partsOf } from '../../../skills/lint/read-skill.ts';

export const editSchema = z.object({
  path: z.string().min(1),
  /** Occurs once in the file; empty: the file is new. */
  old: z.string(),
  new: z.string(),
});
export type Edit = z.infer<typeof editSchema>;

/** Characters of one text. */
const MAX_TEXT = 200_000;
/** The description is the writer's; a permission, a name and a licence are the person's. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['description', 'when_to_use']);

type Edited = { readonly texts: ReadonlyMap<string, string> } | { readonly fault: string };

/** @param texts by path. @param own path of `SKILL.md`. */
export function applyEdits(texts: ReadonlyMap<string, string>, own: string, edits: readonly Edit[]): Edited {
  const edited = new Map(texts);
  for (const { path, old, new: text } of edits) {
    const fault = faultOfPath(path) ?? faultOfPlace(edited, path, old);
    if (fault !== undefined) return { fault };
    const before = edited.get(path);
    const after = before === undefined ? text : before.replace(old, () => text);
    if (after.length > MAX_TEXT) return { fault: `${path} would have more than ${MAX_TEXT} characters` };
    edited.set(path, after);
  }
  if ([...edited].every(([path, text]) => texts.get(path) === text)) return { fault: 'the edits change nothing' };
  const fault = faultOfSkill(texts.get(own) ?? '', edited.get(own) ?? '');
  return fault === undefined ? { texts: edited } : { fault: `${own}: ${fault}` };
}

function faultOfPath(path: string): string | undefined {
  try {
    checkFilePath(path);
  } catch (error) {
    return messageOf(error);
  }
  if (isEvalFile(path)) return `${path} holds what the skill is tried with, and stays the same`;
  return /\.(?:md|txt)$/i.test(path) ? undefined : `${path} is no Markdown or text file; only such are edited`;
}

function faultOfPlace(texts: ReadonlyMap<string, string>, path: string, old: string): string | undefined {
  const text = texts.get(path);
  if (text === undefined) {
    return old === '' ? undefined : `there is no ${path}; leave "old" empty to write a new file`;
  }
  if (old === '') return `${path} already exists; give the text in it to replace`;
  const times = text.split(old).length - 1;
  if (times === 1) return undefined;
  const what = JSON.stringify(old.slice(0, 80));
  return times === 0 ? `${path} does not contain ${what}` : `${path} contains ${what} ${times} times; give more of it`;
}

function faultOfSkill(before: string, after: string): string | undefined {
  const whole = parseWholeSkill(Buffer.from(after));
  if ('rule' in whole) return whole.message;
  const fixed = (text: string) => {
    const fields = partsOf(Buffer.from(text)).front?.fields ?? new Map();
    return [...fields]
      .filter(([key]) => !FREE_FIELDS.has(key))
      .map(([key, { value }]) => [key, JSON.stringify(plain(value))]);
  };
  if (isEqual(fixed(before), fixed(after))) return undefined;
  return 'only the description and when_to_use of the front matter may change';
}

const plain = (value: unknown): unknown =>
  value instanceof Map
    ? [...value].map(([key, one]) => [key, plain(one)])
    : Array.isArray(value)
      ? value.map(plain)
      : value;
