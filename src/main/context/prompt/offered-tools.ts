/** The tools of a request: the dialect's own, and those that loaded skills bring, for exactly as long as they are loaded. */

import type { DeclaredTool } from '../../../shared/context-views.ts';
import { isEqual, perObject } from '../../../shared/defined.ts';
import type { Route, SkillTool, ToolDefinition } from '../../../shared/events.ts';
import type { LoadedSkill, SessionState } from '../../../shared/session-state.ts';
import { skillTools } from '../../../shared/skills/loaded-skills.ts';
import { listedSkills } from '../../../shared/skills/skill-list.ts';
import { type TokenCounter, toolTokens } from '../tokens/counter.ts';

export interface OfferedTool {
  readonly definition: ToolDefinition;
  /** That brings it; absent for one of the dialect's own. */
  readonly skill?: Pick<LoadedSkill, 'id' | 'seq'>;
  readonly server?: string;
  /** Skills that its description lists; absent for a tool that lists none. */
  readonly lists?: number;
}

/** Characters that function names may have at most, with every provider. */
const MAX_NAME = 64;

/** False for a model that calls none. */
export const hasTools = ({ route }: { readonly route?: Route | undefined }): boolean => route?.rules?.tools !== 'none';

/** The dialect's own tools come first and win: no name occurs twice in a request. */
export function offeredTools(state: SessionState): readonly OfferedTool[] {
  const { tools, loadedSkills, refusedTools = [] } = state;
  if (!hasTools(state)) return [];
  const own = new Set(tools.map((tool) => tool.name));
  const all: readonly OfferedTool[] = [
    ...tools.map((tool) => ({ ...ownTool(tool), ...listIn(tool, state) })),
    ...skillTools(loadedSkills)
      .filter(({ name }) => !own.has(name))
      .map(({ name, description, parameters, skill }) => ({ definition: { name, description, parameters }, skill })),
  ];
  return refusedTools.length === 0 ? all : all.filter(({ definition }) => !refusedTools.includes(definition.name));
}

/** agent-core lists the skills in the description of its one skill tool (seeds/003). */
function listIn({ name }: ToolDefinition, state: SessionState): Pick<OfferedTool, 'lists'> {
  if (state.dialect !== 'agent-core' || name !== 'skill') return {};
  return { lists: listedSkills(state).skills.length };
}

/** The definitions for the model, without their source; one object for each definition. */
export const ownTool = perObject(({ server, ...definition }: ToolDefinition): OfferedTool => {
  return server === undefined ? { definition } : { definition, server };
});

/**
 * The names under which a skill's tools are offered from its load on: as declared, unless the dialect or a different
 * tool of another loaded skill has that name; then with the skill's id before it. A tool that a loaded skill brings
 * already, alike in everything, has that one's name: it is one tool of both.
 * @param builtIn names of the dialect's own tools.
 */
export function nameTools(
  loadedSkills: readonly LoadedSkill[],
  skill: string,
  declared: readonly DeclaredTool[],
  builtIn: readonly string[],
): SkillTool[] {
  const others = loadedSkills.filter(({ id }) => id !== skill).flatMap(({ tools }) => tools);
  const taken = new Set([...builtIn, ...others.map(({ name }) => name)]);
  return declared.map((tool) => {
    const alike = others.find((other) => isAlike(other, tool) && !builtIn.includes(other.name));
    const name = alike?.name ?? freeName(skill, tool.name, taken);
    taken.add(name);
    return { ...tool, name, declared: tool.name };
  });
}

function isAlike(one: SkillTool, other: DeclaredTool): boolean {
  return (
    one.declared === other.name &&
    one.description === other.description &&
    one.pass === other.pass &&
    one.scriptSha256 !== undefined &&
    one.scriptSha256 === other.scriptSha256 &&
    isEqual(one.parameters, other.parameters)
  );
}

/** The name of a skill's tool where its own is taken. */
export const fullToolName = (skill: string, name: string): string =>
  `${skill.replace(/[^A-Za-z0-9_-]/gu, '_')}__${name}`.slice(0, MAX_NAME);

function freeName(skill: string, name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const full = fullToolName(skill, name);
  let candidate = full;
  for (let number = 2; taken.has(candidate); number += 1) {
    const ending = `_${number}`;
    candidate = full.slice(0, MAX_NAME - ending.length) + ending;
  }
  return candidate;
}

/** The first sentence of a tool's description: what a list of tools says of it. */
function firstSentence(description: string): string {
  const line = description.trim().split('\n')[0] ?? '';
  return /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
}

export const toolLine = ({ name, description }: ToolDefinition): string => `- ${name}: ${firstSentence(description)}`;

/** True if the system message names the tools of loaded skills. With placement `tool-result` it keeps its bytes on a load. */
export const listsSkillTools = ({ dialect, placement }: Pick<SessionState, 'dialect' | 'placement'>): boolean =>
  dialect === 'omni' && placement === 'system';

/** Tokens that the tool adds to a request of this state. */
export function toolSize(
  state: Pick<SessionState, 'dialect' | 'placement'>,
  { name, description, parameters }: ToolDefinition,
  counter: TokenCounter,
): number {
  const definition = { name, description, parameters };
  const line = listsSkillTools(state) ? counter.count(toolLine(definition)) : 0;
  return toolTokens(definition, counter) + line;
}
