/** Findings, tokens and the exact system message while an author types; stores nothing. */

import path from 'node:path';
import { assembleRequest } from '../../../main/context/build-request.ts';
import { skillInstructions } from '../../../main/context/dialects.ts';
import { countTokens, loadTokens, referenceTokens } from '../../../main/context/engine.ts';
import { catalogLine } from '../../../main/context/prompt/catalog-line.ts';
import { encodingFor } from '../../../main/context/tokens/encoding.ts';
import type { Core } from '../../../main/core/core.ts';
import { catalogEntry, countsFor } from '../../../main/core/skill-source.ts';
import type { SessionDeps, SkillSource } from '../../../main/session/deps.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import { loadReference, loadSkill } from '../../../main/session/load-skill.ts';
import { emptySession } from '../../../main/session/sample-session.ts';
import { unloadReference } from '../../../main/session/unload-skill.ts';
import {
  asFound,
  findPlace,
  overlayOf,
  readUnsaved,
  type SkillPlace,
  type UnsavedSkill,
} from '../../../main/skills/files.ts';
import { lintSkill } from '../../../main/skills/lint/lint.ts';
import { RULES } from '../../../main/skills/lint/registry.ts';
import { movedSections, sectionsOf } from '../../../main/skills/move-file.ts';
import type { SkillDocument } from '../../../main/skills/types.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { ruleWords } from '../../../shared/messages/rule-words.ts';
import type { SkillCheck, Unsaved } from '../../../shared/skills/author.ts';

type CheckDeps = Pick<Core, 'library' | 'previews' | 'runWith'>;

const DIALECT = 'omni';
/** Tokens: a skill over its budget, which a load would refuse, is shown anyway. */
const ROOM = 1_000_000_000;
/** UTF-16 units of all system messages together; references beyond have none. */
const MAX_SHOWN = 8_000_000;

export async function checkSkill(deps: CheckDeps, id: string, unsaved: readonly Unsaved[]): Promise<SkillCheck> {
  const { skills, broken } = await deps.library.refresh();
  const place = findPlace({ skills, broken, diagnostics: [] }, id);
  const overlay = overlayOf(place, unsaved);
  const skill = await readUnsaved(place, overlay);
  const { model, limits } = deps.previews.defaults({ dialect: DIALECT });
  const others = [...skills, ...broken].map(({ dir }) => dir).filter((dir) => dir.startsWith(place.dir + path.sep));
  const { findings, mendable } = await lintSkill(asFound(place), {
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
      mendable: mendable.has(rule),
    })),
    rules: RULES.filter((rule) => found.has(rule.id)).map(({ id: rule }) => ({
      id: rule,
      words: { en: ruleWords(rule, 'en'), zh: ruleWords(rule, 'zh') },
    })),
    ...(await tokensOf(deps, skill, place, { model, isEdited: unsaved.length > 0 })),
    system: await systemMessages(deps, skill, place),
  };
}

async function tokensOf(
  { runWith, previews }: CheckDeps,
  { document, linesBefore, reference }: UnsavedSkill,
  place: SkillPlace,
  { model, isEdited }: { readonly model: string; readonly isEdited: boolean },
): Promise<Pick<SkillCheck, 'sections' | 'tokens'>> {
  const budget = previews.defaults({ dialect: DIALECT }).limits.skillBudget;
  const encoding = await encodingFor(model);
  const nothing = { catalog: 0, instructions: 0, references: [], budget, encoding };
  if (document === undefined) return { sections: [], tokens: nothing };
  const state = { model, dialect: DIALECT, placement: 'system' } as const;
  const { id } = place;
  const loaded = async (one: SkillDocument) =>
    loadTokens(state, id, await skillInstructions(one, runWith), one.tools?.tools ?? []);
  const saved = isEdited ? (await readUnsaved(place, new Map())).document : undefined;
  const own = path.relative(place.dir, place.file);
  const sections: SkillCheck['sections'] = [];
  for (const { title, depth, line, text } of sectionsOf(document.body)) {
    sections.push({ title, depth, line: line + linesBefore, tokens: await countTokens(model, text), path: own });
  }
  const files = readable(document.references, reference);
  const references: SkillCheck['tokens']['references'] = [];
  for (const file of files) {
    references.push({ path: file.path, tokens: await referenceTokens(state, id, file.path, file.content) });
  }
  const moved: NonNullable<SkillCheck['tokens']['moved']> = [];
  const before = saved === undefined ? [] : sectionsOf(saved.body);
  for (const { section, to } of movedSections(before, sectionsOf(document.body), files)) {
    moved.push({ title: section.title, to, tokens: await countTokens(model, section.text) });
  }
  return {
    sections,
    tokens: {
      ...nothing,
      catalog: await countTokens(model, catalogLine(document.summary, false)),
      instructions: await loaded(document),
      references,
      ...(saved === undefined ? {} : { saved: await loaded(saved), moved }),
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

async function systemMessages(deps: CheckDeps, skill: UnsavedSkill, { id }: SkillPlace): Promise<SkillCheck['system']> {
  const sessions = withUnsaved(deps, skill, id);
  const session = await emptySession(sessions, { dialect: DIALECT, placement: 'system' });
  const before = systemMessage(session);
  if (skill.document === undefined) return { before, loaded: before, withReferences: [] };
  await loadSkill(sessions, session, id, 'user');
  const loaded = systemMessage(session);
  const withReferences: SkillCheck['system']['withReferences'] = [];
  let left = MAX_SHOWN - before.length - loaded.length;
  for (const { path: file } of readable(skill.document.references, skill.reference)) {
    const { ok } = await loadReference(sessions, session, id, file, 'user');
    const text = systemMessage(session);
    unloadReference(session, id, file, 'user');
    left -= text.length;
    if (left < 0) break;
    if (ok) withReferences.push({ path: file, text });
  }
  return { before, loaded, withReferences };
}

const systemMessage = ({ state }: LiveSession): string => assembleRequest(state).request.system;

/** The library with this one skill as it is in the editor. */
function withUnsaved(
  { previews: sessions, runWith }: CheckDeps,
  { document, reference }: UnsavedSkill,
  id: string,
): SessionDeps {
  const saved = sessions.skills;
  const skills: SkillSource = {
    ...saved,
    async catalog(scope) {
      const { skills: all, diagnostics } = await saved.catalog(scope);
      const others = all.filter((entry) => entry.id !== id);
      if (document === undefined) return { skills: others, diagnostics };
      const own = { ...catalogEntry(document.summary), id };
      return { skills: [...others, own].sort((a, b) => (a.id < b.id ? -1 : 1)), diagnostics };
    },
    instructions: async (wanted, dialect) =>
      wanted === id && document !== undefined
        ? skillInstructions(document, runWith)
        : saved.instructions(wanted, dialect),
    availability: (wanted, scope) =>
      wanted === id ? { kind: 'usable', notes: [] } : saved.availability(wanted, scope),
    tools: async (wanted) =>
      wanted === id ? { tools: document?.tools?.tools ?? [], faults: [] } : saved.tools(wanted),
    reference: async (_id, file) => ({ path: file, text: reference(file) }),
  };
  return {
    ...sessions,
    skills,
    skillsOf: () => skills,
    defaults: (given) => {
      const settings = sessions.defaults(given);
      return { ...settings, limits: { ...settings.limits, maxContext: ROOM, skillBudget: ROOM } };
    },
  };
}
