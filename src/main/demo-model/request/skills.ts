/** The catalog and the loaded skills, as they stand in the system message or, with `tool-result` placement, in results. */
import type { Conversation } from './conversation.ts';
import { purposeOf } from './toolbox.ts';

export interface CatalogSkill {
  readonly id: string;
  readonly description: string;
  /** Where the dialect names the skill's file. */
  readonly location?: string;
}

export interface SkillScript {
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

export function readCatalog(system: string): CatalogSkill[] {
  const section = /^## Available Skills[^\n]*\n((?:- .*(?:\n|$))+)/m.exec(system)?.[1] ?? '';
  // With placement `tool-result` the lines have no marks.
  const lines = section.matchAll(/^- (?:\[[○✓]\] )?\*\*([^*\n]+)\*\*(?: \([^)\n]*\))?: (.*)$/gm);
  const listed = [...lines].map((match) => ({ id: match[1] ?? '', description: match[2] ?? '' }));
  const tagged = [...system.matchAll(/<skill>([\s\S]*?)<\/skill>/g)].map((match) => {
    const tag = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(match[1] ?? '')?.[1]?.trim();
    const location = tag('location');
    return {
      id: tag('skill-id') ?? tag('name') ?? '',
      description: tag('description') ?? '',
      ...(location === undefined ? {} : { location }),
    };
  });
  return [...listed, ...tagged].filter((skill) => skill.id !== '');
}

export function readLoadedSkills(conversation: Conversation): LoadedSkill[] {
  const uses = conversation.turns.flatMap((turn) => turn.uses);
  const sections = new Map(skillSections(conversation.system));
  for (const use of uses) {
    const { ability, skill = '' } = purposeOf(use);
    if (ability === 'load-skill') for (const [id, text] of skillSections(use.result)) sections.set(id, text);
    if (ability === 'unload-skill' && !conversation.system.includes(`\n# Skill: ${skill}\n`)) sections.delete(skill);
  }
  return [...sections].map(([id, instructions]) => {
    const references = referencePaths(instructions);
    const inSystem = referenceSections(conversation.system, id, references);
    const inResults = uses.flatMap((use): SkillReference[] => {
      const { ability, skill, path } = purposeOf(use);
      if (ability !== 'load-reference' || skill !== id || path === undefined || !references.includes(path)) return [];
      const [section] = referenceSections(use.result, id, [path]);
      // A result without the file's text is a receipt, or a refusal: both are short.
      return section ? [section] : use.result.length > 600 ? [{ path, text: use.result }] : [];
    });
    const loadedReferences = [
      ...inSystem,
      ...inResults.filter((one) => !inSystem.some((two) => two.path === one.path)),
    ];
    return { id, instructions, scripts: scriptsOf(instructions), references, loadedReferences };
  });
}

/** The scripts that this turn's own commands ran: in load mode `once` the instructions are gone by the second request. */
export function scriptsBeside(command: string): (file: string) => string {
  return (file) => command.replace(/[^/\\\s'"]+\.py\b[\s\S]*$/, file);
}

function skillSections(text: string): [string, string][] {
  const heads = [...text.matchAll(/^# Skill: (\S+)\s*$/gm)].filter((head) => {
    const after = text.slice(head.index, head.index + 4000);
    return after.includes('\n## Skill Context') || after.includes('\n## Instructions');
  });
  return heads.map((head, index) => {
    const end = heads[index + 1]?.index ?? text.length;
    const section = text.slice(head.index, end).replace(/\n## Loaded Skill References\n[\s\S]*$/, '');
    return [head[1] ?? '', section];
  });
}

function scriptsOf(instructions: string): SkillScript[] {
  return [...instructions.matchAll(/^\s*- `([^`]+)` \(run with: `([^`]+)`\)/gm)].map((match) => ({
    file: (match[1] ?? '').replace(/^.*[/\\]/, ''),
    run: match[2] ?? '',
  }));
}

function referencePaths(instructions: string): string[] {
  const line = /\*\*Available References\*\*: (.*)$/m.exec(instructions)?.[1] ?? '';
  return [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

function referenceSections(text: string, skill: string, paths: readonly string[]): SkillReference[] {
  const heads = paths
    .flatMap((path) => {
      const heading = `### ${skill} - ${path}\n`;
      const at = text.startsWith(heading) ? 0 : text.indexOf(`\n${heading}`);
      return at < 0 ? [] : [{ path, at, from: text.indexOf(heading, at) + heading.length }];
    })
    .sort((a, b) => a.at - b.at);
  return heads.map(({ path, from }, index) => ({ path, text: text.slice(from, heads[index + 1]?.at ?? text.length) }));
}
