/** The fold's one switch over all events. */
import { defined } from '../defined.ts';
import { assertNever } from '../errors.ts';
import type { EventOf, Pinned, SessionEvent } from '../events.ts';
import { keptWhole, marked, NO_MARKS, noted } from '../pinned-messages.ts';
import type { ArtifactView, Compaction, LoadedSkill, SessionState } from '../session-state.ts';
import { DEFAULT_LIMITS } from '../settings/defaults.ts';
import { skillNamed } from '../skills/skill-list.ts';
import * as calls from './calls.ts';
import { watchesAfter } from './watches.ts';

// Steps of the fold: the catalog, loaded skills and their references.

/** The first request's catalog is not a change visible to the user. */
function catalogChanged(
  state: SessionState,
  { skills, diagnostics, seq, at, added, removed }: EventOf<'catalog-changed'>,
): SessionState {
  const known = { ...state, catalog: skills, diagnostics };
  if (state.messages.length === 0 || state.lastRequest === undefined || added.length + removed.length === 0)
    return known;
  return { ...known, catalogChanges: [...state.catalogChanges, { seq, at, added, removed }] };
}

const withSkill = (state: SessionState, id: string, change: (skill: LoadedSkill) => LoadedSkill): SessionState => ({
  ...state,
  loadedSkills: state.loadedSkills.map((skill) => (skill.id === id ? change(skill) : skill)),
});

function loaded(state: SessionState, event: EventOf<'skill-loaded'>): SessionState {
  const before = state.loadedSkills.find((other) => other.id === event.skill);
  const skill: LoadedSkill = {
    id: event.skill,
    tokens: event.tokens,
    sha256: event.sha256,
    instructions: event.instructions,
    seq: event.seq,
    by: event.by,
    references: [],
    tools: event.tools ?? [],
    // Stays pinned when reloaded (in another dialect, or from a changed file).
    pinned: before?.pinned === true,
    ...defined({ words: before?.words, sections: event.sections }),
  };
  return { ...state, loadedSkills: [...state.loadedSkills.filter((other) => other.id !== skill.id), skill] };
}

/** A message that begins with `/name` gives that skill its words. */
function called(state: SessionState, text: string): SessionState {
  const id = skillNamed(text, state.catalog)?.id;
  const words = text.replace(/^\S+/, '').trim();
  return id === undefined ? state : withSkill(state, id, (skill) => ({ ...skill, words }));
}

function unloaded(state: SessionState, id: string): SessionState {
  const lastUnloaded = state.loadedSkills.find((skill) => skill.id === id);
  if (lastUnloaded === undefined) return state;
  return { ...state, lastUnloaded, loadedSkills: state.loadedSkills.filter((skill) => skill.id !== id) };
}

function changedOnDisk(state: SessionState, event: EventOf<'loaded-skill-changed'>): SessionState {
  const { state: onDisk, tokens } = event;
  const mark = onDisk === 'current' ? undefined : { state: onDisk, tokens };
  return withSkill(state, event.skill, (skill) => ({ ...skill, onDisk: mark }));
}

/** Avoids assignment: a skill may be named `__proto__`. */
function switched(
  before: SessionState['skillSwitches'],
  skill: string,
  enabled: boolean | null,
): SessionState['skillSwitches'] {
  const others = Object.entries(before).filter(([id]) => id !== skill);
  return Object.fromEntries(enabled === null ? others : [...others, [skill, enabled]]);
}

function referenceLoaded(state: SessionState, event: EventOf<'reference-loaded'>): SessionState {
  const { path, tokens, sha256, text, seq } = event;
  return withSkill(state, event.skill, (skill) => ({
    ...skill,
    references: [...skill.references.filter((other) => other.path !== path), { path, tokens, sha256, text, seq }],
  }));
}

function referenceUnloaded(state: SessionState, event: EventOf<'reference-unloaded'>): SessionState {
  return withSkill(state, event.skill, (skill) => ({
    ...skill,
    references: skill.references.filter((reference) => reference.path !== event.path),
  }));
}

// Step of the fold: artifacts that the person deleted, or restored.

/** One version, or all of a name. */
function withArtifacts(
  state: SessionState,
  { name, version }: { readonly name: string; readonly version?: number | undefined },
  deletedAt: string | undefined,
): SessionState {
  const isMeant = (one: ArtifactView) => one.name === name && (version === undefined || one.version === version);
  const artifacts = state.artifacts.map(({ deletedAt: before, ...one }): ArtifactView => {
    const now = isMeant(one) ? deletedAt : before;
    return now === undefined ? one : { ...one, deletedAt: now };
  });
  return { ...state, artifacts };
}

/** The state before the first event. */
export function emptyState(id: string): SessionState {
  return {
    id,
    lastSeq: 0,
    createdAt: '',
    title: '',
    titledBy: 'none',
    deleted: false,
    marks: NO_MARKS,
    notes: [],
    environment: 'default',
    dialect: 'omni',
    model: '',
    limits: DEFAULT_LIMITS,
    loadMode: 'session',
    placement: 'system',
    approve: 'ask',
    workspace: '',
    pinned: {},
    basePrompt: '',
    workspaceSection: '',
    tools: [],
    catalog: [],
    diagnostics: [],
    messages: [],
    skillSwitches: {},
    loadedSkills: [],
    runState: 'idle',
    iteration: 0,
    calls: {},
    artifacts: [],
    compactions: [],
    catalogChanges: [],
    pinnedMessages: [],
    usage: [],
    unknownEvents: 0,
  };
}

function created(state: SessionState, event: EventOf<'session-created'>): SessionState {
  return {
    ...state,
    createdAt: event.at,
    title: event.title ?? '',
    environment: event.environment,
    dialect: event.dialect,
    model: event.model,
    limits: event.limits,
    loadMode: event.loadMode,
    placement: event.placement,
    approve: event.approve,
    workspace: event.workspace,
    pinned: event.pinned ?? {},
    agent: event.agent,
    ...defined({ route: event.route, forkedFrom: event.forkedFrom, foreign: event.foreign, kind: event.kind }),
  };
}

/** Omitted settings keep their value. */
function configured(state: SessionState, event: EventOf<'settings-changed'>): SessionState {
  const { route, model } = state;
  const isSame = event.route?.endpoint === route?.endpoint && (event.model ?? model) === model;
  // Learnt of this server and model: not asked of it again.
  const refuses = isSame && route?.rules?.refuses ? [...route.rules.refuses] : undefined;
  for (const name of event.route?.rules?.refuses ?? []) if (refuses?.includes(name) === false) refuses.push(name);
  return {
    ...state,
    environment: event.environment ?? state.environment,
    dialect: event.dialect ?? state.dialect,
    model: event.model ?? state.model,
    limits: event.limits ?? state.limits,
    loadMode: event.loadMode ?? state.loadMode,
    placement: event.placement ?? state.placement,
    approve: event.approve ?? state.approve,
    pinned: pinnedAfter(state.pinned, event.pinned),
    agent: event.agent === undefined ? state.agent : (event.agent ?? undefined),
    ...(event.route === undefined
      ? {}
      : { route: { ...event.route, ...(refuses === undefined ? {} : { rules: { ...event.route.rules, refuses } }) } }),
  };
}

/** Merges new session settings. At a changed address, values meant for the old one are not sent. */
export function pinnedAfter(before: Pinned, given: Pinned | undefined): Pinned {
  if (given?.baseUrl === undefined || given.baseUrl === before.baseUrl) return { ...before, ...given };
  const { wire: _wire, headers: _headers, params: _params, effort: _effort, maxOutput: _maxOutput, ...rest } = before;
  return { ...rest, ...given };
}

/** One step; `before` is left as it was. An unknown event counts and changes nothing else. */
export function step(before: SessionState, event: SessionEvent, own: calls.Own): SessionState {
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
      return called(calls.said(state, own, event), event.text);
    case 'request-sent':
      return calls.requested(state, event);
    case 'model-responded':
      return calls.respond(state, own, event);
    case 'answer-checked':
      return calls.checked(state, own, event);
    case 'model-failed':
      return calls.failed(state, event);
    case 'tool-started':
      return calls.started(state, own, event);
    case 'tool-finished':
      return calls.finished(state, own, event);
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
    case 'packages-provided': {
      const { skill, ecosystem, packages, bytes } = event;
      const others = (state.packages ?? []).filter((one) => one.skill !== skill || one.ecosystem !== ecosystem);
      return { ...state, packages: [...others, { skill, ecosystem, packages, bytes }] };
    }
    case 'watch-started':
    case 'watch-checked':
    case 'watch-ended':
      // A branch has the conversation, not the watches of the one that it came from.
      if (event.seq <= (state.forkedFrom?.seq ?? 0)) return state;
      return { ...state, watches: watchesAfter(state.watches ?? [], event) };
    case 'skill-missed':
      return { ...state, missedSkills: [...(state.missedSkills ?? []), { id: event.skill, seq: event.seq }] };
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
      return calls.asked(state, own, event);
    case 'approval-resolved':
      return calls.answered(state, own, event);
    case 'grant-withdrawn': {
      const others = (state.withdrawnGrants ?? []).filter((key) => key !== event.key);
      return { ...state, withdrawnGrants: event.undone ? others : [...others, event.key] };
    }
    case 'script-started':
      return calls.scriptStarted(state, own, event);
    case 'terminal-waiting':
      return calls.waiting(state, own, event);
    case 'terminal-input':
      return calls.typed(state, own, event);
    case 'script-finished':
      return calls.scriptFinished(state, own, event);
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
