/** The skills of what was staged, under the names that they will have. */
import { existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { readSkillHead } from '../skills/front-matter/skill-file.ts';
import { nameFault } from '../skills/lint/rules/name-format.ts';
import type { Catalog, SkillLibrary, SkillRoot } from '../skills/types.ts';
import { checkedPath } from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { escaped, refused } from './refused.ts';
import { AGENT_FOLDERS, PLUGIN_FOLDER } from './skill-folders.ts';

/** Folder in the stage that holds the source's top. */
export const STAGE_TOP = 'top';
const SKILL_FILE = /^skill\.md$/i;

export interface ReadStage {
  readonly roots: readonly SkillRoot[];
  readonly library: SkillLibrary;
  readonly catalog: Catalog;
  /** A staged folder's path in the source, with `/`; '' for its top. */
  inSource(dir: string): string;
}

/** Reads front matter alone; changes nothing but the names of staged folders. @param stage absolute and real. */
export async function readStage(
  stage: string,
  source: Pick<OpenedSource, 'topName' | 'isNamed' | 'path'>,
): Promise<ReadStage> {
  const places = nameTops(stage, source);
  const roots = rootsIn(stage);
  const library = createSkillLibrary({ roots });
  return {
    roots,
    library,
    catalog: await library.refresh(),
    inSource: (dir) => places.get(dir) ?? joined(source.path, path.relative(path.join(stage, STAGE_TOP), dir)),
  };
}

const joined = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.split(path.sep).join('/'))
    .filter((part) => part !== '')
    .join('/');

/**
 * Gives a skill at the top its name, and takes from a download's wrapper folder (`pdf-main`) what was added to it.
 * @returns renamed folder → where it was in the source.
 */
function nameTops(
  stage: string,
  { topName, isNamed, path: prefix }: Pick<OpenedSource, 'topName' | 'isNamed' | 'path'>,
): ReadonlyMap<string, string> {
  const top = path.join(stage, STAGE_TOP);
  const renamed = new Map<string, string>();
  const own = nameIn(top);
  if (own !== undefined) {
    const id = !isNamed && own !== '' ? own : topName;
    if (checkedPath(id) !== id || id.includes('/') || id.startsWith('.')) {
      throw refused('import-skill-name', { id: escaped(id) });
    }
    renameSync(top, path.join(stage, id));
    renamed.set(path.join(stage, id), prefix);
    return renamed;
  }
  const names = readdirSync(top).filter((name) => name !== PLUGIN_FOLDER);
  const [wrapper] = names;
  if (isNamed || names.length !== 1 || wrapper === undefined) return renamed;
  const name = nameIn(path.join(top, wrapper));
  if (name === undefined || name === '' || !wrapper.startsWith(`${name}-`)) return renamed;
  renameSync(path.join(top, wrapper), path.join(top, name));
  renamed.set(path.join(top, name), joined(prefix, wrapper));
  return renamed;
}

/** The name in a folder's front matter; '' where it is no id, undefined where the folder is no skill. */
function nameIn(dir: string): string | undefined {
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const file = readdirSync(dir, { withFileTypes: true }).find((entry) => entry.isFile() && SKILL_FILE.test(entry.name));
  if (file === undefined) return undefined;
  const head = readSkillHead(dir, path.join(dir, file.name));
  return head.kind === 'ok' && nameFault(head.fields.name) === undefined ? head.fields.name : '';
}

/** The stage; or, where it shows no skill, the folders in it that agents read. */
function rootsIn(stage: string): readonly SkillRoot[] {
  const all = (readdirSync(stage, { recursive: true, withFileTypes: true }) ?? []).filter((entry) => entry.isFile());
  const isVisible = all.some(
    (entry) =>
      SKILL_FILE.test(entry.name) &&
      !path
        .relative(stage, entry.parentPath)
        .split(path.sep)
        .some((part) => part.startsWith('.') || part === 'node_modules'),
  );
  const hidden = AGENT_FOLDERS.map((folder) => path.join(stage, STAGE_TOP, folder)).filter((dir) => existsSync(dir));
  return (isVisible || hidden.length === 0 ? [stage] : hidden).map((dir) => ({ dir, source: 'user' }));
}
