/** The loaded skills, wherever their texts are: in the system message, behind a result, or as the result of the call itself. */
import type { Conversation, ToolUse } from './conversation.ts';
import { type LoadedText, loadedTexts } from './loaded-texts.ts';
import type { SkillFolders } from './skill-folders.ts';
import { purposeOf } from './toolbox.ts';

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
