/** The loaded skills, wherever their texts are: in the system message, behind a result, or as the result of the call itself. */
import { simpleWords } from '../shared/text/simple-command.ts';
import { type Operation, operationsOf, toolsFor } from '../shared/tool-operations.ts';
import type { ChatRequest, Conversation, PlannedCall, ToolUse } from './wire.ts';

// The skills that the request lists: in the system message as lines or as XML, or in the description of a tool.

/** The tool for skills that the list has no room for. */
export const SEARCH = 'search_skills';

export interface CatalogSkill {
  readonly id: string;
  readonly description: string;
  /** Path of the skill's file, where the list names it. */
  readonly location?: string;
}

export function readCatalog(system: string, tools: ChatRequest['tools']): CatalogSkill[] {
  const skills = [...markedLines(system), ...plainLines(system), ...elements(system), ...inTools(tools)];
  return skills.filter((skill) => skill.id !== '');
}

/** Results of `search_skills` in this turn: as listed, and loadable as well. */
export function foundSkills(uses: readonly ToolUse[]): CatalogSkill[] {
  const results = uses.filter(({ name }) => name === SEARCH).map(({ result }) => result);
  const lines = results
    .join('\n')
    .matchAll(/^- \*\*([^*\n]+)\*\*(?: \([^)\n]*\))?(?: \[loaded\])?: (.*?)(?: Location: (\S+))?$/gm);
  return [...lines].map(([, id = '', description = '', location]) => ({
    id,
    description,
    ...(location === undefined ? {} : { location }),
  }));
}

/** `- [○] **id** (Name): description`; with placement `tool-result` there are no marks. */
function markedLines(system: string): CatalogSkill[] {
  const section = /^## Available Skills[^\n]*\n((?:- .*(?:\n|$))+)/m.exec(system)?.[1] ?? '';
  const lines = section.matchAll(/^- (?:\[[○✓]\] )?\*\*([^*\n]+)\*\*(?: \([^)\n]*\))?: (.*)$/gm);
  return [...lines].map((match) => ({ id: match[1] ?? '', description: match[2] ?? '' }));
}

/** `- id (Name): description` below "Available skills". */
function plainLines(text: string): CatalogSkill[] {
  const section = /^Available skills[^\n]*:\n((?:- .*(?:\n|$))+)/m.exec(text)?.[1] ?? '';
  const lines = section.matchAll(/^- ([^\s:(]+)(?: \([^)\n]*\))?: (.*)$/gm);
  return [...lines].map((match) => ({ id: match[1] ?? '', description: match[2] ?? '' }));
}

function elements(system: string): CatalogSkill[] {
  return [...system.matchAll(/<skill>([\s\S]*?)<\/skill>/g)].map((match) => {
    const tag = (name: string) => {
      const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(match[1] ?? '')?.[1]?.trim();
      return text === undefined ? undefined : unescaped(text);
    };
    const location = tag('location');
    return {
      // The folder is named after the id.
      id: tag('skill-id') ?? /([^/\\]+)[/\\][^/\\]+$/.exec(location ?? '')?.[1] ?? tag('name') ?? '',
      description: tag('description') ?? '',
      ...(location === undefined ? {} : { location }),
    };
  });
}

/** The list has names; ids that differ are beside the field: `notes (My Notes)`. */
function inTools(tools: ChatRequest['tools']): CatalogSkill[] {
  return (tools ?? []).flatMap(({ function: { description = '', parameters } }) => {
    const list = /Available skills:\n([\s\S]*)$/.exec(description)?.[1] ?? '';
    const field = JSON.stringify(parameters?.properties ?? {});
    const ids = new Map([...field.matchAll(/([^\s,:"]+) \(([^)"]+)\)/g)].map((match) => [match[2], match[1]]));
    return [...list.matchAll(/^- (?!… )([^:\n]+): (.*)$/gm)].map(([, name = '', text = '']) => ({
      id: ids.get(name) ?? name,
      description: text,
    }));
  });
}

function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

export const splitCommand = (command: string): readonly string[] => simpleWords(command) ?? [];

/** One word of a command that means `text` and nothing else. */
export function quoteWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // Double quotes read better and are enough where nothing inside them has a meaning to the shell.
  return /["$`\\!]/.test(text) ? `'${text.replace(/'/g, "'\\''")}'` : `"${text}"`;
}

/** Texts of skills and references under the headings that say whose they are. */

interface LoadedText {
  readonly skill: string;
  /** Set for a reference. */
  readonly path?: string;
  readonly text: string;
}

const FILE = '(?:[\\w.-]+/)*[\\w.-]+\\.\\w+';
/** Each begins a text, or ends the one before it. */
const HEADING = new RegExp(
  [
    '^### Skill: (?<under>\\S+)\\n(?!# Skill: )',
    '^(?:### Skill: \\S+\\n)?# Skill: (?<omni>\\S+)[ \\t]*$(?=[\\s\\S]{0,4000}?^## (?:Skill Context|Instructions)$)',
    '^\\[Loaded\\] (?<loaded>\\S+)\\n',
    '^Successfully loaded skill: (?<through>\\S+)\\n',
    `^\\[Doc\\] (?<doc>\\S+) - (?<docPath>${FILE})\\n`,
    `^### (?<of>[\\w.-]+) - (?<ofPath>${FILE})\\n`,
    '^Successfully loaded resource from skill: (?<from>\\S+)\\nResource path: (?<fromPath>\\S+)\\n',
    '^## Loaded Skill (?:Instructions|References)$',
  ].join('|'),
  'gm',
);

function loadedTexts(text: string): LoadedText[] {
  const heads = [...text.matchAll(HEADING)];
  return heads.flatMap((head, index): LoadedText[] => {
    const { under, omni, loaded, through, doc, docPath, of, ofPath, from, fromPath } = head.groups ?? {};
    const skill = under ?? omni ?? loaded ?? through ?? doc ?? of ?? from;
    if (skill === undefined) return [];
    const path = docPath ?? ofPath ?? fromPath;
    const body = text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length);
    return [{ skill, ...(path === undefined ? {} : { path }), text: body }];
  });
}

/** Folders of skills and the program for their scripts: the Workspace section names them where the loaded text does not. */
export interface SkillFolders {
  /** The absolute path of a file of the skill; undefined where the request does not say in which folder it is. */
  file(skill: string, path: string): string | undefined;
  /** The skill in whose folder an absolute path is, and the rest of the path. */
  owner(file: string): { readonly skill: string; readonly path: string } | undefined;
  /** The command that runs a script of the skill. */
  run(skill: string, script: string): string | undefined;
}

const FOLDERS = /^- \*\*Skill Folders\*\*: (.*)$/m;
const SCRIPTS = /^- \*\*Scripts of Skills\*\*: (.*)$/m;

/** @param listed ids of the catalog, with the file that it names for each. */
export function readSkillFolders(
  system: string,
  listed: readonly { readonly id: string; readonly location?: string }[],
): SkillFolders {
  const parents = [...(FOLDERS.exec(system)?.[1] ?? '').matchAll(/`([^`]+)SKILL_ID`(?: \(([^)]*)\))?/g)];
  const commands = [...(SCRIPTS.exec(system)?.[1] ?? '').matchAll(/`([^`]*FILE(\.\w+)[^`]*)`/g)];
  const folder = ({ id, location }: (typeof listed)[number]) => {
    if (location !== undefined) return location.replace(/[^/\\]+$/, '');
    const parent = parents.find(([, , ids]) => ids === undefined || ids.split(', ').includes(id))?.[1];
    return parent === undefined ? undefined : `${parent}${id}${parent.at(-1) ?? '/'}`;
  };
  const folders = new Map(listed.map((skill) => [skill.id, folder(skill)]));
  const file = (skill: string, path: string) => {
    const base = folders.get(skill);
    return base === undefined ? undefined : base + path.replaceAll('/', base.at(-1) ?? '/');
  };
  return {
    file,
    owner(given) {
      for (const [skill, base] of folders) {
        if (base !== undefined && given.startsWith(base)) {
          return { skill, path: given.slice(base.length).replaceAll('\\', '/') };
        }
      }
      return undefined;
    },
    run(skill, script) {
      const extension = /\.\w+$/.exec(script)?.[0].replace('.mjs', '.js') ?? '';
      const [, template] = commands.find(([, , of]) => of === extension) ?? [];
      const path = file(skill, script);
      return path === undefined ? undefined : template?.replace(`FILE${extension}`, () => quoteWord(path));
    },
  };
}

/**
 * The tools on offer, by what they are good for. Dialects (CONTRACT §4) differ in names and fields only, so a tool is
 * found by its name among those that do the same, and its fields by its schema.
 */
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

interface SkillScript {
  readonly file: string;
  /** The command that runs it, exactly as it was printed. */
  readonly run: string;
}

export interface SkillReference {
  readonly path: string;
  readonly text: string;
}

export interface LoadedSkill {
  readonly id: string;
  readonly instructions: string;
  readonly scripts: readonly SkillScript[];
  /** Paths on offer. */
  readonly references: readonly string[];
  readonly loadedReferences: readonly SkillReference[];
}

export function readLoadedSkills(conversation: Conversation, folders: SkillFolders): LoadedSkill[] {
  const skills = new Map<string, string>();
  const references = new Map<string, SkillReference[]>();
  const take = ({ skill, path, text }: LoadedText) => {
    if (path === undefined) skills.set(skill, text);
    else references.set(skill, [...(references.get(skill) ?? []).filter((one) => one.path !== path), { path, text }]);
  };
  const uses = conversation.turns.flatMap((turn) => turn.uses);
  for (const use of uses) {
    const { ability, skill = '' } = purposeOf(use, folders);
    for (const text of broughtBy(use, folders)) take(text);
    if (ability === 'unload-skill') skills.delete(skill);
  }
  loadedTexts(conversation.system).forEach(take);
  return [...skills].map(([id, instructions]) => ({
    id,
    instructions,
    scripts: scriptsOf(id, instructions, folders),
    references: referencePaths(instructions),
    loadedReferences: references.get(id) ?? [],
  }));
}

/** The scripts that this turn's own commands ran: in load mode `once` the instructions are gone by the second request. */
export function scriptsBeside(command: string): (file: string) => string {
  return (file) => command.replace(/[^/\\\s'"]+\.py\b[\s\S]*$/, file);
}

function broughtBy(use: ToolUse, folders: SkillFolders): LoadedText[] {
  const headed = loadedTexts(use.result);
  const { ability, skill, path } = purposeOf(use, folders);
  if (headed.length > 0 || skill === undefined || !isText(use.result)) return headed;
  if (ability === 'load-skill') return [{ skill, text: use.result }];
  return ability === 'load-reference' && path !== undefined ? [{ skill, path, text: use.result }] : [];
}

/** A receipt or a refusal has no headings and is short; so is what replaces a text that was unloaded. */
function isText(result: string): boolean {
  return !/^\[The text of /.test(result) && (/^#{1,4} \S/m.test(result) || result.length > 600);
}

/** Listed with their commands, or named in the instructions: then the Workspace section says how to run one. */
function scriptsOf(id: string, instructions: string, folders: SkillFolders): SkillScript[] {
  const listed = [...instructions.matchAll(/^\s*- `([^`]+)` \(run with: `([^`]+)`\)/gm)];
  if (listed.length > 0) return listed.map(([, file = '', run = '']) => ({ file: nameOf(file), run }));
  const named = [...instructions.matchAll(/(?<![\w/.-])(?:[\w-]+\/)+[\w-]+\.(?:py|m?js|sh)\b/g)].map(([path]) => path);
  return [...new Set(named)].flatMap((path) => {
    const run = folders.run(id, path);
    return run === undefined ? [] : [{ file: nameOf(path), run }];
  });
}

const nameOf = (file: string): string => file.replace(/^.*[/\\]/, '');

/** Listed, or named in the instructions; what a script writes is no reference. */
function referencePaths(instructions: string): string[] {
  const line = /\*\*Available References\*\*: (.*)$/m.exec(instructions)?.[1];
  if (line !== undefined) return [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const named = [...instructions.matchAll(/(?<![\w/.-])(?:[\w-]+\/)*[\w-]+\.(?:md|txt)\b/g)].map(([path]) => path);
  return [...new Set(named)].filter((path) => !/^(?:out|work|inputs|runs)\/|^SKILL\.md$/.test(path));
}
