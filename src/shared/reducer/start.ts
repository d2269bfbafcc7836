/** The state before the first event, and what the first one and later settings make of it. */
import type { EventOf, Pinned } from '../events.ts';
import { NO_MARKS } from '../pinned-messages.ts';
import type { SessionState } from '../session-state.ts';
import { DEFAULT_LIMITS } from '../settings/defaults.ts';

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

/** Initial state of a session. */
export function created(state: SessionState, event: EventOf<'session-created'>): SessionState {
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
    ...(event.route === undefined ? {} : { route: event.route }),
    ...(event.forkedFrom === undefined ? {} : { forkedFrom: event.forkedFrom }),
    ...(event.foreign === undefined ? {} : { foreign: event.foreign }),
    ...(event.kind === undefined ? {} : { kind: event.kind }),
  };
}

/** Omitted settings keep their value. */
export function configured(state: SessionState, event: EventOf<'settings-changed'>): SessionState {
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
    ...(event.route === undefined ? {} : { route: event.route }),
  };
}

/** Merges new session settings. At a changed address, values meant for the old one are not sent. */
export function pinnedAfter(before: Pinned, given: Pinned | undefined): Pinned {
  if (given?.baseUrl === undefined || given.baseUrl === before.baseUrl) return { ...before, ...given };
  const { wire: _wire, headers: _headers, params: _params, effort: _effort, maxOutput: _maxOutput, ...rest } = before;
  return { ...rest, ...given };
}
