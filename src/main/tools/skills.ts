/** agent-core's one skill tool (seeds/003): the catalog in its description, the body as its result. */

import { z } from 'zod';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { CatalogEntry } from '../../shared/events.ts';
import type { LoadedSkill } from '../../shared/session-state.ts';
import { BETWEEN_PARTS, carryingResult } from '../../shared/skills/loaded-skills.ts';
import { callableSkills, listedSkills, moreSkills, nameLines, skillWords } from '../../shared/skills/skill-list.ts';
import type { ToolResult } from '../agent/ports.ts';
import type { SkillDocument, SkillSummary } from '../skills/types.ts';
import { defineTool, type ToolContext, ToolFailure, withField } from './define-tool.ts';

/** Rule of the diagnostic for a skill whose requirements this computer does not meet. */
const CANNOT_WORK = 'cannot-work-here';

/** Names under which models send a skill's id. */
export const SKILL_ALIASES = (field: string): readonly (readonly [string, string])[] =>
  ['name', 'skill_name', 'skill', 'skillId', 'skill_id']
    .filter((alias) => alias !== field)
    .map((alias) => [alias, field]);

/** The entry meant: by id, else by a display name or a spelling that only one has. */
const matchSkill = (given: string, context: ToolContext): CatalogEntry | undefined =>
  matchIn(callableSkills(context.host.state()), given);

/** `Book Flight` and `book_flight` mean `book-flight`. */
const looseName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

function matchIn(catalog: readonly CatalogEntry[], given: string): CatalogEntry | undefined {
  const exact = catalog.find((entry) => entry.id === given);
  if (exact !== undefined) return exact;
  const loose = looseName(given);
  const alike = catalog.filter(({ id, name }) => looseName(id) === loose || looseName(name) === loose);
  return alike.length === 1 ? alike[0] : undefined;
}

/** @throws ToolFailure with the ids of the list. */
export function findSkill(given: string, context: ToolContext): CatalogEntry {
  const found = matchSkill(given, context);
  if (found !== undefined) return found;
  const { skills, more } = listedSkills(context.host.state());
  const lines = [...skills.map(({ id }) => `- ${id}`), ...(more === 0 ? [] : [`- ${moreSkills(more)}`])];
  const ids = lines.join('\n');
  throw new ToolFailure(
    `${whyNot(given, context)} ${ids === '' ? 'No skills are installed.' : `The skills are:\n${ids}`}`,
  );
}

/** @throws ToolFailure as `findSkill`, and where the skill has gone since. */
export function findSummary(given: string, context: ToolContext): SkillSummary {
  const { id } = findSkill(given, context);
  const found = context.library.catalog().skills.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new ToolFailure(`Skill '${id}' is no longer on this computer.`);
}

/** Answer to a call that names a skill for the person alone. */
export const onlyPerson = (id: string): string =>
  `Only the person can load the skill "${id}", with /${id} at the beginning of a message. Continue without it.`;

/** The skill meant, if only the person may load it. */
function personsSkill(given: string, { host }: ToolContext): CatalogEntry | undefined {
  return matchIn(
    host.state().catalog.filter(({ modelInvocable }) => modelInvocable === false),
    given,
  );
}

/** A skill that is there and cannot be used is not said to be missing. */
function whyNot(given: string, context: ToolContext): string {
  const persons = personsSkill(given, context);
  if (persons !== undefined) return onlyPerson(persons.id);
  const reasons = context.host
    .state()
    .diagnostics.filter(
      ({ skill, severity, rule }) => skill === given && (severity === 'error' || rule === CANNOT_WORK),
    )
    .map(({ message }) => message.replace(/[.]?$/, '.'));
  return reasons.length === 0
    ? `There is no skill "${given}".`
    : `The skill "${given}" cannot be used: ${reasons.join(' ')}`;
}

/**
 * Reads the skill's current version from disk; it may have gone since the request was sent.
 * @throws ToolFailure that names the existing skills.
 */
export async function readSkill(id: string, { library }: ToolContext): Promise<SkillDocument> {
  try {
    return await library.read(id).catch(async (error: unknown) => {
      if (!isSkilldeckError(error)) throw error;
      await library.refresh();
      return library.read(id);
    });
  } catch (error) {
    if (isSkilldeckError(error)) throw new ToolFailure(error.message);
    throw error;
  }
}

/** Results that are the text of what was loaded, as agent-core, AgentScope and Agent Skills have them. */
export const loadedSkill = (id: string, { host }: ToolContext): LoadedSkill | undefined =>
  host.state().loadedSkills.find((skill) => skill.id === id);

/**
 * Loads the skill; the result is its text, or the reason for a failure. Does not load twice, which would only repeat
 * the text.
 * @param section title of the only one to load.
 */
export async function loadSkillText(id: string, context: ToolContext, section?: string): Promise<ToolResult> {
  const before = loadedSkill(id, context);
  if (before !== undefined && before.sections === undefined)
    return { ok: true, content: `Skill '${id}' is already loaded: its text stands above. Go on by it.` };
  const result = await context.host.skills.load(id, section || undefined);
  const skill = loadedSkill(id, context);
  if (!result.ok || skill === undefined || skill.seq === before?.seq) return result;
  const carrying = carryingResult([{ skill: id, text: skill.instructions }]);
  return { ok: true, ...carrying, content: withNotes(carrying.content, result) };
}

/** Adds the load's notes: tools added with the skill, skills unloaded to make space. */
export function withNotes(content: string, { data }: ToolResult): string {
  const notes = data !== null && typeof data === 'object' && 'notes' in data ? data.notes : undefined;
  return typeof notes === 'string' ? `${content}${BETWEEN_PARTS}[${notes}]` : content;
}

/**
 * Loads a reference of a loaded skill; the result is its text, or says why not.
 * @param show what the dialect puts around the text.
 */
export async function loadReferenceText(
  id: string,
  path: string,
  context: ToolContext,
  show: (path: string, text: string) => string = (_path, text) => text,
): Promise<ToolResult> {
  const known = new Set(loadedSkill(id, context)?.references.map((reference) => reference.path));
  const result = await context.host.skills.loadReference(id, path);
  const reference = loadedSkill(id, context)?.references.find((one) => !known.has(one.path));
  if (!result.ok || reference === undefined) return result;
  return {
    ok: true,
    ...carryingResult([{ skill: id, path: reference.path, text: show(reference.path, reference.text) }]),
  };
}

export const listSkills = defineTool('list_skills', 'skills', {
  description: 'List the skills that can be loaded, and which of them are loaded.',
  schema: z.object({}),
  ready: (_args, context) => ({
    async execute() {
      const state = context.host.state();
      const { skills, more } = listedSkills(state);
      const loaded = new Map(state.loadedSkills.map((skill) => [skill.id, skill]));
      const lines = skills.map((entry) => {
        const skill = loaded.get(entry.id);
        const name = entry.name === entry.id ? '' : ` (${entry.name})`;
        const references = skill?.references.map((reference) => reference.path) ?? [];
        const withReferences = references.length === 0 ? '' : ` [references loaded: ${references.join(', ')}]`;
        return `- [${skill === undefined ? '○' : '✓'}] **${entry.id}**${name}: ${skillWords(entry)}${withReferences}`;
      });
      if (more > 0) lines.push(`- ${moreSkills(more)}`);
      return {
        ok: true,
        content: lines.length === 0 ? 'No skills are installed.' : `○ not loaded, ✓ loaded\n${lines.join('\n')}`,
      };
    },
  }),
});

/** A path's file, and the title behind `SKILL.md#`. */
export function sectionIn(given: string): readonly [file: string, section?: string] {
  const at = given.search(/(?<=\bskill\.md)#/i);
  return at === -1 ? [given] : [given.slice(0, at), given.slice(at + 1)];
}

export const SECTION = z.string().optional().describe('Title of one section, of a skill too long to load whole.');

export const loadSkill = defineTool('load_skill', 'skills', {
  description:
    'Load a skill to get its detailed instructions. Call it as soon as a request fits a skill of the list, before doing anything else for that request; a skill marked ✓ is loaded already.',
  schema: z.object({ name: z.string().min(1).describe("The skill's id, as listed in bold."), section: SECTION }),
  aliases: SKILL_ALIASES('name'),
  ready: ({ name, section }, context) => ({
    execute: () => context.host.skills.load(findSkill(name, context).id, section || undefined),
  }),
});

export const loadSkillReference = defineTool('load_skill_reference', 'skills', {
  description:
    "Load one of a skill's reference files: error handling, supported values, forms, examples. Call it when a script fails or the instructions point to the file; load the skill first.",
  schema: z.object({
    skill_name: z.string().min(1).describe("The skill's id."),
    ref_path: z.string().min(1).describe('As listed under Available References, such as "reference.md".'),
  }),
  aliases: [...SKILL_ALIASES('skill_name'), ['path', 'ref_path'], ['reference', 'ref_path']],
  ready: ({ skill_name, ref_path }, context) => ({
    execute: () =>
      context.host.skills.loadReference(findSkill(skill_name, context).id, ref_path.replace(/^(\.\/)+/, '')),
  }),
});

export const unloadSkill = defineTool('unload_skill', 'skills', {
  description:
    'Unload a skill that is no longer needed, with its references, to free context. Its id stays in the list and it can be loaded again.',
  schema: z.object({ name: z.string().min(1).describe("The loaded skill's id.") }),
  aliases: SKILL_ALIASES('name'),
  ready: ({ name }, context) => ({
    async execute() {
      const loaded = context.host.state().loadedSkills.map((skill) => skill.id);
      const id =
        loaded.find((skill) => skill === name) ??
        loaded.find((skill) => skill.toLowerCase() === name.trim().toLowerCase());
      if (id === undefined) {
        const which = loaded.length === 0 ? 'No skill is loaded.' : `Loaded are: ${loaded.join(', ')}.`;
        throw new ToolFailure(`The skill "${name}" is not loaded. ${which}`);
      }
      return context.host.skills.unload(id);
    },
  }),
});

const SKILL = 'The skill ID to execute';

export const skill = defineTool('skill', 'skills', {
  description: 'Execute a skill.',
  schema: z.object({ skill: z.string().min(1).describe(SKILL), section: SECTION }),
  aliases: SKILL_ALIASES('skill'),
  forList(list, parameters) {
    // The list shows names, as agent-core's does; an id that differs from its name is listed in the field.
    const ids = list.skills.filter(({ id, name }) => id !== name).map(({ id, name }) => `${id} (${name})`);
    return {
      description: `Execute a skill. Available skills:\n${nameLines(list).join('\n')}`,
      parameters:
        ids.length === 0 ? parameters : withField(parameters, 'skill', { description: `${SKILL}: ${ids.join(', ')}` }),
    };
  },
  ready: ({ skill: given, section }, context) => ({
    async execute() {
      const entry = matchSkill(given, context);
      if (entry === undefined) throw notFound(given, context);
      const result = await loadSkillText(entry.id, context, section);
      // It went from the disk since the request was sent.
      if (matchSkill(entry.id, context) === undefined && !result.ok) throw notFound(given, context);
      return result;
    },
  }),
});

/** Uses agent-core's wording. */
function notFound(given: string, context: ToolContext): ToolFailure {
  const { host } = context;
  const persons = personsSkill(given, context);
  if (persons !== undefined) return new ToolFailure(onlyPerson(persons.id));
  const { skills, more } = listedSkills(host.state());
  const ids = skills.map(({ id }) => id).join(', ');
  const others = more === 0 ? '' : ` ${moreSkills(more)}`;
  return new ToolFailure(`Skill not found: ${given}. Available skills: ${ids || 'none'}${others}`);
}
