/** The author's view: a skill's own files, and getting, giving and removing skills. */
import type { OpenedFile, SkillCheck, SkillTree, Unsaved } from '../../../shared/author.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import type { Dialect } from '../../../shared/events.ts';
import type {
  ImportPlan,
  ImportSource,
  InstallResult,
  OriginReport,
  SkillExport,
  TrashedSkill,
} from '../../../shared/skill-import.ts';
import { type Tried, tryOver } from '../app/failures.ts';
import type { CommandContext } from '../command-context.ts';
import type { SkillsData } from './state.ts';

export interface NewSkillInput {
  readonly name: string;
  readonly description: string;
  readonly template: 'instructions' | 'script' | 'references';
}

/** None throws. Changes to a skill refresh the skill list. */
export interface AuthorCommands {
  tree(skill: string): Promise<Tried<SkillTree>>;
  read(skill: string, path: string): Promise<Tried<OpenedFile>>;
  /** @param basedOn hash of what was read; `null` for a new file. */
  write(skill: string, path: string, text: string, basedOn: string | null): Promise<Tried<OpenedFile>>;
  moveFile(skill: string, from: string, to: string): Promise<Tried<unknown>>;
  removeFile(skill: string, path: string): Promise<Tried<{ readonly entry: string }>>;
  restoreFile(skill: string, entry: string): Promise<Tried<{ readonly path: string }>>;
  check(skill: string, unsaved: readonly Unsaved[]): Promise<Tried<SkillCheck>>;
  fix(skill: string, rule?: string): Promise<Tried<{ readonly fixed: number; readonly fix?: string | undefined }>>;
  undoFix(skill: string, fix: string): Promise<Tried<unknown>>;
  create(skill: NewSkillInput): Promise<Tried<{ readonly skill: string }>>;
  duplicate(skill: string, name: string): Promise<Tried<{ readonly skill: string }>>;
  rename(skill: string, name: string): Promise<Tried<{ readonly skill: string }>>;
  reveal(skill: string, path?: string): Promise<Tried<{ readonly path: string; readonly shown: boolean }>>;
  /** Opens a new conversation with this skill and no other. */
  tryIt(skill: string): Promise<Tried<unknown>>;
  preview(
    skill: string,
    options: { readonly dialects?: Dialect[]; readonly tries?: string[] },
  ): Promise<Tried<SkillPreview>>;
  inspectImport(source: ImportSource): Promise<Tried<ImportPlan>>;
  /** Plan from the current state of an installed skill's source, with the difference to the installed files. */
  inspectUpdate(skill: string): Promise<Tried<ImportPlan>>;
  discardImport(planId: string): Promise<Tried<unknown>>;
  install(planId: string, ids: readonly string[]): Promise<Tried<InstallResult>>;
  origin(skill: string): Promise<Tried<OriginReport>>;
  exportSkill(skill: string): Promise<Tried<SkillExport>>;
  uninstall(skill: string): Promise<Tried<TrashedSkill>>;
  restoreSkill(entry: string): Promise<Tried<TrashedSkill>>;
}

export function authorCommands({ connection, data, open, refreshSkills }: CommandContext<SkillsData>): AuthorCommands {
  const { author, skills } = connection.client;

  const tried = tryOver(connection);
  /** Refreshes the list without waiting for it. */
  const changing = async <T>(command: () => Promise<T>): Promise<Tried<T>> => {
    const outcome = await tried(command);
    if (outcome.ok) refreshSkills().catch(() => {});
    return outcome;
  };

  return {
    tree: (skill) => tried(() => author.tree({ skill })),
    read: (skill, path) => tried(() => author.read({ skill, path })),
    write: (skill, path, text, basedOn) => changing(() => author.write({ skill, path, text, basedOn })),
    moveFile: (skill, from, to) => changing(() => author.moveFile({ skill, from, to })),
    removeFile: (skill, path) => changing(() => author.removeFile({ skill, path })),
    restoreFile: (skill, entry) => changing(() => author.restoreFile({ skill, entry })),
    check: (skill, unsaved) => tried(() => author.check({ skill, unsaved: [...unsaved] })),
    fix: (skill, rule) => changing(() => author.fix({ skill, ...(rule === undefined ? {} : { rule }) })),
    undoFix: (skill, fix) => changing(() => author.undoFix({ skill, fix })),
    create: (skill) => changing(() => author.create(skill)),
    duplicate: (skill, name) => changing(() => author.duplicate({ skill, name })),
    rename: (skill, name) => changing(() => author.rename({ skill, name })),
    reveal: (skill, path) => tried(() => author.reveal({ skill, ...(path === undefined ? {} : { path }) })),
    tryIt: (skill) =>
      tried(async () => {
        const { sessionId } = await author.tryIt({ skill });
        open(sessionId);
        data.setState({ author: undefined });
      }),
    preview: (skill, options) => tried(() => skills.preview({ skill, ...options })),
    inspectImport: (source) => tried(() => skills.inspectImport({ source })),
    inspectUpdate: (id) => tried(() => skills.inspectUpdate({ id })),
    discardImport: (planId) => tried(() => skills.discardImport({ planId })),
    install: (planId, ids) => changing(() => skills.install({ planId, ids: [...ids] })),
    origin: (id) => tried(() => skills.origin({ id })),
    exportSkill: (id) => tried(() => skills.export({ id })),
    uninstall: (id) => changing(() => skills.uninstall({ id })),
    restoreSkill: (what) => changing(() => skills.restore({ what })),
  };
}
