/** Looks at what was staged and says what it is; changes nothing but the names of staged folders. */
import { existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../shared/errors.ts';
import { DIALECTS, type Diagnostic } from '../../shared/events.ts';
import { findingText } from '../../shared/messages/finding.ts';
import type { ImportPlan, PlannedSkill } from '../../shared/skill-import.ts';
import { createSkillLibrary } from '../skills/discovery/library.ts';
import { readSkillHead } from '../skills/front-matter/skill-file.ts';
import { lintSkills } from '../skills/lint/lint.ts';
import { nameFault } from '../skills/lint/rules/name-format.ts';
import type { SkillDocument, SkillRoot } from '../skills/types.ts';
import { hashOfTree, listTree, type TreeFile } from './content-hash.ts';
import type { SkillImportDeps } from './deps.ts';
import { MAX_SKILL_FILES, MAX_SKILLS } from './limits.ts';
import { foreignToolsOf, licenceOf, lookAtFiles } from './look-inside.ts';
import { checkedPath } from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { quoted, refused } from './refused.ts';
import { AGENT_FOLDERS } from './skill-folders.ts';

/** Folder in the stage that holds the source's top. */
export const STAGE_TOP = 'top';
const SKILL_FILE = /^skill\.md$/i;

/** The part of a plan that does not depend on what is installed. */
type FoundSkill = Omit<PlannedSkill, 'replaces' | 'alsoAt'>;

export interface StagedSkill {
  /** Absolute; its last name is the id. */
  readonly dir: string;
  readonly files: readonly TreeFile[];
  readonly found: FoundSkill;
}

export interface StagedSkills {
  readonly skills: readonly StagedSkill[];
  readonly broken: ImportPlan['broken'];
  readonly notes: ImportPlan['notes'];
}

/** @param stage absolute and real. @throws SkilldeckError `import-refused` where no skill can be used. */
export async function lookAtStage(
  stage: string,
  source: OpenedSource,
  deps: Pick<SkillImportDeps, 'home' | 'countTokens' | 'skillBudget' | 'tokensOf'>,
): Promise<StagedSkills> {
  const places = nameTops(stage, source);
  const roots = rootsIn(stage);
  const library = createSkillLibrary({ roots });
  const catalog = await library.refresh();
  if (catalog.skills.length > MAX_SKILLS) {
    throw refused(`It has ${catalog.skills.length} skills, and at most ${MAX_SKILLS} are looked at; give a path below`);
  }
  const inSource = (dir: string) =>
    places.get(dir) ?? joined(source.path, path.relative(path.join(stage, STAGE_TOP), dir));
  const broken: ImportPlan['broken'] = catalog.broken.map(({ dir, reason }) => brokenAt(inSource(dir), reason, stage));
  for (const fault of catalog.diagnostics) {
    if (fault.rule === 'shadowed') broken.push(brokenAt(inSource(path.dirname(fault.file)), fault, stage));
  }
  const lint = await lintSkills({
    dirs: roots.map((root) => root.dir),
    roots: [],
    countTokens: deps.countTokens,
    skillBudget: deps.skillBudget(),
  });
  const skills: StagedSkill[] = [];
  const notes: ImportPlan['notes'] = [];
  for (const { id, dir } of catalog.skills) {
    const where = inSource(dir);
    try {
      const document = await library.read(id);
      const files = await listTree(dir);
      if (files === undefined || files.length > MAX_SKILL_FILES) {
        throw refused(`The skill ${quoted(id)} has more than ${MAX_SKILL_FILES} files`);
      }
      const findings = lint.findings
        .filter(({ file }) => file === dir || file.startsWith(dir + path.sep))
        .map(({ file, ...finding }) => ({
          path: path.relative(dir, file).split(path.sep).join('/'),
          ...withoutStage(finding, stage),
        }));
      const tokens = (await deps.tokensOf?.(asInstalled(document, deps.home))) ?? null;
      const inside = await lookAtFiles(files, document.scripts.map(pathOf), where);
      const described = await describeSkill(document, files, inside.executables);
      skills.push({ dir, files, found: { ...described, path: where, findings, tokens } });
      notes.push(...inside.notes);
    } catch (error) {
      broken.push({ path: where, reason: messageOf(error).replaceAll(stage, '…') });
    }
  }
  if (skills.length === 0) {
    const [first] = broken;
    const what = source.path === '' ? 'It' : `Its folder ${quoted(source.path)}`;
    if (first === undefined) throw refused(`${what} has no skill in it: no folder has a SKILL.md`);
    throw refused(
      `Its skill ${quoted(first.path || path.basename(stage))} cannot be used: ${first.reason.replace(/\.$/, '')}`,
    );
  }
  return { skills, broken, notes };
}

function brokenAt(where: string, fault: Diagnostic, stage: string): ImportPlan['broken'][number] {
  const { code, figures, message } = withoutStage({ ...fault, message: findingText('en', fault) }, stage);
  return { path: where, reason: message, code, figures };
}

/** Our temporary path is nobody's business. */
function withoutStage<T extends Pick<Diagnostic, 'message' | 'figures'>>(finding: T, stage: string): T {
  const cut = (text: string): string => text.replaceAll(stage, '…');
  const figures = Object.entries(finding.figures ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value) : value,
  ]);
  return { ...finding, message: cut(finding.message), figures: Object.fromEntries(figures) };
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
function nameTops(stage: string, { topName, isNamed, path: prefix }: OpenedSource): ReadonlyMap<string, string> {
  const top = path.join(stage, STAGE_TOP);
  const renamed = new Map<string, string>();
  const own = nameIn(top);
  if (own !== undefined) {
    const id = !isNamed && own !== '' ? own : topName;
    if (checkedPath(id) !== id || id.includes('/') || id.startsWith('.')) {
      throw refused(`The skill's folder would be named ${quoted(id)}, which no skill can be`);
    }
    renameSync(top, path.join(stage, id));
    renamed.set(path.join(stage, id), prefix);
    return renamed;
  }
  const names = readdirSync(top);
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

const pathOf = ({ path: own }: { readonly path: string }): string => own;

/** With its final path in the data folder, so that our temporary path does not affect its token count. */
function asInstalled(document: SkillDocument, home: string): SkillDocument {
  const dir = path.join(home, 'skills', document.summary.id);
  return {
    ...document,
    summary: { ...document.summary, dir },
    scripts: document.scripts.map((script) => ({ ...script, absolute: path.join(dir, script.path) })),
  };
}

async function describeSkill(
  document: SkillDocument,
  files: readonly TreeFile[],
  executables: string[],
): Promise<Omit<FoundSkill, 'path' | 'findings' | 'tokens'>> {
  const { summary } = document;
  const scripts = document.scripts.map(pathOf);
  const tools = await foreignToolsOf(document);
  const dialect = DIALECTS.find((name) => tools.some((tool) => tool.dialect === name));
  return {
    id: summary.id,
    name: summary.name,
    description: summary.description,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    files: files.map(({ path: name, bytes, executable }) => ({ path: name, bytes, executable })),
    mayRun: {
      scripts,
      executables,
      tools: (document.tools?.tools ?? []).map(({ name, script }) => ({ name, script })),
      allowedTools: [...summary.allowedTools],
    },
    licence: licenceOf(files, document),
    foreignTools: tools.map(({ name, whose, here }) => ({ name, whose, here })),
    ...(dialect === undefined ? {} : { dialect }),
    contentHash: hashOfTree(files),
  };
}
