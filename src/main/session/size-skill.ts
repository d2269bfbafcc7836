import type { DeclaredTool } from '../../shared/context-views.ts';
import type { SkillTool } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { SessionDeps } from './live-session.ts';

/** Computes what a load adds to the context: the skill's tools under their final names, and the tokens of it all. */
export async function sizeSkill(
  deps: SessionDeps,
  state: SessionState,
  skill: { readonly id: string; readonly instructions: string; readonly declared: readonly DeclaredTool[] },
): Promise<{ readonly tokens: number; readonly tools: readonly SkillTool[] }> {
  const { id, instructions, declared } = skill;
  const builtIn = declared.length === 0 ? [] : (await deps.fixedPrompt(state)).tools.map((tool) => tool.name);
  const tools = declared.length === 0 ? [] : await deps.context.skillTools(state, id, declared, builtIn);
  const text = await deps.context.skillTokens(state, id, instructions);
  return { tools, tokens: tools.reduce((sum, tool) => sum + (tool.tokens ?? 0), text) };
}
