/**
 * The tools on offer, by what they are good for. Dialects (CONTRACT §4) differ in names only, so a tool is found by
 * its name and its fields by its schema.
 */
import type { ChatRequest, PlannedCall } from '../wire.ts';
import type { ToolUse } from './conversation.ts';

export type Ability = 'load-skill' | 'unload-skill' | 'load-reference' | 'run' | 'read-file' | 'ask';

const TOOLS: Readonly<Record<Ability, readonly string[]>> = {
  'load-skill': ['load_skill', 'skill_load', 'skill', 'load_skill_through_path'],
  'unload-skill': ['unload_skill'],
  'load-reference': ['load_skill_reference', 'skill_select_docs', 'load_skill_through_path'],
  run: ['run_command', 'skill_run', 'bash', 'execute_shell_command'],
  'read-file': ['read_file', 'view_text_file'],
  ask: ['ask_user'],
};

const FIELDS = {
  skill: ['skill_name', 'name', 'skill', 'skillId', 'skill_id'],
  path: ['ref_path', 'path', 'docs', 'file_path'],
  command: ['command'],
} as const;
type Field = keyof typeof FIELDS;

/** The tools that only other dialects than omni offer. */
const FOREIGN: readonly string[] = ['skill_load', 'skill', 'load_skill_through_path'];

/** Whether the request is in another dialect than omni: this model finds a skill's scripts only where omni lists them. */
export function isForeign(request: ChatRequest, system: string): boolean {
  return (request.tools ?? []).some((tool) => FOREIGN.includes(tool.function.name)) || /<location>/.test(system);
}

export interface Toolbox {
  can(ability: Ability): boolean;
  /** The call, with the fields that the tool knows; undefined where no such tool is offered. */
  call(ability: Ability, values: Partial<Record<Field, string>>): PlannedCall | undefined;
}

export function readToolbox(request: ChatRequest): Toolbox {
  const offered = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  const find = (ability: Ability) =>
    TOOLS[ability]
      .map((name) => offered.find((tool) => tool.function.name === name))
      .find((tool) => tool !== undefined);
  return {
    can: (ability) => find(ability) !== undefined,
    call(ability, values) {
      const tool = find(ability)?.function;
      if (tool === undefined) return undefined;
      const known = Object.keys(tool.parameters?.properties ?? {});
      const filled = (Object.keys(FIELDS) as Field[]).flatMap((field) => {
        const value = values[field];
        const name = FIELDS[field].find((candidate) => known.includes(candidate));
        return value === undefined || name === undefined ? [] : [[name, name === 'docs' ? [value] : value] as const];
      });
      return { name: tool.name, arguments: Object.fromEntries(filled) };
    },
  };
}

/** What a past call was for, in the same terms. */
export function purposeOf(use: ToolUse): { ability: Ability | 'other' } & Partial<Record<Field, string>> {
  const values = Object.fromEntries(
    (Object.keys(FIELDS) as Field[]).flatMap((field) => {
      const value = FIELDS[field].map((name) => use.arguments[name]).find((candidate) => candidate !== undefined);
      const text = Array.isArray(value) ? value[0] : value;
      return typeof text === 'string' ? [[field, text]] : [];
    }),
  ) as Partial<Record<Field, string>>;
  if (use.name === 'load_skill_through_path') {
    const isBody = /^skill\.md$/i.test(values.path ?? 'SKILL.md');
    return { ...values, ability: isBody ? 'load-skill' : 'load-reference' };
  }
  const ability = (Object.keys(TOOLS) as Ability[]).find((name) => TOOLS[name].includes(use.name));
  return { ...values, ability: ability ?? 'other' };
}
