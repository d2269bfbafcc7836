/** Agent Skills' way to a skill: reading its SKILL.md loads it, and reading one of its references loads that. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { callableSkills } from '../../shared/skills/skill-list.ts';
import { isInside } from '../runner/workspace/workspace.ts';
import type { SkillSummary } from '../skills/types.ts';
import { defineTool, type ToolContext, ToolFailure } from './define-tool.ts';
import { loadedSkill, loadReferenceText, loadSkillText, onlyPerson, readSkill, sectionIn } from './skills.ts';
import { READ_FILE_SPEC, type ReadFileArgs, readLines } from './workspace/read-file.ts';
import { placesOf, resolvePath } from './workspace/workspace-paths.ts';

export const readFileOrSkill = defineTool('read_file', 'workspace', {
  ...READ_FILE_SPEC,
  description: `${READ_FILE_SPEC.description} Reading the SKILL.md of a listed skill loads the skill.`,
  ready: (args, context) => ({
    async execute() {
      const [given, section] = sectionIn(args.path);
      const found = await skillFile(given, context);
      if (found === undefined) return readLines(args, context);
      const { skill, file } = found;
      if (!callable(context).has(skill.id)) throw new ToolFailure(onlyPerson(skill.id));
      if (/^skill\.md$/i.test(file)) {
        const result = await loadSkillText(skill.id, context, section);
        const isPart = section === undefined && (args.offset !== undefined || args.limit !== undefined);
        // Lines of a skill that is too long to load whole are read like any others.
        return isPart && !result.ok && loadedSkill(skill.id, context) === undefined ? readLines(args, context) : result;
      }
      return (await isUnreadReference(skill, file, args, context))
        ? loadReferenceText(skill.id, file, context)
        : readLines(args, context);
    },
  }),
});

const callable = ({ host }: ToolContext): ReadonlySet<string> =>
  new Set(callableSkills(host.state()).map(({ id }) => id));

/** Finds the skill of the catalog that contains the path, and the remaining path with `/`. Follows links. */
async function skillFile(
  given: string,
  context: ToolContext,
): Promise<{ skill: SkillSummary; file: string } | undefined> {
  const wanted = resolvePath(given, await placesOf(context));
  const folder = await realpath(path.dirname(wanted)).catch(() => undefined);
  if (folder === undefined) return undefined;
  const known = new Set(context.host.state().catalog.map((entry) => entry.id));
  const skill = context.library
    .catalog()
    .skills.filter(({ id, dir }) => known.has(id) && isInside(dir, folder))
    // For nested skills, the inner one.
    .sort((a, b) => b.dir.length - a.dir.length)[0];
  if (skill === undefined) return undefined;
  const file = path
    .relative(skill.dir, path.join(folder, path.basename(wanted)))
    .split(path.sep)
    .join('/');
  return { skill, file };
}

/** A part of one, or one that is loaded already, is read like any other file. */
async function isUnreadReference(
  { id }: SkillSummary,
  file: string,
  { offset, limit }: ReadFileArgs,
  context: ToolContext,
): Promise<boolean> {
  const skill = loadedSkill(id, context);
  if (skill === undefined || offset !== undefined || limit !== undefined) return false;
  if (skill.references.some((reference) => reference.path === file)) return false;
  const { references } = await readSkill(id, context);
  return references.some((reference) => reference.text && reference.path === file);
}
