/** AgentScope's one way to a skill (seeds/004): `SKILL.md` loads it, another path loads that resource. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BETWEEN_PARTS, carriedDocuments, carryingResult } from '../../shared/skills/loaded-skills.ts';
import type { ToolResult } from '../agent/ports.ts';
import { typeByName } from '../lib/app-files.ts';
import { listResources } from '../skills/references.ts';
import type { ReferenceFile, SkillDocument } from '../skills/types.ts';
import { defineTool, withField } from './define-tool.ts';
import { findSkill, loadedSkill, loadReferenceText, loadSkillText, readSkill, SKILL_ALIASES } from './skills.ts';
import { type ToolContext, ToolFailure } from './types.ts';
import { readText } from './workspace/read-file.ts';

const framed = (skill: string) => (path: string, text: string) =>
  [
    `Successfully loaded resource from skill: ${skill}`,
    `Resource path: ${path}`,
    '',
    'Content:',
    '---',
    text,
    '---',
  ].join('\n');

export const loadSkillThroughPath = defineTool({
  name: 'load_skill_through_path',
  group: 'skills',
  description:
    'Load and activate a skill, or one of its resources, by the path in its folder. Use the path "SKILL.md" first: it activates the skill and gives its instructions. Other paths give the resources that the instructions name. A wrong path is answered with all the paths there are.',
  schema: z.object({
    skillId: z.string().min(1).describe('The unique identifier of the skill.'),
    path: z.string().min(1).describe('The path in the skill\'s folder, such as "SKILL.md" or "references/api.md".'),
  }),
  aliases: [...SKILL_ALIASES('skillId'), ['resourcePath', 'path']],
  // Where the list leaves skills out, a search finds ids that no list of values would allow.
  forList: ({ skills, more }, parameters) =>
    more > 0 ? {} : { parameters: withField(parameters, 'skillId', { enum: skills.map(({ id }) => id) }) },
  ready: ({ skillId, path }, context) => ({
    async execute() {
      const { id } = findSkill(skillId, context);
      const wanted = path.trim().replace(/^(\.\/)+/, '');
      if (/^skill\.md$/i.test(wanted)) return loadSkillText(id, context);
      const document = await readSkill(id, context);
      const resource = document.references.find((one) => one.text && one.path === wanted);
      if (resource !== undefined) return loadResource(id, resource.path, context);
      const { dir } = document.summary;
      const others = await listResources(await realpath(dir));
      const other = others.find((one) => one.text && one.path === wanted);
      if (other !== undefined) return showFile(id, { path: other.path, absolute: join(dir, other.path) }, context);
      throw new ToolFailure(
        `Resource not found: '${path}' in skill '${id}'. Available resources:\n${listed(document, others)}`,
      );
    },
  }),
});

/** Lists loadable files in the order taught to authors, then all others with type and size (CONTRACT §8). */
function listed({ references, scripts }: SkillDocument, all: readonly ReferenceFile[]): string {
  const first = [...references.filter((one) => one.text), ...scripts].map((one) => one.path);
  const rest = all.filter((one) => !first.includes(one.path));
  const names = [
    'SKILL.md',
    ...first,
    ...rest.filter((one) => one.text).map((one) => one.path),
    ...rest
      .filter((one) => !one.text)
      .map((one) => `${one.path} (${typeByName(one.path) ?? 'application/octet-stream'}, ${one.bytes} bytes)`),
  ];
  return names.map((name, index) => `${index + 1}. ${name}`).join('\n');
}

/** A resource activates its skill: both texts are the result. Where the resource is refused, the skill is loaded anyway. */
async function loadResource(id: string, path: string, context: ToolContext): Promise<ToolResult> {
  if (loadedSkill(id, context) !== undefined) return loadReferenceText(id, path, context, framed(id));
  const skill = await loadSkillText(id, context);
  if (!skill.ok) return skill;
  const resource = await loadReferenceText(id, path, context, framed(id));
  const instructions = loadedSkill(id, context)?.instructions ?? '';
  // The resource was refused: the skill is loaded, and the model gets the reason.
  if (carriedDocuments(resource.data).length === 0) {
    return { ...skill, ok: false, content: `${skill.content}${BETWEEN_PARTS}${resource.content}` };
  }
  return {
    ok: true,
    ...carryingResult([
      { skill: id, text: instructions },
      { skill: id, path, text: resource.content },
    ]),
  };
}

/** A script is for running, and data for scripts: the text is an ordinary result, and can be read while the skill is loaded. */
async function showFile(
  id: string,
  script: SkillDocument['scripts'][number],
  context: ToolContext,
): Promise<ToolResult> {
  if (loadedSkill(id, context) === undefined) {
    throw new ToolFailure(`Skill '${id}' is not loaded. Load it with path "SKILL.md" first, then '${script.path}'.`);
  }
  const { text } = await readText(script.absolute, context);
  return { ok: true, content: framed(id)(script.path, text) };
}
