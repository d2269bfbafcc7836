/** Combined size and tools of loaded skills: a tool in several of them counts, and is offered, once. */
import type { SkillTool } from './events.ts';
import type { LoadedSkill } from './session-state.ts';

/** A skill's own tool, with the first loaded skill that brings it: a call runs in that one's scope. */
export interface OwnedTool extends SkillTool {
  readonly skill: LoadedSkill;
}

/** Each once, in the order in which their skills were loaded. Names are decided at the load, so equal names are one tool. */
export function skillTools(skills: readonly LoadedSkill[]): readonly OwnedTool[] {
  const byName = new Map<string, OwnedTool>();
  for (const skill of skills) {
    for (const tool of skill.tools) if (!byName.has(tool.name)) byName.set(tool.name, { ...tool, skill });
  }
  return [...byName.values()];
}

/** Input of `occupied`: a planned skill counts as loaded. */
export type SkillSize = Pick<LoadedSkill, 'tokens' | 'references' | 'tools'>;

/** Tokens that these skills take together: instructions, references, and each of their tools once. */
export function occupied(skills: readonly SkillSize[]): number {
  const tools = new Map(skills.flatMap((skill) => skill.tools.map((tool) => [tool.name, tool.tokens ?? 0] as const)));
  const texts = skills.reduce(
    (sum, skill) =>
      sum +
      skill.references.reduce((all, reference) => all + reference.tokens, skill.tokens) -
      skill.tools.reduce((all, tool) => all + (tool.tokens ?? 0), 0),
    0,
  );
  return [...tools.values()].reduce((sum, tokens) => sum + tokens, texts);
}

/** Tokens that are free again without `id`: its instructions, its references, and those of its tools that no other skill brings. */
export function freedTokens(skills: readonly LoadedSkill[], id: string): number {
  return occupied(skills) - occupied(skills.filter((skill) => skill.id !== id));
}

/** Tokens freed by each skill when unloaded one after the other. */
export function freedInTurn(
  skills: readonly LoadedSkill[],
  going: readonly Pick<LoadedSkill, 'id'>[],
): { readonly id: string; readonly tokens: number }[] {
  let left = skills;
  return going.map(({ id }) => {
    const tokens = freedTokens(left, id);
    left = left.filter((skill) => skill.id !== id);
    return { id, tokens };
  });
}
