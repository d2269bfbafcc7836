/** AgentScope's one way to a skill (seeds/004): `SKILL.md` loads it, another path loads that resource. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  allDocumentsSince,
  BETWEEN_PARTS,
  carriedDocuments,
  carryingResult,
  selectionData,
} from '../../shared/skills/loaded-skills.ts';
import type { ToolResult } from '../agent/ports.ts';
import { typeByName } from '../lib/app-files.ts';
import { listResources } from '../skills/references.ts';
import type { ReferenceFile, SkillDocument } from '../skills/types.ts';
import { defineTool, type ToolContext, ToolFailure, withField } from './define-tool.ts';
import {
  findSkill,
  loadedSkill,
  loadReferenceText,
  loadSkillText,
  readSkill,
  SECTION,
  SKILL_ALIASES,
  sectionIn,
  withNotes,
} from './skills.ts';
import { readText } from './workspace/read-file.ts';

// trpc-agent-go's ways to a skill's instructions and documents (seeds/002).

const SKILL = z.string().min(1).describe('Skill name, as listed.');
const DOCS = z.array(z.string().min(1)).optional();
const MODES = ['add', 'replace', 'clear'] as const;

interface Selection {
  readonly docs?: readonly string[] | undefined;
  readonly include_all_docs?: boolean | undefined;
}

export const skillLoad = defineTool('skill_load', 'skills', {
  description:
    "Load a skill's instructions, and documents of it where some are named. Load the instructions first, then only the documents that are needed. A further call adds nothing but replaces the documents. Names and descriptions of skills are in the context already.",
  schema: z.object({
    skill: SKILL,
    docs: DOCS.describe('Documents to include; prefer few.'),
    include_all_docs: z.boolean().optional().describe('Include all documents; use sparingly.'),
    section: SECTION,
  }),
  aliases: SKILL_ALIASES('skill'),
  ready: (args, context) => ({
    async execute() {
      const { id } = findSkill(args.skill, context);
      const wanted = await wantedDocs(id, args, context);
      let result: ToolResult = { ok: true, content: '' };
      if (args.section || loadedSkill(id, context) === undefined) {
        result = await context.host.skills.load(id, args.section || undefined);
        if (!result.ok) return result;
      }
      if (args.docs === undefined && args.include_all_docs !== true)
        return { ok: true, content: withNotes(`loaded: ${id}`, result) };
      const refused = await select(id, wanted, context);
      const docs = `docs: ${selected(id, context).join(', ') || 'none'}`;
      const data = selectionData(id, args.include_all_docs === true);
      return refused ?? { ok: true, content: withNotes(`loaded: ${id}\n${docs}`, result), data };
    },
  }),
});

export const skillSelectDocs = defineTool('skill_select_docs', 'skills', {
  description:
    'Select documents of a loaded skill. Use mode=add to append, replace (the default) to overwrite, or clear to remove all.',
  schema: z.object({
    skill: SKILL,
    docs: DOCS.describe('Documents to select.'),
    include_all_docs: z.boolean().optional().describe('Select all documents.'),
    mode: z.enum(MODES).optional().describe('add | replace | clear'),
  }),
  aliases: SKILL_ALIASES('skill'),
  ready: (args, context) => ({
    async execute() {
      const { id } = findSkill(args.skill, context);
      const mode = args.mode ?? 'replace';
      const named = await wantedDocs(id, args, context);
      const skill = loadedSkill(id, context);
      if (skill === undefined)
        throw new ToolFailure(`Skill '${id}' is not loaded. Call skill_load with '${id}' first; it takes docs too.`);
      // Adding to all leaves it at all: a list would lose what appears later.
      const wasAll = mode === 'add' && allDocumentsSince(context.host.state(), skill) !== undefined;
      const isAll = mode !== 'clear' && (wasAll || args.include_all_docs === true);
      const chosen = isAll ? await docsOf(id, context) : named;
      const wanted = { add: [...new Set([...selected(id, context), ...chosen])], replace: chosen, clear: [] }[mode];
      const refused = await select(id, wanted, context);
      if (refused !== undefined) return refused;
      const now = { selected_docs: selected(id, context), include_all_docs: isAll };
      return { ok: true, content: JSON.stringify({ skill: id, ...now, mode }), data: selectionData(id, isAll) };
    },
  }),
});

export const skillListDocs = defineTool('skill_list_docs', 'skills', {
  description: 'List the documents of a skill that can be selected, as a JSON array of names.',
  schema: z.object({ skill: SKILL }),
  aliases: SKILL_ALIASES('skill'),
  ready: ({ skill }, context) => ({
    execute: async () => ({ ok: true, content: JSON.stringify(await docsOf(findSkill(skill, context).id, context)) }),
  }),
});

async function docsOf(id: string, context: ToolContext): Promise<string[]> {
  const { references } = await readSkill(id, context);
  return references.filter((reference) => reference.text).map((reference) => reference.path);
}

/** In the skill's own order, without duplicates. @throws ToolFailure for a missing document, before any change. */
async function wantedDocs(
  id: string,
  { docs = [], include_all_docs }: Selection,
  context: ToolContext,
): Promise<string[]> {
  const all = await docsOf(id, context);
  if (include_all_docs === true) return all;
  const named = new Set(docs.map((doc) => doc.replace(/^(\.\/)+/, '')));
  const unknown = [...named].filter((doc) => !all.includes(doc));
  if (unknown.length > 0) {
    const has = all.length === 0 ? 'It has no documents.' : `Its documents: ${all.join(', ')}.`;
    throw new ToolFailure(`Skill '${id}' has no document ${unknown.join(', ')}; nothing was changed. ${has}`);
  }
  return all.filter((doc) => named.has(doc));
}

const selected = (id: string, context: ToolContext): string[] =>
  (loadedSkill(id, context)?.references ?? []).map((reference) => reference.path);

/** Makes these the documents of the skill; the first that is refused ends it, with its reason. */
async function select(id: string, wanted: readonly string[], context: ToolContext): Promise<ToolResult | undefined> {
  const before = selected(id, context);
  for (const doc of before) if (!wanted.includes(doc)) await context.host.skills.unloadReference(id, doc);
  for (const doc of wanted) {
    if (before.includes(doc)) continue;
    const result = await context.host.skills.loadReference(id, doc);
    if (!result.ok) {
      const now = selected(id, context).join(', ') || 'none';
      return { ...result, content: `${result.content} Documents selected now: ${now}.` };
    }
  }
  return undefined;
}

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

export const loadSkillThroughPath = defineTool('load_skill_through_path', 'skills', {
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
      const wanted = path.replaceAll('\\', '/').replace(/^\s*(\.\/)*|\s+$/g, '');
      const [whole, section] = sectionIn(wanted);
      if (/^skill\.md$/i.test(whole)) return loadSkillText(id, context, section);
      const document = await readSkill(id, context);
      const resource = document.references.find((one) => one.text && one.path === wanted);
      if (resource !== undefined) return loadResource(id, resource.path, context);
      const { dir } = document.summary;
      const others = await listResources(await realpath(dir));
      const other = others.find((one) => one.path === wanted);
      if (other?.text === true) return showFile(id, { path: other.path, absolute: join(dir, other.path) }, context);
      if (other !== undefined) {
        throw new ToolFailure(
          `${typed(other)} is no text and can't be loaded. A script can read it at skills/${id}/${other.path}.`,
        );
      }
      throw new ToolFailure(
        `Resource not found: '${path}' in skill '${id}'. Available resources:\n${listed(document, others)}`,
      );
    },
  }),
});

const typed = ({ path, bytes }: ReferenceFile): string =>
  `${path} (${typeByName(path) ?? 'application/octet-stream'}, ${bytes} bytes)`;

/** Lists loadable files in the order taught to authors, then all others with type and size (CONTRACT §8). */
function listed({ references, scripts }: SkillDocument, all: readonly ReferenceFile[]): string {
  const first = [...references.filter((one) => one.text), ...scripts].map((one) => one.path);
  const rest = all.filter((one) => !first.includes(one.path));
  const names = [
    'SKILL.md',
    ...first,
    ...rest.filter((one) => one.text).map((one) => one.path),
    ...rest.filter((one) => !one.text).map(typed),
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
  if (carriedDocuments(resource.data).length === 0)
    return { ...skill, ok: false, content: `${skill.content}${BETWEEN_PARTS}${resource.content}` };
  return {
    ok: true,
    ...carryingResult([
      { skill: id, text: instructions },
      { skill: id, path, text: resource.content },
    ]),
  };
}

/** A script is for running, and data for scripts: the text is an ordinary result. It activates the skill, as a resource does. */
async function showFile(
  id: string,
  script: SkillDocument['scripts'][number],
  context: ToolContext,
): Promise<ToolResult> {
  const skill = loadedSkill(id, context) === undefined ? await loadSkillText(id, context) : undefined;
  if (skill?.ok === false) return skill;
  const { text } = await readText(script.absolute, context);
  const content = framed(id)(script.path, text);
  return skill === undefined
    ? { ok: true, content }
    : { ...skill, content: `${skill.content}${BETWEEN_PARTS}${content}` };
}
