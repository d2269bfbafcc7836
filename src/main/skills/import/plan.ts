/** Looks at what was staged and says what it is. */

import path from 'node:path';
import { defined } from '../../../shared/defined.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import { findingText, ofFinding } from '../../../shared/messages/failure.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import type { ImportPlan, PlannedSkill } from '../../../shared/skills/skill-import.ts';
import type { SkillRequirements } from '../../../shared/skills/skill-packages.ts';
import { headOf } from '../discovery/contained-file.ts';
import { passedOverIn } from '../discovery/read-found.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { gradeOf } from '../grade.ts';
import type { Catalog, SkillDocument, SkillSummary } from '../types.ts';
import { assertNoneLeft } from './installed.ts';
import {
  escaped,
  hashOfTree,
  type ImportRefusal,
  listTree,
  MAX_ENTRIES,
  MAX_SKILLS,
  reasonIn,
  refused,
  type TreeFile,
} from './names.ts';
import type { OpenedSource } from './open-source.ts';
import { readStage } from './stage.ts';

// Dependencies of skill imports on the rest of the core.

export interface SkillImportDeps {
  /** The data folder: holds the trash, and the default root. */
  readonly home: string;
  countTokens(text: string): Promise<number>;
  /** Tokens. */
  skillBudget(): number;
  /** Tokens of a skill in the catalog and when loaded. */
  tokensOf?(document: SkillDocument): Promise<{ catalog: number; instructions: number }>;
  /** Packages, programs and skills that a skill needs, against this machine and those that come beside it. */
  requirementsOf?(summary: SkillSummary, beside: readonly string[]): Promise<SkillRequirements>;
  /** Holds the scripts of skills on this machine; default `none`. */
  sandbox?(): Promise<SandboxKind>;
  /** Skills of all roots, as they are on disk now. */
  catalog(): Promise<Catalog>;
  now(): Date;
}

/** Ids of the skills to take, wherever in the source they are. */
export interface Picks {
  /** Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** The part of a plan that does not depend on what is installed. */
type FoundSkill = Omit<PlannedSkill, 'replaces' | 'alsoAt'>;

export interface StagedSkill {
  /** Absolute; its last name is the id. */
  readonly dir: string;
  readonly files: readonly TreeFile[];
  readonly summary: SkillSummary;
  readonly found: FoundSkill;
}

/** @param stage absolute and real. @throws SkilldeckError `import-refused` where no skill can be used. */
export async function lookAtStage(
  stage: string,
  source: OpenedSource,
  picks: Picks,
  deps: Pick<SkillImportDeps, 'home' | 'countTokens' | 'skillBudget' | 'tokensOf' | 'requirementsOf' | 'sandbox'>,
  /** Entries that were not taken, by their absolute path in the stage: a skill that lacks one is not whole. */
  left: ReadonlyMap<string, ImportRefusal>,
): Promise<Pick<ImportPlan, 'broken' | 'notes'> & { readonly skills: readonly StagedSkill[] }> {
  const { roots, library, catalog, inSource } = await readStage(stage, source);
  const wanted = pickedOf(catalog.skills, picks);
  if (wanted.length > MAX_SKILLS) throw refused('import-many-skills', { skills: wanted.length, most: MAX_SKILLS });
  const broken: ImportPlan['broken'] = catalog.broken.map(({ dir, reason }) => brokenAt(inSource(dir), reason, stage));
  for (const fault of catalog.diagnostics) {
    if (fault.rule === 'shadowed') broken.push(brokenAt(inSource(path.dirname(fault.file)), fault, stage));
  }
  const { lintSkills } = await import('../lint/lint.ts');
  const lint = await lintSkills({
    dirs: wanted.length === catalog.skills.length ? roots.map((root) => root.dir) : wanted.map(({ dir }) => dir),
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
  const sandbox = (await deps.sandbox?.()) ?? 'none';
  const beside = wanted.map(({ id }) => id);
  const skills: StagedSkill[] = [];
  const notes: ImportPlan['notes'] = [];
  for (const { id, dir } of wanted) {
    const where = inSource(dir);
    try {
      const lack = [...left].find(([at]) => at.startsWith(dir + path.sep))?.[1];
      if (lack !== undefined) throw lack;
      const document = await library.read(id);
      const files = await listTree(dir);
      if (files === undefined) throw refused('import-skill-files', { id: escaped(id), most: MAX_ENTRIES });
      const findings = lint.findings
        .filter(({ file }) => file === dir || file.startsWith(dir + path.sep))
        .map(({ file, ...finding }) => ({
          path: path.relative(dir, file).split(path.sep).join('/'),
          ...withoutStage(finding, stage),
        }));
      const tokens = (await deps.tokensOf?.(asInstalled(document, deps.home))) ?? null;
      const scripts = document.scripts.map(pathOf);
      const { executables, notes: own } = await lookAtFiles(files, scripts, where);
      const requirements = await deps.requirementsOf?.(document.summary, beside);
      const { summary } = document;
      const runs = runsOf(document, executables);
      const found: FoundSkill = {
        id: summary.id,
        name: summary.name,
        description: summary.description,
        path: where,
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
        files: files.map(({ path: name, bytes, executable }) => ({ path: name, bytes, executable })),
        mayRun: {
          scripts,
          executables,
          tools: (document.tools?.tools ?? []).map(({ name, script }) => ({ name, script })),
        },
        licence: licenceOf(files, document),
        contentHash: hashOfTree(files),
        findings,
        tokens,
        grade: gradeOf({ summary, runs, findings, requirements, sandbox }),
        ...defined({ requirements }),
      };
      skills.push({ dir, files, summary, found });
      notes.push(...own);
    } catch (error) {
      broken.push(brokenBy(error, where, stage));
    }
  }
  const [lost] = left.values();
  if (skills.length === 0 && lost !== undefined) throw lost;
  if (skills.length === 0) {
    const [first] = broken;
    if (first === undefined)
      assertNoneLeft(passedOverIn(catalog.diagnostics).map((file) => inSource(path.dirname(file))));
    if (first === undefined && source.path === '') throw refused('import-no-skill');
    if (first === undefined) throw refused('import-no-skill-below', { folder: escaped(source.path) });
    const name = escaped(first.path || path.basename(stage));
    const what = { code: first.code, figures: first.figures, message: first.reason.replace(/\.$/, '') };
    throw refused('import-skill-unusable', { ...ofFinding(what), name });
  }
  return { skills, broken, notes };
}

/** @throws `import-refused` for one that is not there. */
function pickedOf(skills: readonly SkillSummary[], { only, except = [] }: Picks): readonly SkillSummary[] {
  const missing = [...(only ?? []), ...except].find((id) => skills.every((skill) => skill.id !== id));
  if (missing !== undefined && skills.length > 0)
    throw refused('import-other-skills', { id: escaped(missing), has: skills.map(({ id }) => id).join(', ') });
  return skills.filter(({ id }) => (only === undefined || only.includes(id)) && !except.includes(id));
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

function withoutStage<T extends Pick<Diagnostic, 'message' | 'figures'>>(finding: T, stage: string): T {
  const cut = (text: string): string => text.replaceAll(stage, '…');
  const figures = Object.entries(finding.figures ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value) : value,
  ]);
  return { ...finding, message: cut(finding.message), figures: Object.fromEntries(figures) };
}

/** Number of files and tools that can be started. @param executables besides the scripts listed for the agent. */
export const runsOf = ({ scripts, tools }: SkillDocument, executables: readonly string[]): number =>
  scripts.length + executables.length + (tools?.tools.length ?? 0);

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

type Note = ImportPlan['notes'][number];

/** First bytes of programs: ELF, Mach-O in four spellings and its fat form, Windows, WebAssembly. */
const PROGRAM = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a|0061736d)/;
/** `#!` */
const SHEBANG = /^2321/;
/** Files that an interpreter or a system runs because of their extension, in any folder. */
const CODE =
  /\.(?:py|pyw|js|mjs|cjs|ts|mts|sh|bash|zsh|rb|pl|php|lua|ps1|bat|cmd|vbs|exe|dll|so|dylib|jar|class|scpt|command)$/i;
const LICENCE = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]*)?$/i;
/** git-lfs.com, specification: a pointer is a text under 1,024 bytes that begins so. */
const LFS = 'version https://git-lfs.github.com/spec/';
const LFS_BYTES = 1_024;
/** Characters of a licence's first line. */
const MAX_TITLE = 120;

/**
 * Inspects the names and first bytes of files.
 * @param scripts listed for the agent.
 * @param prefix of the skill inside the source.
 * @returns files not listed for the agent that a script or command can start, and what is to be said of others.
 */
export async function lookAtFiles(
  files: readonly TreeFile[],
  scripts: readonly string[],
  prefix: string,
): Promise<{ readonly executables: string[]; readonly notes: Note[] }> {
  const slice = createTimeSlice();
  const told = new Set(scripts);
  const executables: string[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const begin = headOf(file.absolute, LFS.length);
    const hex = begin.toString('hex', 0, 4);
    const runs = file.executable || CODE.test(file.path) || PROGRAM.test(hex) || SHEBANG.test(hex);
    if (runs && !told.has(file.path)) executables.push(file.path);
    const place = prefix === '' ? file.path : `${prefix}/${file.path}`;
    if (/\/skill\.md$/i.test(file.path)) notes.push({ kind: 'nested', path: path.posix.dirname(place) });
    if (file.bytes < LFS_BYTES && begin.toString('latin1') === LFS) notes.push({ kind: 'lfs', path: place });
    if (slice.due()) await slice.pause();
  }
  return { executables, notes };
}

function licenceOf(files: readonly TreeFile[], { summary }: SkillDocument): PlannedSkill['licence'] {
  const file = files.find(({ path }) => LICENCE.test(path));
  const lines = file === undefined ? [] : headOf(file.absolute, 4_096).toString('utf8').split(/\r?\n/);
  const title = lines.map((line) => line.replace(/^[#\s]+/, '').trim()).find((line) => line !== '');
  return defined({ declared: summary.license, file: file?.path, title: title?.slice(0, MAX_TITLE) });
}
