/** The fold's one switch over all events. */
import { assertNever } from '../errors.ts';
import type { EventOf, SessionEvent } from '../events.ts';
import { keptWhole, marked, noted } from '../pinned-messages.ts';
import type { Compaction, SessionState } from '../session-state.ts';
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

/** Steps of the fold: what a compaction covers, what stays whole under it, and its undo. */
function messagePinned(state: SessionState, event: EventOf<'message-pin-changed'>): SessionState {
  const others = state.pinnedMessages.filter((seq) => seq !== event.message);
  const pinnedMessages = event.pinned ? [...others, event.message].sort((a, b) => a - b) : others;
  return { ...state, pinnedMessages };
}

function compaction(state: SessionState, event: EventOf<'context-compacted'>): Compaction {
  const { type: _type, v: _v, at: _at, session: _session, ...said } = event;
  if (said.strategy === 'skills') {
    const { lastUnloaded } = state;
    return { ...said, ...(lastUnloaded?.seq === said.coversSeq[0] ? { unloaded: lastUnloaded } : {}) };
  }
  // Logs from before pins do not count the messages: there all of the range are covered, and the requests stay as sent.
  if (said.messages === undefined) return said;
  const [from, to] = said.coversSeq;
  return { ...said, kept: [...keptWhole(state)].filter((seq) => seq >= from && seq <= to) };
}

/** The earlier request comes back byte for byte, an unloaded skill in its old place too. */
function undone(state: SessionState, seq: number): SessionState {
  const gone = state.compactions.find((one) => one.seq === seq);
  const compactions = state.compactions.filter((one) => one.seq !== seq);
  const back = gone?.unloaded;
  if (back === undefined || state.loadedSkills.some((skill) => skill.id === back.id)) return { ...state, compactions };
  return { ...state, compactions, loadedSkills: [...state.loadedSkills, back].sort((a, b) => a.seq - b.seq) };
}
