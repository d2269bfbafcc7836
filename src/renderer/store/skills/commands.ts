import type { SkillSecretView } from '../../../shared/contract/secrets.ts';
import { newSessionOf, type WindowData } from '../app/state.ts';
import type { CommandContext } from '../command-context.ts';
import type { SessionData } from '../session/state.ts';
import type { SkillsData } from './state.ts';

export interface SkillActions {
  loadSkill(skill: string): Promise<boolean>;
  unloadSkill(skill: string): Promise<boolean>;
  loadReference(skill: string, path: string): Promise<boolean>;
  unloadReference(skill: string, path: string): Promise<boolean>;
  /** Only the user can unload a pinned skill. */
  pinSkill(skill: string, pinned: boolean): Promise<boolean>;
  /** Reloads it from disk, with its loaded references. */
  reloadSkill(skill: string): Promise<boolean>;
  /** Sets whether the model may see it: in the selected session, in the app's environment, or everywhere. */
  switchSkill(skill: string, enabled: boolean, where: 'session' | 'environment' | 'everywhere'): Promise<boolean>;
  refreshSkills(): Promise<boolean>;
  /** For visible skills: loads tokens, references and scripts of those whose `tokens` are null. */
  readSkills(ids: readonly string[]): Promise<boolean>;
  /** Shows a skill's own files in place of the chat; `undefined` goes back to it. */
  openAuthor(skill: string | undefined): void;

  /** Which skills have which secrets; undefined where it could not be read, which has been said. */
  listSecrets(): Promise<readonly SkillSecretView[] | undefined>;
  setSecret(skill: string, name: string, value: string): Promise<boolean>;
  /** Holds from the next run on. */
  removeSecret(skill: string, name: string): Promise<boolean>;
}

export function skillCommands({
  connection,
  data,
  open,
  refreshSkills,
  readSkills,
  attempt,
  done,
}: CommandContext<SkillsData & SessionData & WindowData>): SkillActions {
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
    loadSkill: (skill) => inSession((sessionId) => skills.load({ sessionId, skill })),
    unloadSkill: (skill) => inSession((sessionId) => skills.unload({ sessionId, skill })),
    loadReference: (skill, path) => inSession((sessionId) => skills.loadReference({ sessionId, skill, path })),
    unloadReference: (skill, path) => inSession((sessionId) => skills.unloadReference({ sessionId, skill, path })),
    pinSkill: (skill, pinned) => inSession((sessionId) => skills.pin({ sessionId, skill, pinned })),
    reloadSkill: (skill) => inSession((sessionId) => skills.reload({ sessionId, skill })),
    switchSkill: (skill, enabled, where) => {
      if (where === 'session') return inSession((sessionId) => skills.setEnabled({ skill, enabled, sessionId }));
      const environment = where === 'environment' ? environmentOf(data.getState()) : undefined;
      return done(() => skills.setEnabled({ skill, enabled, environment }));
    },
    readSkills: (ids) => done(() => readSkills(ids)),
    refreshSkills: () => done(refreshSkills),
    openAuthor: (author) => data.setState({ author }),
    listSecrets: () => attempt(() => secrets.list({})),
    setSecret: (skill, name, value) => done(() => secrets.set({ skill, name, value })),
    removeSecret: async (skill, name) => (await attempt(() => secrets.remove({ skill, name })))?.removed ?? false,
  };
}

/** Environment of the selected session, or else the app's current one. */
function environmentOf({ log, environments }: SessionData & WindowData): string | undefined {
  return log?.state.environment ?? environments?.current;
}
