/** The author's view: a skill's own files, and getting, giving and removing skills. */

import type { Dialect } from '../../../shared/events.ts';
import type { Unsaved } from '../../../shared/skills/author.ts';
import type { ImportSource } from '../../../shared/skills/skill-import.ts';
import type { CommandContext } from '../command-context.ts';
import { type Tried, tryOver } from './failures.ts';
import type { SkillsData } from './session-state.ts';

/** None throws. Changes to a skill refresh the skill list. */
export type AuthorCommands = ReturnType<typeof authorCommands>;

export function authorCommands({ connection, data, open, refreshSkills }: CommandContext<SkillsData>) {
  const { author, skills } = connection.client;

  const tried = tryOver(connection);
  /** Refreshes the list without waiting for it. */
  const changing = async <T>(command: () => Promise<T>): Promise<Tried<T>> => {
    const outcome = await tried(command);
    if (outcome.ok) refreshSkills().catch(() => {});
    return outcome;
  };

  return {
    tree: (skill: string) => tried(() => author.tree({ skill })),
    read: (skill: string, path: string) => tried(() => author.read({ skill, path })),
    /** @param basedOn hash of what was read; `null` for a new file. */
    write: (skill: string, path: string, text: string, basedOn: string | null) =>
      changing(() => author.write({ skill, path, text, basedOn })),
    moveFile: (skill: string, from: string, to: string) => changing(() => author.moveFile({ skill, from, to })),
    removeFile: (skill: string, path: string) => changing(() => author.removeFile({ skill, path })),
    restoreFile: (skill: string, entry: string) => changing(() => author.restoreFile({ skill, entry })),
    check: (skill: string, unsaved: readonly Unsaved[]) => tried(() => author.check({ skill, unsaved: [...unsaved] })),
    fix: (skill: string, rule?: string) =>
      changing(() => author.fix({ skill, ...(rule === undefined ? {} : { rule }) })),
    undoFix: (skill: string, fix: string) => changing(() => author.undoFix({ skill, fix })),
    create: (skill: { readonly name: string; readonly description: string }) => changing(() => author.create(skill)),
    duplicate: (skill: string, name: string) => changing(() => author.duplicate({ skill, name })),
    rename: (skill: string, name: string) => changing(() => author.rename({ skill, name })),
    /** Opens a new conversation with this skill and no other. */
    tryIt: (skill: string) =>
      tried(async () => {
        const { sessionId } = await author.tryIt({ skill });
        open(sessionId);
        data.setState({ author: undefined });
      }),
    preview: (skill: string, options: { readonly dialects?: Dialect[]; readonly tries?: string[] }) =>
      tried(() => skills.preview({ skill, ...options })),
    inspectImport: (source: ImportSource) => tried(() => skills.inspectImport({ source })),
    /** Plan from the current state of an installed skill's source, with the difference to the installed files. */
    inspectUpdate: (id: string) => tried(() => skills.inspectUpdate({ id })),
    discardImport: (planId: string) => tried(() => skills.discardImport({ planId })),
    install: (planId: string, ids: readonly string[]) => changing(() => skills.install({ planId, ids: [...ids] })),
    origin: (id: string) => tried(() => skills.origin({ id })),
    exportSkill: (id: string) => tried(() => skills.export({ id })),
    uninstall: (id: string) => changing(() => skills.uninstall({ id })),
    restoreSkill: (what: string) => changing(() => skills.restore({ what })),
  };
}
