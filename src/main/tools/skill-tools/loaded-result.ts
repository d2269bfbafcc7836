/** Results that are the text of what was loaded, as agent-core, AgentScope and Agent Skills have them. */
import { BETWEEN_PARTS, carryingResult } from '../../../shared/carried-documents.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import type { ToolResult } from '../../agent/ports.ts';
import type { ToolContext } from '../types.ts';

export function loadedSkill(id: string, { host }: ToolContext): LoadedSkill | undefined {
  return host.state().loadedSkills.find((skill) => skill.id === id);
}

/**
 * Loads the skill; the result is its text, or the reason for a failure. Does not load twice, which would only repeat
 * the text.
 */
export async function loadSkillText(id: string, context: ToolContext): Promise<ToolResult> {
  if (loadedSkill(id, context) !== undefined) {
    return { ok: true, content: `Skill '${id}' is already loaded: its text stands above. Go on by it.` };
  }
  const result = await context.host.skills.load(id);
  const skill = loadedSkill(id, context);
  if (!result.ok || skill === undefined) return result;
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
