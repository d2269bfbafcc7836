import type { RecordGroup } from '../../shared/cards/records.ts';
import type { PlacementComparison } from '../../shared/context-views.ts';
import type { Grant } from '../../shared/contract/grants.ts';
import type { SkillSecretView } from '../../shared/contract/secrets.ts';
import type { TrustView } from '../../shared/contract/trust.ts';
import type { ContextView, ModelTest, Settings } from '../../shared/contract.ts';
import type { Decision } from '../../shared/events.ts';
import type { FormAnswers } from '../../shared/forms/forms.ts';
import type { FileCommands } from './app/workspace-commands.ts';
import type { InspectorTab, OpenDialog } from './app-data.ts';
import type { MapCommands } from './context/context-map.ts';
import type { WhatIfCommands } from './context/context-what-if.ts';
import type { LibraryCommands } from './library/library-commands.ts';
import type { ReviewActions } from './review/review-actions.ts';
import type { AttachmentCommands } from './session/attachment-commands.ts';
import type { AuthorCommands } from './skills/author-commands.ts';

/**
 * Everything a person can do. None throws: an expected failure is shown as a toast in the core's own words, and
 * the action answers `false` (or `undefined`).
 */
export interface Actions extends ReviewActions {
  /** Shows the empty conversation. The session is made with its first message. */
  newSession(): void;
  select(sessionId: string): void;
  rename(sessionId: string, title: string): Promise<boolean>;
  /** Offers to undo it. */
  remove(sessionId: string): Promise<boolean>;
  restore(sessionId: string): Promise<boolean>;

  /**
   * Sends to the selected session, or to a new one. A draft of the same text is cleared once on disk, otherwise kept.
   * `withFiles`: typed in the message box, sent with its files; queued during a run. `queued`: the queued message; it
   * returns to the box if it cannot be sent.
   */
  send(text: string, options?: { readonly withFiles?: boolean; readonly queued?: boolean }): Promise<boolean>;
  stop(): Promise<boolean>;
  /** Runs again from the last message that the person wrote. */
  retry(): Promise<boolean>;
  /** Goes back to before the message `seq` and sends `text` in its place. */
  edit(seq: number, text: string): Promise<boolean>;
  /** Another version of an edited message, with all that followed it. */
  bringBack(seq: number): Promise<boolean>;
  approve(callId: string, decision: Decision): Promise<boolean>;
  /** Submits or skips a form; an answered one is answered again. Its draft is cleared once on disk. */
  answerForm(callId: string, outcome: 'submitted' | 'skipped', answers: FormAnswers): Promise<boolean>;
  /** Draft of an unsent form; `undefined` discards it. */
  keepForm(callId: string, answers: FormAnswers | undefined): void;
  /** The one message that waits for the selected session's run to end; `undefined` forgets it. */
  keepQueued(text: string | undefined): void;
  /** Undefined where they could not be read, which has been said. */
  records(): Promise<readonly RecordGroup[] | undefined>;
  /** Draft of the selected session, or of the new conversation. */
  setDraft(text: string): void;

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

  /** A pinned message stays whole for the model. */
  pinMessage(seq: number, pinned: boolean): Promise<boolean>;
  /** Compacts older results and turns now. Offers to undo it. False, too, where it was stopped. */
  compact(instruction: string): Promise<boolean>;
  undoCompaction(seq: number): Promise<boolean>;
  /** The conversation's requests under both placements. */
  comparePlacements(): Promise<PlacementComparison | undefined>;

  /** The next request, or with `at` the one sent at that event. */
  showContext(at?: number): Promise<ContextView | undefined>;
  readArtifact(
    name: string,
    version?: number,
  ): Promise<{ readonly name: string; readonly mime: string; readonly base64: string } | undefined>;
  /** Output of a call's script, from disk. */
  readTerminal(callId: string): Promise<string | undefined>;
  /** Into a call's program that is running. Enter is a carriage return. */
  typeInto(callId: string, data: string): Promise<boolean>;
  /** Never reports a failure: the program may have ended meanwhile. */
  resizeTerminal(callId: string, columns: number, rows: number): Promise<void>;

  readonly map: MapCommands;
  readonly whatIf: WhatIfCommands;

  readonly author: AuthorCommands;
  readonly library: LibraryCommands;
  readonly files: FileCommands;
  /** Files that go with the next message. */
  readonly attachments: AttachmentCommands;
  /** One tab of the column beside the conversation; opening the column is the window's own. */
  showInspector(tab: InspectorTab): void;
  /** Shows a skill's own files in place of the chat; `undefined` goes back to it. */
  openAuthor(skill: string | undefined): void;

  /** Opens over the window and replaces any open dialog; `undefined` closes it. */
  openDialog(dialog: OpenDialog | undefined): void;

  /** New conversations get it; those that are there keep theirs. */
  switchEnvironment(name: string): Promise<boolean>;
  /** @param from environment whose files and skills are copied. */
  createEnvironment(name: string, from?: string): Promise<boolean>;
  /** @returns what `restoreEnvironment` takes. */
  removeEnvironment(name: string): Promise<string | undefined>;
  restoreEnvironment(entry: string): Promise<boolean>;
  /** Agent of the new conversation; `none` for none, `undefined` for the settings' default. */
  chooseAgent(name: string | undefined): void;

  /** Grants beyond one call; undefined if they could not be read, which has been reported. */
  listGrants(): Promise<readonly Grant[] | undefined>;
  /** Holds from the next run on. */
  withdrawGrant(key: string): Promise<boolean>;
  restoreGrant(key: string): Promise<boolean>;

  /** Which skills have which secrets; undefined where it could not be read, which has been said. */
  listSecrets(): Promise<readonly SkillSecretView[] | undefined>;
  setSecret(skill: string, name: string, value: string): Promise<boolean>;
  /** Holds from the next run on. */
  removeSecret(skill: string, name: string): Promise<boolean>;

  /** Undefined where it could not be read, which has been said. */
  readTrust(): Promise<TrustView | undefined>;
  /** `null` forgets the decision. Without a folder, the current one. */
  setTrust(trusted: boolean | null, dir?: string): Promise<TrustView | undefined>;

  setSettings(change: Partial<Settings> & { readonly apiKey?: string }): Promise<boolean>;
  testModel(input: {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey?: string;
  }): Promise<ModelTest | undefined>;
}
