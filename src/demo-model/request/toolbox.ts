/**
 * The tools on offer, by what they are good for. Dialects (CONTRACT §4) differ in names and fields only, so a tool is
 * found by its name among those that do the same, and its fields by its schema.
 */
import { type Operation, operationsOf, toolsFor } from '../../shared/tool-operations.ts';
import type { ChatRequest, PlannedCall } from '../wire.ts';
import { SEARCH } from './catalog.ts';
import type { ToolUse } from './conversation.ts';
import type { SkillFolders } from './skill-folders.ts';

type Ability = Extract<Operation, 'load-skill' | 'load-reference' | 'unload-skill' | 'run-command' | 'ask-person'>;

const FIELDS = {
  skill: ['skill_name', 'name', 'skill', 'skillId', 'skill_id'],
  path: ['ref_path', 'path', 'docs'],
  command: ['command'],
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];

/** `path` is that in the skill's folder, `file` the absolute one, for tools that know files and no skills. */
type Values = Partial<Record<Field | 'file', string>>;

export interface Toolbox {
  can(ability: Ability): boolean;
  /** Undefined where the list of skills is whole. */
  search(query: string): PlannedCall | undefined;
  /** The call, with the fields that the tool knows; undefined where no tool that is offered can do it. */
  call(ability: Ability, values: Values): PlannedCall | undefined;
}

export function readToolbox(request: ChatRequest): Toolbox {
  const offered = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  const find = (ability: Ability) =>
    toolsFor(ability)
      .map((name) => offered.find((tool) => tool.function.name === name)?.function)
      .find((tool) => tool !== undefined);
  return {
    can: (ability) => find(ability) !== undefined,
    search: (query) =>
      offered.some((tool) => tool.function.name === SEARCH) ? { name: SEARCH, arguments: { query } } : undefined,
    call(ability, { file, ...values }) {
      const tool = find(ability);
      if (tool === undefined) return undefined;
      const known = Object.keys(tool.parameters?.properties ?? {});
      const fieldOf = (field: Field) => FIELDS[field].find((candidate) => known.includes(candidate));
      const loads = ability === 'load-skill' || ability === 'load-reference';
      const path = fieldOf('path');
      if (loads && fieldOf('skill') === undefined) {
        return path === undefined || file === undefined ? undefined : { name: tool.name, arguments: { [path]: file } };
      }
      const filled = NAMES.flatMap((field) => {
        const name = fieldOf(field);
        const value = values[field];
        // Documents are chosen beside a skill; its instructions are none.
        if (name === undefined || value === undefined || (ability === 'load-skill' && name === 'docs')) return [];
        return [[name, name === 'docs' ? [value] : value] as const];
      });
      const adds = ability === 'load-reference' && known.includes('mode') ? { mode: 'add' } : {};
      return { name: tool.name, arguments: { ...Object.fromEntries(filled), ...adds } };
    },
  };
}

export type Purpose = { readonly ability: Operation | 'other' } & Partial<Record<Field, string>>;

/** Purpose of a past call, in the same terms. @param folders tell a file of a skill from any other. */
export function purposeOf(use: ToolUse, folders?: SkillFolders): Purpose {
  const values = Object.fromEntries(
    NAMES.flatMap((field) => {
      const value = FIELDS[field].map((name) => use.arguments[name]).find((candidate) => candidate !== undefined);
      const text = Array.isArray(value) ? value[0] : value;
      return typeof text === 'string' ? [[field, text]] : [];
    }),
  ) as Partial<Record<Field, string>>;
  const operations = operationsOf(use.name);
  const owned = operations[0] === 'read-file' ? folders?.owner(values.path ?? '') : undefined;
  const isOfSkill = owned !== undefined || operations.includes('load-reference');
  const { skill, path = 'SKILL.md' } = owned ?? values;
  if (!isOfSkill || (operations.length === 1 && owned === undefined)) {
    return { ...values, ability: operations[0] ?? 'other' };
  }
  const ability = /^skill\.md$/i.test(path) ? 'load-skill' : 'load-reference';
  return { ...values, ...(skill === undefined ? {} : { skill }), path, ability };
}
