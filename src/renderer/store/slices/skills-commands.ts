import type { Dialect } from '../../../shared/events.ts';
import type { Unsaved } from '../../../shared/skills/author.ts';
import type { ImportSource } from '../../../shared/skills/skill-import.ts';
import type { CommandContext } from '../command-context.ts';
import { type Tried, tryOver } from './failures.ts';
import type { SessionData, SkillsData } from './session-state.ts';
import { newSessionOf, type WindowData } from './window-state.ts';

export type SkillActions = ReturnType<typeof skillCommands>;

export function skillCommands({
  connection,
  data,
  open,
  refreshSkills,
  readSkills,
  attempt,
  done,
}: CommandContext<SkillsData & SessionData & WindowData>) {
  const { secrets, sessions, skills } = connection.client;

  /** Loading by hand into a conversation that does not exist yet makes it. */
  const inSession = (command: (sessionId: string) => Promise<unknown>): Promise<boolean> =>
    done(async () => {
      let sessionId = data.getState().selected;
      if (sessionId === undefined) {
        ({ sessionId } = await sessions.create(newSessionOf(data.getState())));
        open(sessionId, 'made');
      }
      await command(sessionId);
    });

  return {
    loadSkill: (skill: string) => inSession((sessionId) => skills.load({ sessionId, skill })),
    unloadSkill: (skill: string) => inSession((sessionId) => skills.unload({ sessionId, skill })),
    loadReference: (skill: string, path: string) =>
      inSession((sessionId) => skills.loadReference({ sessionId, skill, path })),
    unloadReference: (skill: string, path: string) =>
      inSession((sessionId) => skills.unloadReference({ sessionId, skill, path })),
    /** Only the user can unload a pinned skill. */
    pinSkill: (skill: string, pinned: boolean) => inSession((sessionId) => skills.pin({ sessionId, skill, pinned })),
    /** Reloads it from disk, with its loaded references. */
    reloadSkill: (skill: string) => inSession((sessionId) => skills.reload({ sessionId, skill })),
    /** Sets whether the model may see it: in the selected session, in the app's environment, or everywhere. */
    switchSkill: (skill: string, enabled: boolean, where: 'session' | 'environment' | 'everywhere') => {
      if (where === 'session') return inSession((sessionId) => skills.setEnabled({ skill, enabled, sessionId }));
      const environment = where === 'environment' ? environmentOf(data.getState()) : undefined;
      return done(() => skills.setEnabled({ skill, enabled, environment }));
    },
    /** For visible skills: loads tokens, references and scripts of those whose `tokens` are null. */
    readSkills: (ids: readonly string[]) => done(() => readSkills(ids)),
    /** Packages and programs of its scripts; undefined where they could not be read. */
    requirementsOf: async (skill: string) => (await attempt(() => skills.show({ skill })))?.requirements,
    /** Packages and programs that this computer lacks, in number, by skill; undefined where they could not be read. */
    countMissing: async () => {
      const list = await attempt(() => skills.list({ counted: false, packages: true }));
      return list && new Map(list.skills.map(({ id, missing = 0 }) => [id, missing]));
    },
    refreshSkills: () => done(refreshSkills),
    /** Shows a skill's own files in place of the chat; `undefined` goes back to it. */
    openAuthor: (author: string | undefined) => data.setState({ author }),
    /** Skills with their secrets; undefined where it could not be read, which has been reported. */
    listSecrets: () => attempt(() => secrets.list({})),
    setSecret: (skill: string, name: string, value: string) => done(() => secrets.set({ skill, name, value })),
    /** Holds from the next run on. */
    removeSecret: async (skill: string, name: string) =>
      (await attempt(() => secrets.remove({ skill, name })))?.removed ?? false,
  };
}

/** Environment of the selected session, or else the app's current one. */
const environmentOf = ({ log, environments }: SessionData & WindowData): string | undefined =>
  log?.state.environment ?? environments?.current;

// The author's view: a skill's own files, and getting, giving and removing skills.

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
