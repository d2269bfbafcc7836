/** Reads a skill as it would be after saving the editor's content. */
import path from 'node:path';
import type { Unsaved } from '../../../shared/author.ts';
import { parseWholeSkill } from '../front-matter/skill-file.ts';
import { listReferences } from '../references.ts';
import { listScripts } from '../scripts.ts';
import { readSkillTools } from '../tools-file/read-tools.ts';
import type { SkillDocument, SkillSummary } from '../types.ts';
import { checkFilePath } from './file-path.ts';
import { readSkillFile } from './files.ts';
import type { SkillPlace } from './skill-place.ts';

/** Maps absolute paths to texts, as the linter expects. @throws SkilldeckError `bad-input` for a path outside. */
export function overlayOf({ dir }: SkillPlace, unsaved: readonly Unsaved[]): ReadonlyMap<string, string> {
  return new Map(
    unsaved.map(({ path: file, text }) => {
      checkFilePath(file);
      return [path.join(dir, file), text];
    }),
  );
}

export interface UnsavedSkill {
  /** Undefined while the file could not be loaded as a skill. */
  readonly document: SkillDocument | undefined;
  /** Number of lines before the body. */
  readonly linesBefore: number;
  /** Text of a reference, without a leading BOM. */
  reference(file: string): string;
}

export async function readUnsaved(place: SkillPlace, overlay: ReadonlyMap<string, string>): Promise<UnsavedSkill> {
  const { id, dir, file, root, source } = place;
  const textOf = (wanted: string): string => overlay.get(path.join(dir, wanted)) ?? readSkillFile(dir, wanted).text;
  const own = path.relative(dir, file).split(path.sep).join('/');
  const whole = parseWholeSkill(Buffer.from(textOf(own)));
  const reference = (wanted: string): string => textOf(wanted).replace(/^\ufeff/, '');
  if ('rule' in whole) return { document: undefined, linesBefore: 0, reference };
  const summary: SkillSummary = { id, ...whole.head.fields, source, root, dir, file };
  const tools = readSkillTools(summary, overlay);
  return {
    document: {
      summary,
      body: whole.body,
      frontMatter: whole.frontMatter,
      sha256: '',
      references: await listReferences(dir),
      scripts: await listScripts(dir),
      ...(tools === undefined ? {} : { tools }),
    },
    linesBefore: whole.frontMatter.split(/\r\n|\n|\r/).length - 1,
    reference,
  };
}
