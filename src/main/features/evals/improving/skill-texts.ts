/** The texts of a skill that a writer may read and change: its instructions and references. */
import { readdirSync } from 'node:fs';
import { SkilldeckError } from '../../../../shared/errors.ts';
import { readSkillFile } from '../../../skills/author/files.ts';
import { listReferences } from '../../../skills/references.ts';

/** `SKILL.md`, however it is spelled. @param dir absolute. */
export function skillFileName(dir: string): string {
  return readdirSync(dir).find((name) => /^skill\.md$/i.test(name)) ?? 'SKILL.md';
}

/** Keyed by path, the instructions first; what is no text is left out. @param dir absolute and real. */
export async function skillTexts(dir: string): Promise<Map<string, string>> {
  const own = skillFileName(dir);
  const texts = new Map([[own, readSkillFile(dir, own).text]]);
  for (const { path } of await listReferences(dir)) {
    const text = textOf(dir, path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Undefined for a file that is not there, or is no text. */
export function textOf(dir: string, file: string): string | undefined {
  try {
    return readSkillFile(dir, file).text;
  } catch (error) {
    if (error instanceof SkilldeckError) return undefined;
    throw error;
  }
}
