/** trpc-agent-go's ways to a skill's instructions and documents (seeds/002). */
import { z } from 'zod';
import { allDocumentsSince, selectionData } from '../../shared/skills/loaded-skills.ts';
import type { ToolResult } from '../agent/ports.ts';
import { defineTool } from './define-tool.ts';
import { findSkill, loadedSkill, readSkill, SKILL_ALIASES, withNotes } from './skills.ts';
import { type ToolContext, ToolFailure } from './types.ts';

const SKILL = z.string().min(1).describe('Skill name, as listed.');
const DOCS = z.array(z.string().min(1)).optional();
const MODES = ['add', 'replace', 'clear'] as const;

interface Selection {
  readonly docs?: readonly string[] | undefined;
  readonly include_all_docs?: boolean | undefined;
}

export const skillLoad = defineTool({
  name: 'skill_load',
  group: 'skills',
  description:
    "Load a skill's instructions, and documents of it where some are named. Load the instructions first, then only the documents that are needed. A further call adds nothing but replaces the documents. Names and descriptions of skills are in the context already.",
  schema: z.object({
    skill: SKILL,
    docs: DOCS.describe('Documents to include; prefer few.'),
    include_all_docs: z.boolean().optional().describe('Include all documents; use sparingly.'),
  }),
  aliases: SKILL_ALIASES('skill'),
  ready: (args, context) => ({
    async execute() {
      const { id } = findSkill(args.skill, context);
      const wanted = await wantedDocs(id, args, context);
      let result: ToolResult = { ok: true, content: '' };
      if (loadedSkill(id, context) === undefined) {
        result = await context.host.skills.load(id);
        if (!result.ok) return result;
      }
      if (args.docs === undefined && args.include_all_docs !== true) {
        return { ok: true, content: withNotes(`loaded: ${id}`, result) };
      }
      const refused = await select(id, wanted, context);
      const docs = `docs: ${selected(id, context).join(', ') || 'none'}`;
      const data = selectionData(id, args.include_all_docs === true);
      return refused ?? { ok: true, content: withNotes(`loaded: ${id}\n${docs}`, result), data };
    },
  }),
});

export const skillSelectDocs = defineTool({
  name: 'skill_select_docs',
  group: 'skills',
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
      if (skill === undefined) {
        throw new ToolFailure(`Skill '${id}' is not loaded. Call skill_load with '${id}' first; it takes docs too.`);
      }
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

export const skillListDocs = defineTool({
  name: 'skill_list_docs',
  group: 'skills',
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
