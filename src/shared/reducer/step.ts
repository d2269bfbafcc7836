/** The fold's one switch over all events. */
import { assertNever } from '../errors.ts';
import type { SessionEvent } from '../events.ts';
import { marked, noted } from '../pinned-messages.ts';
import type { SessionState } from '../session-state.ts';
import { withArtifacts } from './artifacts.ts';
import {
  answered,
  asked,
  failed,
  finished,
  type Own,
  requested,
  respond,
  said,
  scriptFinished,
  scriptStarted,
  started,
  typed,
  waiting,
} from './calls.ts';
import { compaction, messagePinned, undone } from './compactions.ts';
import {
  catalogChanged,
  changedOnDisk,
  loaded,
  referenceLoaded,
  referenceUnloaded,
  switched,
  unloaded,
  withSkill,
} from './skills.ts';
import { configured, created } from './start.ts';

/** One step; `before` is left as it was. An unknown event counts and changes nothing else. */
export function step(before: SessionState, event: SessionEvent, own: Own): SessionState {
  const state: SessionState = { ...before, lastSeq: event.seq };
  switch (event.type) {
    case 'unknown':
      return { ...state, unknownEvents: state.unknownEvents + 1 };
    case 'session-created':
      return created(state, event);
    case 'settings-changed':
      return configured(state, event);
    case 'prompt-changed':
      return { ...state, basePrompt: event.basePrompt, workspaceSection: event.workspaceSection, tools: event.tools };
    case 'session-renamed':
      return { ...state, title: event.title, titledBy: event.by };
    case 'session-deleted':
      return { ...state, deleted: true };
    case 'session-restored':
      return { ...state, deleted: false };
    case 'session-marked':
      return { ...state, marks: marked(state.marks, event) };
    case 'note-added':
    case 'note-changed':
    case 'note-removed':
      return { ...state, notes: noted(state.notes, event) };
    case 'history-rewound':
      return state;
    case 'catalog-changed':
      return catalogChanged(state, event);
    case 'catalog-listed':
      return { ...state, listing: { seq: event.seq, skills: event.skills, budget: event.budget } };
    case 'user-message-added':
      return said(state, own, event);
    case 'request-sent':
      return requested(state, event);
    case 'model-responded':
      return respond(state, own, event);
    case 'model-failed':
      return failed(state, event);
    case 'tool-started':
      return started(state, own, event);
    case 'tool-finished':
      return finished(state, own, event);
    case 'skill-loaded':
      return loaded(state, event);
    case 'skill-unloaded':
      return unloaded(state, event.skill);
    case 'loaded-skill-changed':
      return changedOnDisk(state, event);
    case 'skill-switch-changed':
      return { ...state, skillSwitches: switched(state.skillSwitches, event.skill, event.enabled) };
    case 'skill-pin-changed':
      return withSkill(state, event.skill, (skill) => ({ ...skill, pinned: event.pinned }));
    case 'tool-server-changed': {
      const others = (state.toolServers ?? []).filter(({ server }) => server !== event.server);
      const { server, state: now, fault } = event;
      return { ...state, toolServers: [...others, { server, state: now, fault }] };
    }
    case 'reference-loaded':
      return referenceLoaded(state, event);
    case 'reference-unloaded':
      return referenceUnloaded(state, event);
    case 'message-pin-changed':
      return messagePinned(state, event);
    case 'context-compacted':
      return { ...state, compactions: [...state.compactions, compaction(state, event)] };
    case 'compaction-undone':
      return undone(state, event.undoes);
    case 'approval-requested':
      return asked(state, own, event);
    case 'approval-resolved':
      return answered(state, own, event);
    case 'grant-withdrawn': {
      const others = (state.withdrawnGrants ?? []).filter((key) => key !== event.key);
      return { ...state, withdrawnGrants: event.undone ? others : [...others, event.key] };
    }
    case 'script-started':
      return scriptStarted(state, own, event);
    case 'terminal-waiting':
      return waiting(state, own, event);
    case 'terminal-input':
      return typed(state, own, event);
    case 'script-finished':
      return scriptFinished(state, own, event);
    case 'artifact-saved': {
      const { name, version, mime, bytes, sha256, seq, at, callId } = event;
      return { ...state, artifacts: [...state.artifacts, { name, version, mime, bytes, sha256, seq, at, callId }] };
    }
    case 'artifact-deleted':
      return withArtifacts(state, event, event.at);
    case 'artifact-restored':
      return withArtifacts(state, event, undefined);
    case 'state-changed':
      return { ...state, runState: event.to };
    case 'run-finished': {
      const { code, message, reason, figures, seq } = event;
      return { ...state, lastRun: { state: event.state, code, message, reason, figures, seq } };
    }
    default:
      return assertNever(event);
  }
}
