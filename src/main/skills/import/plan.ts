/** Looks at what was staged and says what it is. */
import path from 'node:path';
import { DIALECTS, type Diagnostic } from '../../../shared/events.ts';
import { ofFinding } from '../../../shared/messages/detail.ts';
import { findingText } from '../../../shared/messages/finding.ts';
import type { ImportPlan, PlannedSkill } from '../../../shared/skills/skill-import.ts';
import type { SkillDocument, SkillSummary } from '../types.ts';
import type { SkillImportDeps } from './deps.ts';
import { foreignToolsOf, licenceOf, lookAtFiles } from './look-inside.ts';
import { hashOfTree, listTree, MAX_SKILL_FILES, MAX_SKILLS, type TreeFile } from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { escaped, reasonIn, refused } from './refused.ts';
import { readStage } from './stage.ts';

/** The part of a plan that does not depend on what is installed. */
type FoundSkill = Omit<PlannedSkill, 'replaces' | 'alsoAt'>;

export interface StagedSkill {
  /** Absolute; its last name is the id. */
  readonly dir: string;
  readonly files: readonly TreeFile[];
  readonly summary: SkillSummary;
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
  const { roots, library, catalog, inSource } = await readStage(stage, source);
  if (catalog.skills.length > MAX_SKILLS) {
    throw refused('import-many-skills', { skills: catalog.skills.length, most: MAX_SKILLS });
  }
  const broken: ImportPlan['broken'] = catalog.broken.map(({ dir, reason }) => brokenAt(inSource(dir), reason, stage));
  for (const fault of catalog.diagnostics) {
    if (fault.rule === 'shadowed') broken.push(brokenAt(inSource(path.dirname(fault.file)), fault, stage));
  }
  const { lintSkills } = await import('../lint/lint.ts');
  const lint = await lintSkills({
    dirs: roots.map((root) => root.dir),
    roots: [],
    countTokens: deps.countTokens,
    countLoad: async ({ id }) => {
      const document = await library.read(id).catch(() => undefined);
      return document === undefined
        ? undefined
        : (await deps.tokensOf?.(asInstalled(document, deps.home)))?.instructions;
    },
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
        throw refused('import-skill-files', { id: escaped(id), most: MAX_SKILL_FILES });
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
      skills.push({ dir, files, summary: document.summary, found: { ...described, path: where, findings, tokens } });
      notes.push(...inside.notes);
    } catch (error) {
      broken.push(brokenBy(error, where, stage));
    }
  }
  if (skills.length === 0) {
    const [first] = broken;
    if (first === undefined && source.path === '') throw refused('import-no-skill');
    if (first === undefined) throw refused('import-no-skill-below', { folder: escaped(source.path) });
    const name = escaped(first.path || path.basename(stage));
    const what = { code: first.code, figures: first.figures, message: first.reason.replace(/\.$/, '') };
    throw refused('import-skill-unusable', { ...ofFinding(what), name });
  }
  return { skills, broken, notes };
}

function brokenAt(where: string, fault: Diagnostic, stage: string): ImportPlan['broken'][number] {
  const { code, figures, message } = withoutStage({ ...fault, message: findingText('en', fault) }, stage);
  return { path: where, reason: message, code, figures };
}

function brokenBy(error: unknown, where: string, stage: string): ImportPlan['broken'][number] {
  const { reason, detail } = reasonIn(error);
  const { message, figures } = withoutStage({ message: reason, figures: detail?.figures }, stage);
  return { path: where, reason: message, ...(detail && { detail: { code: detail.code, figures: figures ?? {} } }) };
}

/** Leaves out our temporary path. */
function withoutStage<T extends Pick<Diagnostic, 'message' | 'figures'>>(finding: T, stage: string): T {
  const cut = (text: string): string => text.replaceAll(stage, '…');
  const figures = Object.entries(finding.figures ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value) : value,
  ]);
  return { ...finding, message: cut(finding.message), figures: Object.fromEntries(figures) };
}

const pathOf = ({ path: own }: { readonly path: string }): string => own;

/** Sets its final path in the data folder, so that our temporary path does not affect its token count. */
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
