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

  /** To the selected session, or to a new one. A draft of the same words is cleared when they are on the disk, kept when not. `withFiles`: typed in the message box, and the files beside it go along; queued where a run is under way. `queued`: the message that waited; it goes back into the box where it could not be sent. */
  send(text: string, options?: { readonly withFiles?: boolean; readonly queued?: boolean }): Promise<boolean>;
  stop(): Promise<boolean>;
  /** Runs again from the last message that the person wrote. */
  retry(): Promise<boolean>;
  /** Goes back to before the message `seq` and sends `text` in its place. */
  edit(seq: number, text: string): Promise<boolean>;
  /** Another version of an edited message, with all that followed it. */
  bringBack(seq: number): Promise<boolean>;
  approve(callId: string, decision: Decision): Promise<boolean>;
  /** Sends a form, or puts it aside; one that was answered is answered anew. Its draft is cleared when it is on the disk. */
  answerForm(callId: string, outcome: 'submitted' | 'skipped', answers: FormAnswers): Promise<boolean>;
  /** What stands in a form that is not sent yet; `undefined` forgets it. */
  keepForm(callId: string, answers: FormAnswers | undefined): void;
  /** The one message that waits for the selected session's run to end; `undefined` forgets it. */
  keepQueued(text: string | undefined): void;
  /** Undefined where they could not be read, which has been said. */
  records(): Promise<readonly RecordGroup[] | undefined>;
  /** Of the selected session, or of the one to come. */
  setDraft(text: string): void;

  loadSkill(skill: string): Promise<boolean>;
  unloadSkill(skill: string): Promise<boolean>;
  loadReference(skill: string, path: string): Promise<boolean>;
  unloadReference(skill: string, path: string): Promise<boolean>;
  /** A pinned skill is unloaded by the person alone. */
  pinSkill(skill: string, pinned: boolean): Promise<boolean>;
  /** As it is on the disk now, with the references that are loaded. */
  reloadSkill(skill: string): Promise<boolean>;
  /** Whether the model may know of it: in the selected session, in the app's environment, or everywhere. */
  switchSkill(skill: string, enabled: boolean, where: 'session' | 'environment' | 'everywhere'): Promise<boolean>;
  refreshSkills(): Promise<boolean>;
  /** For skills that are in view: tokens, references and scripts of those whose `tokens` are null, which then come. */
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
  /** What a call's script printed, from the disk. */
  readTerminal(callId: string): Promise<string | undefined>;
  /** Into a call's program that is running. Enter is a carriage return. */
  typeInto(callId: string, data: string): Promise<boolean>;
  /** Of a program that may have ended meanwhile: never tells of a failure. */
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

  /** Over the window, in place of whichever stood there; `undefined` closes it. */
  openDialog(dialog: OpenDialog | undefined): void;

  /** New conversations get it; those that are there keep theirs. */
  switchEnvironment(name: string): Promise<boolean>;
  /** @param from whose files and skills it begins with. */
  createEnvironment(name: string, from?: string): Promise<boolean>;
  /** @returns what `restoreEnvironment` takes. */
  removeEnvironment(name: string): Promise<string | undefined>;
  restoreEnvironment(entry: string): Promise<boolean>;
  /** Of the conversation to come; `none` for none, `undefined` for what the settings say. */
  chooseAgent(name: string | undefined): void;

  /** What the person allowed beyond one call; undefined where it could not be read, which has been said. */
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
