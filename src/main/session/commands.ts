/** All commands on sessions, one method each; every command has its own file. */
import type { Attachment } from '../../shared/attachments.ts';
import type { WhatIf } from '../../shared/context-views.ts';
import type { SessionSettings, SessionSummary } from '../../shared/contract.ts';
import type { SessionEvent, SessionKind } from '../../shared/events.ts';
import type { ChangedFact, FormReply } from '../../shared/forms/forms.ts';
import type { ApprovalAnswer, ToolResult } from '../agent/ports.ts';
import type { SummaryQuery } from '../store/projections/session-list.ts';
import type { ReplacingLog } from '../store/store.ts';
import { answerForm } from './answer-form.ts';
import { type Compacted, compactByHand, type UndoneCompaction, undoCompaction } from './compact.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { loadReference, loadSkill } from './load-skill.ts';
import {
  addNote,
  changeNote,
  forkSession,
  type Marks,
  markSession,
  pinMessage,
  pinSkill,
  removeNote,
  removeSession,
  renameSession,
  restoreSession,
} from './organize.ts';
import { recoverInterruptedRuns, stop } from './recover.ts';
import { SessionRegistry } from './registry.ts';
import { createSession, scoped } from './run.ts';
import { bringBack, editAndResend, retry, send } from './send.ts';
import { configureSession } from './settings.ts';
import { unloadReference, unloadSkill } from './unload-skill.ts';
import { type LoadedOnDisk, loadedOnDisk, refreshSession, reloadSkill, switchSkill } from './update-catalog.ts';
import { previewSession, type WhatIfOutcome, whatIf } from './what-if.ts';

type SessionQuery = Partial<Pick<SummaryQuery, 'search' | 'kind'>>;

export interface SessionCommands {
  /** @throws SkilldeckError `session-not-found`, as every method with an id does. */
  get(id: string): LiveSession;
  summaries(query: SessionQuery): readonly SessionSummary[];
  /** Called after any session's events; several changes may share one call. */
  onChange(listener: () => void): () => void;
  /** Call after a session was stored from elsewhere: the list has changed. */
  announceStored(): void;
  /** Like `Store.replaceImported`; the session is another one from here on. */
  replaceImported(id: string, log: ReplacingLog): void;
  create(settings: SessionSettings, kind?: SessionKind): LiveSession;
  /** Result of `create`, up to the first request. Stores nothing. */
  preview(settings?: SessionSettings, said?: string): Promise<LiveSession>;
  configure(id: string, settings: SessionSettings): void;
  send(id: string, text: string, attachments?: readonly Attachment[], fact?: ChangedFact): Promise<void>;
  retry(id: string): Promise<void>;
  edit(id: string, seq: number, text: string): Promise<void>;
  /** The version `seq` of an edited message. @throws SkilldeckError `message-not-found`, `session-busy`. */
  bringBack(id: string, seq: number): void;
  /** @throws SkilldeckError `form-closed`, `bad-input`. */
  answerForm(id: string, reply: FormReply): Promise<void>;
  /** True where there was a run to stop; resolves when it has stopped. */
  stop(id: string): Promise<boolean>;
  approve(id: string, callId: string, answer: ApprovalAnswer): void;
  rename(id: string, title: string): void;
  mark(id: string, marks: Marks): void;
  /** The note's id. @throws SkilldeckError `event-not-found`. */
  addNote(id: string, on: number, text: string): string;
  changeNote(id: string, note: string, text: string): void;
  removeNote(id: string, note: string): void;
  /** The new session's id. @throws SkilldeckError `event-not-found`, `not-supported`. */
  fork(id: string, at: number): Promise<string>;
  remove(id: string): Promise<void>;
  restore(id: string): void;
  loadSkill(id: string, skill: string): Promise<ToolResult>;
  unloadSkill(id: string, skill: string): ToolResult;
  /** Reloads the skill from disk; keeps what was loaded if that does not fit. */
  reloadSkill(id: string, skill: string): Promise<ToolResult>;
  /** The loaded skills beside their folders, as they are now; nothing is logged. */
  loadedOnDisk(id: string): Promise<readonly LoadedOnDisk[]>;
  /** For this session only; `null`: follows the app's setting. @throws SkilldeckError `skill-not-found`. */
  switchSkill(id: string, skill: string, enabled: boolean | null): Promise<void>;
  loadReference(id: string, skill: string, path: string): Promise<ToolResult>;
  unloadReference(id: string, skill: string, path: string): ToolResult;
  /** @throws SkilldeckError `skill-not-loaded`. */
  pinSkill(id: string, skill: string, pinned: boolean): void;
  /** @throws SkilldeckError `message-not-found`. */
  pinMessage(id: string, seq: number, pinned: boolean): void;
  /** Compacts on request, at any fill. @throws SkilldeckError `session-busy`, `nothing-to-compact`. */
  compact(id: string, instruction?: string): Promise<Compacted>;
  /** @throws SkilldeckError `session-busy`, `compaction-not-found`. */
  undoCompaction(id: string, seq: number): Promise<UndoneCompaction>;
  /** Simulates the steps from the end of `events`, a part of the session's log. Stores nothing, asks no model. */
  whatIf(id: string, events: readonly SessionEvent[], steps: readonly WhatIf[]): Promise<WhatIfOutcome>;
  /** Brings a session's catalog and prompt up to date, as the next request would. @param skillsOf by default each session looks itself. */
  refresh(id: string, skillsOf?: SessionDeps['skillsOf']): Promise<void>;
  /** Once, at start: ends what a crash left under way. @returns the sessions in which something was. */
  recover(): Promise<readonly LiveSession[]>;
  stopAll(): Promise<void>;
}

export function createSessionCommands(deps: SessionDeps): SessionCommands {
  const registry = new SessionRegistry(deps);
  const get = (id: string) => registry.get(id);
  /** The session, with what work on it needs before it. */
  const at = (id: string) => {
    const session = get(id);
    return [scoped(deps, session), session] as const;
  };
  return {
    get,
    summaries: (query) => deps.store.summaries(query),
    onChange: (listener) => registry.onChange(listener),
    announceStored: () => registry.announceStored(),
    replaceImported(id, log) {
      deps.store.replaceImported(id, log);
      registry.drop(id);
    },
    create: (settings, kind) => createSession(deps, registry, settings, kind),
    preview: (settings, said) => previewSession(deps, settings, said),
    configure: (id, settings) => configureSession(...at(id), settings),
    send: (id, text, attachments, fact) => send(...at(id), text, attachments, fact),
    retry: (id) => retry(...at(id)),
    answerForm: (id, reply) => answerForm(...at(id), reply),
    edit: (id, seq, text) => editAndResend(...at(id), seq, text),
    bringBack: (id, seq) => bringBack(get(id), seq),
    stop: (id) => stop(...at(id)),
    approve: (id, callId, answer) => get(id).decide(callId, answer),
    rename: (id, title) => renameSession(get(id), title),
    mark: (id, marks) => markSession(get(id), marks),
    addNote: (id, on, text) => addNote(get(id), on, text, deps.newId),
    changeNote: (id, note, text) => changeNote(get(id), note, text),
    removeNote: (id, note) => removeNote(get(id), note),
    fork: async (id, seq) => (await forkSession(deps, registry, get(id), seq)).id,
    remove: (id) => removeSession(get(id)),
    restore: (id) => restoreSession(get(id)),
    loadSkill: (id, skill) => loadSkill(...at(id), skill, 'user'),
    unloadSkill: (id, skill) => unloadSkill(get(id), skill, 'user'),
    reloadSkill: (id, skill) => reloadSkill(...at(id), skill),
    loadedOnDisk: (id) => loadedOnDisk(...at(id)),
    switchSkill: (id, skill, enabled) => switchSkill(...at(id), skill, enabled),
    loadReference: (id, skill, path) => loadReference(...at(id), skill, path, 'user'),
    pinSkill: (id, skill, pinned) => pinSkill(get(id), skill, pinned),
    pinMessage: (id, seq, pinned) => pinMessage(get(id), seq, pinned),
    compact: (id, instruction) => compactByHand(...at(id), instruction),
    undoCompaction: async (id, seq) => undoCompaction(...at(id), seq),
    unloadReference: (id, skill, path) => unloadReference(get(id), skill, path, 'user'),
    whatIf: (id, events, steps) => whatIf(deps, id, events, steps),
    refresh: (id, skillsOf = deps.skillsOf) => refreshSession(scoped({ ...deps, skillsOf }, get(id)), get(id)),
    recover: () => recoverInterruptedRuns(deps, registry),
    stopAll: () => registry.stopAll(),
  };
}
