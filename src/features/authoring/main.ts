/**
 * The author's view over the skill library: files in `skills/author`, tokens and messages in `check-skill.ts`.
 * Everything stays inside the skill's folder; what is read-only throws SkilldeckError `not-supported`.
 */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { done, implementContract } from '../../main/api.ts';
import { catalogLine, skillInstructions } from '../../main/context/dialects.ts';
import { countTokens, loadTokens, referenceTokens } from '../../main/context/engine.ts';
import { encodingFor } from '../../main/context/tokens/encoding.ts';
import type { Core } from '../../main/core/core.ts';
import { countsFor } from '../../main/core/skill-source.ts';
import { createTurns } from '../../main/lib/timing.ts';
import {
  asFound,
  findPlace,
  listSkillFiles,
  mustBeWritable,
  overlayOf,
  readSkillFile,
  readUnsaved,
  type SkillPlace,
  type UnsavedSkill,
  writeSkillFile,
} from '../../main/skills/files.ts';
import { move, readOrigin, removeOrigin, writeOrigin } from '../../main/skills/import/installed.ts';
import { fixSkill, undoChange } from '../../main/skills/lint/fix.ts';
import { lintSkill } from '../../main/skills/lint/lint.ts';
import { RULES } from '../../main/skills/lint/registry.ts';
import type { Change } from '../../main/skills/lint/types.ts';
import {
  checkNewName,
  copyFolder,
  createFolder,
  freeName,
  newSkillText,
  renameFolder,
} from '../../main/skills/make-skill.ts';
import { createFileTrash, moveSkillFile } from '../../main/skills/move-file.ts';
import { sectionsOf } from '../../main/skills/sections.ts';
import type { SkillRoot } from '../../main/skills/types.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import { detailed, diagnosed, ofFinding } from '../../shared/messages/failure.ts';
import { ruleWords } from '../../shared/messages/rule-words.ts';
import type { SkillCheck, Unsaved } from '../../shared/skills/author.ts';
import { authorContract } from './contract.ts';

// Findings and tokens while an author types; stores nothing.

type CheckDeps = Pick<Core, 'library' | 'previews' | 'runWith'>;

const DIALECT = 'omni';

async function checkSkill(deps: CheckDeps, id: string, unsaved: readonly Unsaved[]): Promise<SkillCheck> {
  const { skills, broken } = await deps.library.refresh();
  const place = findPlace({ skills, broken, diagnostics: [] }, id);
  const overlay = overlayOf(place, unsaved);
  const skill = await readUnsaved(place, overlay);
  const { model, limits } = deps.previews.defaults({ dialect: DIALECT });
  const others = [...skills, ...broken].map(({ dir }) => dir).filter((dir) => dir.startsWith(place.dir + path.sep));
  const { findings, mendable: fixable } = await lintSkill(asFound(place), {
    root: place.root,
    ...countsFor(model, limits.skillBudget, deps.runWith),
    others,
    shadowedBy: undefined,
    overlay,
  });
  const found = new Set(findings.map(({ rule }) => rule));
  return {
    findings: findings.map(({ file, rule, ...finding }) => ({
      ...finding,
      file: path.relative(place.dir, file).split(path.sep).join('/'),
      rule,
      fixable: fixable.has(rule),
    })),
    rules: RULES.filter((rule) => found.has(rule.id)).map(({ id: rule }) => ({
      id: rule,
      words: { en: ruleWords(rule, 'en'), zh: ruleWords(rule, 'zh') },
    })),
    ...(await tokensOf(deps, skill, place, model)),
  };
}

async function tokensOf(
  { runWith, previews }: CheckDeps,
  { document, linesBefore, reference }: UnsavedSkill,
  place: SkillPlace,
  model: string,
): Promise<Pick<SkillCheck, 'sections' | 'tokens'>> {
  const budget = previews.defaults({ dialect: DIALECT }).limits.skillBudget;
  const encoding = await encodingFor(model);
  const nothing = { catalog: 0, instructions: 0, references: [], budget, encoding };
  if (document === undefined) return { sections: [], tokens: nothing };
  const state = { model, dialect: DIALECT, placement: 'system' } as const;
  const { id } = place;
  const own = path.relative(place.dir, place.file);
  const sections: SkillCheck['sections'] = [];
  for (const { title, depth, line, text } of sectionsOf(document.body)) {
    sections.push({ title, depth, line: line + linesBefore, tokens: await countTokens(model, text), path: own });
  }
  const references: SkillCheck['tokens']['references'] = [];
  for (const file of readable(document.references, reference)) {
    references.push({ path: file.path, tokens: await referenceTokens(state, id, file.path, file.content) });
  }
  return {
    sections,
    tokens: {
      ...nothing,
      catalog: await countTokens(model, catalogLine(document.summary, false)),
      instructions: await loadTokens(
        state,
        id,
        await skillInstructions(document, runWith),
        document.tools?.tools ?? [],
      ),
      references,
    },
  };
}

interface ReadableFile {
  readonly path: string;
  readonly content: string;
}

/** Those that are text and can be read now. */
function readable(
  files: readonly { readonly path: string; readonly text: boolean }[],
  reference: UnsavedSkill['reference'],
): ReadableFile[] {
  return files.flatMap(({ path: file, text }) => {
    if (!text) return [];
    try {
      return [{ path: file, content: reference(file) }];
    } catch (error) {
      if (isSkilldeckError(error)) return [];
      throw error;
    }
  });
}

/** Fixes findings in a skill's files; the latest fix of each skill can be undone. */
interface AppliedFix {
  readonly fix: string;
  readonly changes: readonly Change[];
}

function createFixes({ previews, runWith }: Pick<Core, 'previews' | 'runWith'>) {
  /** Keyed by the skill's folder. */
  const last = new Map<string, AppliedFix>();
  return {
    /** @param rule id of the one rule to fix; all that is mechanical without. */
    async fix(at: SkillPlace, rule: string | undefined): Promise<{ fixed: number; fix?: string }> {
      const { model, limits } = previews.defaults();
      const counts = countsFor(model, limits.skillBudget, runWith);
      const options = { root: at.root, ...counts, others: [], shadowedBy: undefined };
      const { fixed } = await fixSkill(asFound(at), options, { only: rule });
      if (fixed.length === 0) return { fixed: 0 };
      const fix = randomUUID();
      last.set(at.dir, { fix, changes: fixed.map(({ change }) => change) });
      return { fixed: fixed.length, fix };
    },
    /** @throws SkilldeckError `bad-input` for a fix before the latest, `file-changed` where a file is no longer as the fix left it. */
    undo(at: SkillPlace, fix: string): void {
      const done = last.get(at.dir);
      if (done?.fix !== fix) throw detailed('bad-input', 'fix-earlier');
      last.delete(at.dir);
      for (const change of done.changes.toReversed()) {
        const fault = undoChange(at.dir, change);
        if (fault === undefined) continue;
        throw detailed('file-changed', 'fix-stays', { ...ofFinding(diagnosed(fault)), fixed: change.file });
      }
    },
  };
}

export function authorHandlers(core: Core) {
  const os = implementContract(authorContract, core.reportBug);
  const { library, home, sessions } = core;
  const fixes = createFixes(core);
  const trash = createFileTrash(path.join(home, 'trash', 'files'), move, () => new Date());
  /** One change of the disk at a time. */
  const inTurn = createTurns();
  const place = async (id: string): Promise<SkillPlace> => findPlace(await library.refresh(), id);

  /** Puts the change into the catalog before answering. */
  const change = <T>(id: string, work: (at: SkillPlace) => T | Promise<T>): Promise<T> =>
    inTurn(async () => {
      const at = await place(id);
      mustBeWritable(at);
      try {
        return await work(at);
      } finally {
        await library.refresh();
      }
    });

  const make = (work: () => Promise<string>): Promise<string> =>
    inTurn(async () => {
      const name = await work();
      await library.refresh();
      return name;
    });

  const ownFile = (at: SkillPlace): string => path.relative(at.dir, at.file).split(path.sep).join('/');
  const notTheSkillFile = (at: SkillPlace, file: string): void => {
    if (file === ownFile(at)) throw detailed('not-supported', 'skill-file-stays', { file });
  };

  return {
    tree: os.tree.handler(async ({ input }) => {
      const { name, dir, file, writable } = await place(input.skill);
      return { skill: input.skill, name, dir, writable, files: await listSkillFiles(dir, file) };
    }),
    read: os.read.handler(async ({ input }) => readSkillFile((await place(input.skill)).dir, input.path)),
    write: os.write.handler(({ input: { skill, path: file, text, basedOn } }) =>
      change(skill, ({ dir }) => writeSkillFile(dir, file, text, basedOn)),
    ),
    moveFile: os.moveFile.handler(async ({ input: { skill, from, to } }) =>
      done(
        await change(skill, (at) => {
          notTheSkillFile(at, from);
          moveSkillFile(at.dir, from, to);
        }),
      ),
    ),
    removeFile: os.removeFile.handler(async ({ input }) => ({
      entry: await change(input.skill, (at) => {
        notTheSkillFile(at, input.path);
        return trash.put(at.dir, input.path);
      }),
    })),
    restoreFile: os.restoreFile.handler(async ({ input }) => ({
      path: await change(input.skill, ({ dir }) => trash.restore(dir, input.entry)),
    })),
    check: os.check.handler(({ input: { skill, unsaved = [] } }) => checkSkill(core, skill, unsaved)),
    fix: os.fix.handler(({ input: { skill, rule } }) => change(skill, (at) => fixes.fix(at, rule))),
    undoFix: os.undoFix.handler(async ({ input: { skill, fix } }) =>
      done(await change(skill, (at) => fixes.undo(at, fix))),
    ),
    create: os.create.handler(async ({ input }) => {
      const root = ownRoot(core.skills.roots());
      const folder = async () => {
        checkNewName(input.name, root, await library.refresh());
        if (input.description.trim() === '') throw detailed('bad-input', 'skill-description');
        createFolder(root, input.name, { 'SKILL.md': newSkillText(input) });
        return input.name;
      };
      return { skill: await make(folder) };
    }),
    duplicate: os.duplicate.handler(async ({ input: { skill, name: wanted } }) => {
      const root = ownRoot(core.skills.roots());
      const folder = async () => {
        const catalog = await library.refresh();
        const name = wanted === '' ? freeName(skill, catalog, root) : wanted;
        checkNewName(name, root, catalog);
        await copyFolder(findPlace(catalog, skill), root, name);
        return name;
      };
      return { skill: await make(folder) };
    }),
    rename: os.rename.handler(async ({ input: { skill: id, name } }) => ({
      skill: await change(id, async (at) => {
        if (name === id) return id;
        checkNewName(name, path.dirname(at.dir), await library.refresh(), id);
        renameFolder(at, name);
        const origin = readOrigin(at.root, id);
        if (origin !== undefined) {
          writeOrigin(at.root, name, origin);
          removeOrigin(at.root, id);
        }
        return name;
      }),
    })),
    tryIt: os.tryIt.handler(async ({ input: { skill } }) => {
      const { dir } = await place(skill);
      const { id: sessionId } = sessions.create({ skills: ['none', dir], agent: 'none' });
      sessions.rename(sessionId, skill);
      await sessions.refresh(sessionId);
      // One that is turned off, or cannot work here, is tried anyway: that was asked for.
      const isThere = sessions.get(sessionId).state.catalog.length > 0;
      if (!isThere) await sessions.switchSkill(sessionId, path.basename(dir), true);
      return { sessionId };
    }),
  };
}

/** @throws SkilldeckError `not-supported` where the agent does not look into such a folder. */
function ownRoot(roots: readonly SkillRoot[]): string {
  const dir = ['user', 'option'].flatMap((source) => roots.find((root) => root.source === source)?.dir ?? [])[0];
  if (dir !== undefined) return dir;
  throw detailed('not-supported', 'skill-unseen');
}
