/** Folders of skills and the program for their scripts: the Workspace section names them where the loaded text does not. */
import { quoteWord } from './shell-words.ts';

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
