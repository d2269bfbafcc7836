/** The fold: events → session state. Pure, shared by the core and the screen. */
import { ABOUT_THE_LIST } from './about-the-list.ts';
import { assertNever } from './errors.ts';
import type { KnownEvent, SessionEvent } from './events.ts';
import { isSetAside, setAside } from './history.ts';
import { keptWhole } from './kept-whole.ts';
import { marked, NO_MARKS, noted } from './marks.ts';
import type {
  ApprovalView,
  ArtifactView,
  CallView,
  Compaction,
  LoadedSkill,
  Message,
  ScriptView,
  SessionState,
} from './session-state.ts';
import { isWholeAnswer, type TerminalQuestion } from './terminal.ts';
import { answeredRequest, sentRequest, usageOf } from './usage.ts';

export const DEFAULT_LIMITS = { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 } as const;

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

/** Events about the session as a whole: a rewind leaves them standing. */
const NOT_REWOUND: ReadonlySet<string> = new Set([
  'session-created',
  'settings-changed',
  'prompt-changed',
  ...ABOUT_THE_LIST,
  'catalog-changed',
  'artifact-saved',
  'artifact-deleted',
  'artifact-restored',
  'skill-pin-changed',
  'loaded-skill-changed',
  'skill-switch-changed',
  'message-pin-changed',
  'grant-withdrawn',
  'unknown',
]);

/** The events that count: those set aside by a later `history-rewound` are left out. */
export function activeEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  if (!events.some((event) => event.type === 'history-rewound')) return events;
  const intervals = setAside(events);
  return events.filter(({ seq, type }) => NOT_REWOUND.has(type) || !isSetAside(seq, intervals));
}

/** The state after all of `events`, which start at `seq` 1 and belong to one session. */
export function foldEvents(id: string, events: readonly SessionEvent[]): SessionState {
  const active = activeEvents(events);
  const state = fold(emptyState(id), active);
  return active === events ? state : { ...state, ...usageOf(events) };
}

/** Goes on from a state over events that follow it; none of them may be a `history-rewound`, which folds anew. */
export function continueFold(state: SessionState, events: readonly SessionEvent[]): SessionState {
  return fold(state, events);
}

/**
 * A log and its fold, kept in step. `advance` is cheap for every event but `history-rewound`, which folds anew.
 * An event already applied is passed over, so that a reconnecting client may be sent one twice.
 */
export interface SessionLog {
  readonly events: readonly SessionEvent[];
  readonly state: SessionState;
}

export function startLog(id: string, events: readonly SessionEvent[] = []): SessionLog {
  return { events, state: foldEvents(id, events) };
}

export function advance(log: SessionLog, added: readonly SessionEvent[]): SessionLog {
  let last = log.events.at(-1)?.seq ?? 0;
  const fresh: SessionEvent[] = [];
  for (const event of added) {
    if (event.seq <= last) continue;
    last = event.seq;
    fresh.push(event);
  }
  if (fresh.length === 0) return log;
  const events = [...log.events, ...fresh];
  if (fresh.some((event) => event.type === 'history-rewound')) return startLog(log.state.id, events);
  return { events, state: fold(log.state, fresh) };
}

/**
 * The containers that one fold has made and nobody else has seen: it may write into them in place. Without this a
 * fold would copy all messages at each message, which is quadratic (10,000 messages: seconds in place of milliseconds).
 */
type Own = WeakSet<object>;

function fold(start: SessionState, events: readonly SessionEvent[]): SessionState {
  const own: Own = new WeakSet();
  return events.reduce((state, event) => step(state, event, own), start);
}

function asking({ question: _before, ...script }: ScriptView, question?: TerminalQuestion): ScriptView {
  return question === undefined ? script : { ...script, question };
}

function withCall(state: SessionState, own: Own, callId: string, change: (call: CallView) => CallView): SessionState {
  // The model names its calls: `constructor` must not find what every object has.
  const call = Object.hasOwn(state.calls, callId) ? state.calls[callId] : undefined;
  return call === undefined ? state : putCall(state, own, change(call));
}

function answerOf({ decision, unasked }: Extract<KnownEvent, { type: 'approval-resolved' }>): Partial<ApprovalView> {
  return unasked === undefined ? { decision } : { decision, unasked };
}

function putCall(state: SessionState, own: Own, call: CallView): SessionState {
  const calls: Record<string, CallView> = own.has(state.calls) ? state.calls : { ...state.calls };
  own.add(calls);
  // Not by assignment: a call named `__proto__` would change the object instead of standing in it.
  Object.defineProperty(calls, call.callId, { value: call, enumerable: true, configurable: true, writable: true });
  return { ...state, calls };
}

function withSkill(state: SessionState, id: string, change: (skill: LoadedSkill) => LoadedSkill): SessionState {
  return { ...state, loadedSkills: state.loadedSkills.map((skill) => (skill.id === id ? change(skill) : skill)) };
}

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

function withMessage(state: SessionState, own: Own, message: Message): SessionState {
  const messages = own.has(state.messages) ? (state.messages as Message[]) : [...state.messages];
  own.add(messages);
  messages.push(message);
  return { ...state, messages };
}

/** An answer with words or calls stands in the conversation; an empty one that was cut short does not. */
function respond(
  before: SessionState,
  own: Own,
  event: Extract<KnownEvent, { type: 'model-responded' }>,
): SessionState {
  const state = { ...before, ...answeredRequest(before, event.usage) };
  const { failure: _failure, ...rest } = state;
  if (event.purpose === 'summary') return { ...rest, summarising: undefined };
  const answered: SessionState = { ...rest, iteration: event.iteration };
  const counted = event.usage === undefined ? answered : { ...answered, lastUsage: event.usage };
  if (event.text === '' && event.toolCalls.length === 0) return counted;
  return withMessage(counted, own, {
    role: 'assistant',
    seq: event.seq,
    at: event.at,
    iteration: event.iteration,
    text: event.text,
    toolCalls: event.toolCalls,
    finishReason: event.finishReason,
  });
}

function requested(state: SessionState, event: Extract<KnownEvent, { type: 'request-sent' }>): SessionState {
  const { tokens, sha256, seq, at, iteration, prefix, purpose } = event;
  const sent = { ...state, ...sentRequest(state, event) };
  if (purpose === 'summary') return { ...sent, summarising: { seq, iteration, at } };
  return { ...sent, lastRequest: { tokens, sha256, seq, prefix } };
}

/** Not by assignment: a skill may be named `__proto__`. */
function switched(
  before: SessionState['skillSwitches'],
  skill: string,
  enabled: boolean | null,
): SessionState['skillSwitches'] {
  const others = Object.entries(before).filter(([id]) => id !== skill);
  return Object.fromEntries(enabled === null ? others : [...others, [skill, enabled]]);
}

function unloaded(state: SessionState, id: string): SessionState {
  const lastUnloaded = state.loadedSkills.find((skill) => skill.id === id);
  if (lastUnloaded === undefined) return state;
  return { ...state, lastUnloaded, loadedSkills: state.loadedSkills.filter((skill) => skill.id !== id) };
}

function compaction(state: SessionState, event: Extract<KnownEvent, { type: 'context-compacted' }>): Compaction {
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

/** What the first request brings is no change that anybody saw. */
function catalogChanged(
  state: SessionState,
  { skills, diagnostics, seq, at, added, removed }: Extract<KnownEvent, { type: 'catalog-changed' }>,
): SessionState {
  const known = { ...state, catalog: skills, diagnostics };
  if (state.messages.length === 0 || state.lastRequest === undefined || added.length + removed.length === 0)
    return known;
  return { ...known, catalogChanges: [...state.catalogChanges, { seq, at, added, removed }] };
}

/** The earlier request comes back byte for byte, an unloaded skill in its old place too. */
function undone(state: SessionState, seq: number): SessionState {
  const gone = state.compactions.find((one) => one.seq === seq);
  const compactions = state.compactions.filter((one) => one.seq !== seq);
  const back = gone?.unloaded;
  if (back === undefined || state.loadedSkills.some((skill) => skill.id === back.id)) return { ...state, compactions };
  return { ...state, compactions, loadedSkills: [...state.loadedSkills, back].sort((a, b) => a.seq - b.seq) };
}

/** One step of the fold; `before` is left as it was. An unknown event counts and changes nothing else. */
export function applyEvent(before: SessionState, event: SessionEvent): SessionState {
  return step(before, event, new WeakSet());
}

function step(before: SessionState, event: SessionEvent, own: Own): SessionState {
  const state: SessionState = { ...before, lastSeq: event.seq };
  switch (event.type) {
    case 'unknown':
      return { ...state, unknownEvents: state.unknownEvents + 1 };
    case 'session-created':
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
        ...(event.forkedFrom === undefined ? {} : { forkedFrom: event.forkedFrom }),
        ...(event.foreign === undefined ? {} : { foreign: event.foreign }),
      };
    case 'settings-changed':
      return {
        ...state,
        environment: event.environment ?? state.environment,
        dialect: event.dialect ?? state.dialect,
        model: event.model ?? state.model,
        limits: event.limits ?? state.limits,
        loadMode: event.loadMode ?? state.loadMode,
        placement: event.placement ?? state.placement,
        approve: event.approve ?? state.approve,
        pinned: { ...state.pinned, ...event.pinned },
        agent: event.agent === undefined ? state.agent : (event.agent ?? undefined),
      };
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
    case 'user-message-added': {
      const { lastRun: _lastRun, failure: _failure, ...rest } = state;
      return withMessage({ ...rest, iteration: 0 }, own, {
        role: 'user',
        seq: event.seq,
        at: event.at,
        text: event.text,
        ...(event.form === undefined ? {} : { form: event.form }),
        ...(event.attachments === undefined ? {} : { attachments: event.attachments }),
      });
    }
    case 'request-sent':
      return requested(state, event);
    case 'model-responded':
      return respond(state, own, event);
    case 'model-failed': {
      // A summary that could not be had is no failure of the run: it goes on without.
      if (event.purpose === 'summary') return { ...state, summarising: undefined };
      const { code, message, willRetry, retryInMs, seq, at } = event;
      return { ...state, failure: { code, message, willRetry, retryInMs, seq, at } };
    }
    case 'tool-started': {
      const call: CallView = {
        callId: event.callId,
        name: event.name,
        arguments: event.arguments,
        startedAt: event.at,
        status: 'running',
      };
      return putCall(state, own, call);
    }
    case 'tool-finished': {
      const finished = withCall(state, own, event.callId, (call) => ({
        ...call,
        status: event.ok ? 'done' : 'failed',
        content: event.content,
        data: event.data,
        ms: event.ms,
      }));
      const { seq, at, callId, name, ok, content } = event;
      return withMessage(finished, own, { role: 'tool', seq, at, callId, name, ok, content });
    }
    case 'skill-loaded': {
      const skill: LoadedSkill = {
        id: event.skill,
        tokens: event.tokens,
        sha256: event.sha256,
        instructions: event.instructions,
        seq: event.seq,
        by: event.by,
        references: [],
        tools: event.tools ?? [],
        // Loaded anew (in another dialect, from a changed file) it stays pinned.
        pinned: state.loadedSkills.some((other) => other.id === event.skill && other.pinned),
      };
      return { ...state, loadedSkills: [...state.loadedSkills.filter((other) => other.id !== skill.id), skill] };
    }
    case 'skill-unloaded':
      return unloaded(state, event.skill);
    case 'loaded-skill-changed': {
      const { state: onDisk, tokens } = event;
      const mark = onDisk === 'current' ? undefined : { state: onDisk, tokens };
      return withSkill(state, event.skill, (skill) => ({ ...skill, onDisk: mark }));
    }
    case 'skill-switch-changed':
      return { ...state, skillSwitches: switched(state.skillSwitches, event.skill, event.enabled) };
    case 'skill-pin-changed':
      return withSkill(state, event.skill, (skill) => ({ ...skill, pinned: event.pinned }));
    case 'grant-withdrawn': {
      const others = (state.withdrawnGrants ?? []).filter((key) => key !== event.key);
      return { ...state, withdrawnGrants: event.undone ? others : [...others, event.key] };
    }
    case 'message-pin-changed': {
      const others = state.pinnedMessages.filter((seq) => seq !== event.message);
      const pinnedMessages = event.pinned ? [...others, event.message].sort((a, b) => a - b) : others;
      return { ...state, pinnedMessages };
    }
    case 'reference-loaded': {
      const { path, tokens, sha256, text, seq } = event;
      return withSkill(state, event.skill, (skill) => ({
        ...skill,
        references: [...skill.references.filter((other) => other.path !== path), { path, tokens, sha256, text, seq }],
      }));
    }
    case 'reference-unloaded':
      return withSkill(state, event.skill, (skill) => ({
        ...skill,
        references: skill.references.filter((reference) => reference.path !== event.path),
      }));
    case 'context-compacted':
      return { ...state, compactions: [...state.compactions, compaction(state, event)] };
    case 'compaction-undone':
      return undone(state, event.undoes);
    case 'approval-requested':
      return withCall(state, own, event.callId, (call) => ({
        ...call,
        status: 'waiting-approval',
        approval: { action: event.action, detail: event.detail, seq: event.seq },
      }));
    case 'approval-resolved':
      return withCall(state, own, event.callId, (call) => ({
        ...call,
        status: 'running',
        ...(call.approval === undefined ? {} : { approval: { ...call.approval, ...answerOf(event) } }),
      }));
    case 'script-started': {
      const { command, cwd, interpreter, sandbox } = event;
      const script = { command, cwd, interpreter, ...(sandbox === undefined ? {} : { sandbox }) };
      return withCall(state, own, event.callId, (call) => ({ ...call, script }));
    }
    case 'terminal-waiting': {
      const { question } = event;
      return withCall(state, own, event.callId, (call) => ({
        ...call,
        ...(call.script === undefined ? {} : { script: asking(call.script, question ?? undefined) }),
      }));
    }
    case 'terminal-input':
      // Half a line is no answer yet.
      if (event.hidden === undefined && !isWholeAnswer(event.text)) return state;
      return withCall(state, own, event.callId, (call) => ({
        ...call,
        ...(call.script === undefined ? {} : { script: asking(call.script) }),
      }));
    case 'script-finished': {
      const { exitCode, timedOut, truncated, ms, outputs, stopped, limit } = event;
      return withCall(state, own, event.callId, (call) =>
        call.script === undefined
          ? call
          : {
              ...call,
              script: {
                ...asking(call.script),
                finished: {
                  ...{ exitCode, timedOut, truncated, ms, outputs },
                  ...(stopped === undefined ? {} : { stopped }),
                  ...(limit === undefined ? {} : { limit }),
                },
              },
            },
      );
    }
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
      const { code, message, seq } = event;
      return { ...state, lastRun: { state: event.state, code, message, seq } };
    }
    default:
      return assertNever(event);
  }
}
