/** Parses a call of a skill's tool: the tool, its arguments, and errors in either. */
import { messageOf } from '../../../shared/errors.ts';
import type { Dialect } from '../../../shared/events.ts';
import { type OwnedTool, skillTools } from '../../../shared/loaded-skills.ts';
import { callsInstead, callWords } from '../../../shared/tool-operations.ts';
import { skillsDeclaring } from '../../skills/tools-file/read-tools.ts';
import { compileParameters } from '../../skills/tools-file/tool-parameters.ts';
import { describeFields } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';
import { unknownFault } from '../unknown-arguments.ts';

/** Finds an offered tool by name. If several loaded skills have it, the first one's scope applies. */
export function offeredSkillTool(name: string, { host }: ToolContext): OwnedTool | undefined {
  return skillTools(host.state().loadedSkills).find((tool) => tool.name === name);
}

/** Says which skill would bring it. @param builtIn names of the dialect's own tools. */
export async function missingTool(
  name: string,
  builtIn: readonly string[],
  context: ToolContext,
): Promise<ToolFailure> {
  const { loadedSkills } = context.host.state();
  const there = [...builtIn, ...skillTools(loadedSkills).map((tool) => tool.name)].join(', ');
  const loaded = new Set(loadedSkills.map(({ id }) => id));
  const unloaded = context.library.catalog().skills.filter(({ id }) => !loaded.has(id));
  const bringers = await skillsDeclaring(unloaded, name);
  const remedy =
    bringers.length === 0
      ? ''
      : ` ${bringers.map((id) => `Skill '${id}'`).join(' and ')} would bring it: load ${bringers.length === 1 ? 'it' : 'one of them'} first, then call the tool.`;
  const instead = remedy === '' ? otherName(name, builtIn, context.host.state().dialect) : undefined;
  const first = instead ?? `There is no tool "${name}"${remedy === '' ? '' : ' now'}.${remedy}`;
  return new ToolFailure(`${first} The tools are: ${there}.`);
}

/** The tools that are offered here and do what one of that name does elsewhere. */
function otherName(name: string, offered: readonly string[], dialect: Dialect): string | undefined {
  const calls = callsInstead(name, dialect).filter(({ tool }) => offered.includes(tool));
  if (calls.length === 0) return undefined;
  return `There is no ${name} here; ${calls.map(callWords).join(' or ')} does it.`;
}

/** @throws ToolFailure naming the fields at fault. */
export function readArguments(tool: OwnedTool, json: string): Readonly<Record<string, unknown>> {
  const fail = (fault: string): never => {
    throw new ToolFailure(`Bad arguments for ${tool.name}: ${fault}. ${describeFields(tool.parameters)}`);
  };
  let args: unknown;
  try {
    // Providers send nothing at all for a call without arguments.
    args = json.trim() === '' ? {} : JSON.parse(json);
  } catch (error) {
    return fail(`they are not valid JSON (${messageOf(error)})`);
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return fail('they are no JSON object');
  // One that declares no fields takes any.
  const declares = Object.keys(tool.parameters.properties ?? {}).length > 0;
  const unknown = declares ? unknownFault(args, tool.parameters) : undefined;
  if (unknown !== undefined) return fail(unknown);
  const compiled = compileParameters(tool.parameters);
  // It was tried when the skill was loaded; another version of the app may see it otherwise.
  if ('fault' in compiled)
    throw new ToolFailure(`The parameters of ${tool.name} cannot be checked: ${compiled.fault}.`);
  const faults = compiled.check(args);
  return faults.length === 0 ? (args as Readonly<Record<string, unknown>>) : fail(faults.join('; '));
}
