/** All commands on sessions, one method each; every command has its own file. */

import type { Attachment } from '../../shared/attachments.ts';
import type { WhatIf, WhatIfResult } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import { defined, isEqual } from '../../shared/defined.ts';
import { assertNever, isSkilldeckError, SkilldeckError } from '../../shared/errors.ts';
import type { MediaKind, SessionEvent, SessionKind } from '../../shared/events.ts';
import { checkAnswers, type FormChecks } from '../../shared/forms/form-check.ts';
import { faultText, replyText } from '../../shared/forms/form-words.ts';
import { type ChangedFact, type Form, type FormReply, formIn, todayHere } from '../../shared/forms/forms.ts';
import { detailed } from '../../shared/messages/failure.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import type { ApprovalAnswer, ToolResult } from '../agent/ports.ts';
import type { SummaryQuery } from '../store/projections/session-list.ts';
import type { ReplacingLog } from '../store/store.ts';
import { compactByHand, compactIfNeeded, undoCompaction } from './compact.ts';
import { LiveSession, type SessionDeps } from './live-session.ts';
import { loadReference, loadSkill, refusalIn } from './load-skill.ts';
import * as organize from './organize.ts';
import { recoverInterruptedRuns, stop } from './recover.ts';
import { SessionRegistry } from './registry.ts';
import * as run from './run.ts';
import { configureSession, learnSight } from './settings.ts';
import { unloadReference, unloadSkill } from './unload-skill.ts';
import { loadedOnDisk, refreshSession, reloadSkill, switchSkill } from './update-catalog.ts';

/**
 * Answers or skips a form: adds a user message with the answers in words and starts the run. Answering an already
 * answered form rewinds the conversation to before that answer, as editing a message does.
 * @throws SkilldeckError `form-closed`, `bad-input` naming the fields, `session-busy`, `config-invalid`.
 */
async function answerForm(deps: SessionDeps, session: LiveSession, reply: FormReply): Promise<void> {
  const { formPatterns } = await import('../../shared/text/foreign-pattern.ts');
  session.assertIdle();
  const { form, answered } = askedForm(session.state, reply.callId);
  if (reply.outcome === 'submitted') assertFits(form, reply, formPatterns());
  const text = replyText(form, reply);
  await run.startRun(deps, session, () => {
    if (answered === undefined) return run.addUserMessage(deps, session, { text, form: reply });
    session.append(
      { type: 'history-rewound', toSeq: answered.seq - 1, reason: 'edit' },
      { type: 'user-message-added', text, form: reply },
    );
  });
}

function askedForm(
  { calls, messages }: SessionState,
  callId: string,
): { readonly form: Form; readonly answered: Message | undefined } {
  const form = Object.hasOwn(calls, callId) ? formIn(calls[callId]?.data) : undefined;
  const asked = messages.findIndex((message) => message.role === 'tool' && message.callId === callId);
  if (form === undefined || asked < 0) throw detailed('form-closed', 'form-gone');
  const after = messages.slice(asked + 1).filter((message) => message.role === 'user');
  const answered = after.find((message) => message.form?.callId === callId);
  if (answered === undefined && after.length > 0) throw detailed('form-closed', 'form-passed');
  return { form, answered };
}

function assertFits(form: Form, { answers }: FormReply, matches: FormChecks['matches']): void {
  const faults = Object.entries(checkAnswers(form, answers, { today: todayHere(), matches }));
  const strange = Object.keys(answers).filter((name) => !form.fields.some((field) => field.name === name));
  if (faults.length + strange.length === 0) return;
  const said = faults.map(([field, fault]) => `${field}: ${faultText(fault, 'en')}`);
  throw new SkilldeckError(
    'bad-input',
    [...said, ...strange.map((name) => `${name}: the form has no such field.`)].join(' '),
  );
}

/**
 * Previews a new session's first request before any message. Stores nothing.
 * @param said a first message; a skill list with a budget is chosen for it.
 */
async function previewSession(deps: SessionDeps, given: SessionSettings = {}, said?: string): Promise<LiveSession> {
  const session = new LiveSession(deps.newId(), run.inMemory());
  session.append(run.firstEvent(deps, session.id, given));
  if (said !== undefined) session.append({ type: 'user-message-added', text: said });
  await refreshSession(run.scoped(deps, session), session);
  return session;
}

type WhatIfStep = WhatIfResult['steps'][number];

interface WhatIfOutcome {
  readonly before: SessionState;
  readonly after: SessionState;
  /** The copy's log, with what the steps added to it. */
  readonly events: readonly SessionEvent[];
  readonly steps: readonly WhatIfStep[];
  /** Reason why the resulting request would not be sent. */
  readonly refused?: string;
  /** Compactions before the request, which is over 80% of the context. */
  readonly compactions: number;
}

type StepResult = Omit<WhatIfStep, 'step'>;

/**
 * Runs the real commands on a copy of the log in memory; summaries are extracted, as no model is asked.
 * @param events the log up to the starting point. Never throws for a refused step.
 */
async function whatIf(
  given: SessionDeps,
  id: string,
  events: readonly SessionEvent[],
  steps: readonly WhatIf[],
): Promise<WhatIfOutcome> {
  const session = new LiveSession(id, run.inMemory(events));
  const deps = run.scoped(given, session);
  const wanted = new Set(steps.flatMap((step) => (step.do === 'load' ? [step.skill] : [])));
  // A session that never sent anything has no words and no catalog yet.
  if (session.state.basePrompt === '') await refreshSession(deps, session);
  const before = session.state;
  const still = standingStill(deps, before, wanted);
  const results: WhatIfStep[] = [];
  for (const step of steps) results.push({ step, ...(await take(still, session, step)) });
  await refreshSession(still, session);
  const compacted = session.state.compactions.length;
  await compactIfNeeded(still, session);
  const more = session.state.compactions.length - compacted;
  const prepared = await deps.context.prepare(session.state);
  return {
    before,
    after: session.state,
    events: session.events,
    steps: more === 0 ? results : noted(results, more),
    compactions: more,
    ...('code' in prepared ? { refused: prepared.message } : {}),
  };
}

/** A request over 80% is compacted first: that is part of what would be sent. */
function noted(results: readonly WhatIfStep[], compactions: number): WhatIfStep[] {
  const times = compactions === 1 ? 'one step' : `${compactions} steps`;
  const note = `Before the request the context would be compacted in ${times}, as it is over 80 % full; a summary is the extractive one, as no model is asked.`;
  return results.map((one, index) =>
    index === results.length - 1 ? { ...one, message: `${one.message} ${note}` } : one,
  );
}

/**
 * The environment at that point: catalog and fixed words from the log, so that only the steps make a difference. A skill
 * added since then is read from the disk.
 */
function standingStill(deps: SessionDeps, start: SessionState, wanted: ReadonlySet<string>): SessionDeps {
  const known = new Set(start.catalog.map(({ id }) => id));
  const isNew = [...wanted].some((id) => !known.has(id));
  const { basePrompt, workspaceSection, tools } = start;
  return {
    ...deps,
    skills: {
      ...deps.skills,
      catalog: async () => {
        if (!isNew) return { skills: start.catalog, diagnostics: start.diagnostics };
        const { skills, diagnostics } = await deps.skills.catalog(start);
        const added = skills.filter(({ id }) => wanted.has(id) && !known.has(id));
        return added.length === 0
          ? { skills: start.catalog, diagnostics: start.diagnostics }
          : { skills: [...start.catalog, ...added].sort((a, b) => (a.id < b.id ? -1 : 1)), diagnostics };
      },
    },
    fixedPrompt: async (state) =>
      state.dialect === start.dialect && isEqual(state.catalog, start.catalog)
        ? { basePrompt, workspaceSection, tools }
        : deps.fixedPrompt(state),
    model: async () => run.NO_MODEL,
  };
}

async function take(deps: SessionDeps, session: LiveSession, step: WhatIf): Promise<StepResult> {
  try {
    return await carryOut(deps, session, step);
  } catch (error) {
    if (isSkilldeckError(error)) {
      const { code, figures, message } = error;
      return { ok: false, message, code, ...(figures === undefined ? {} : { figures }) };
    }
    throw error;
  }
}

async function carryOut(deps: SessionDeps, session: LiveSession, step: WhatIf): Promise<StepResult> {
  switch (step.do) {
    case 'load':
      return said(await loadSkill(deps, session, step.skill, 'user'));
    case 'unload':
      return said(unloadSkill(session, step.skill, 'user'));
    case 'load-reference':
      return said(await loadReference(deps, session, step.skill, step.path, 'user'));
    case 'unload-reference':
      return said(unloadReference(session, step.skill, step.path, 'user'));
    case 'compact': {
      const { before, after, messages } = await compactByHand(deps, session, undefined);
      return {
        ok: true,
        message: `${messages} messages compacted, ${before} → ${after} tokens, with the extractive summary: no model is asked.`,
      };
    }
    case 'dialect':
      configureSession(deps, session, { dialect: step.dialect });
      await refreshSession(deps, session);
      return { ok: true, message: `The dialect is '${step.dialect}', its placement '${session.state.placement}'.` };
    case 'placement':
      configureSession(deps, session, { placement: step.placement });
      return { ok: true, message: `Loaded text is now placed by '${step.placement}'.` };
    case 'model':
      configureSession(deps, session, { model: step.model });
      return { ok: true, message: `The model is '${step.model}', which counts by its own encoding.` };
    case 'max-context':
      configureSession(deps, session, { limits: { maxContext: step.tokens } });
      return { ok: true, message: `The context holds ${step.tokens} tokens.` };
    default:
      return assertNever(step);
  }
}

const said = (result: Pick<ToolResult, 'ok' | 'content' | 'data'>): StepResult => {
  if (result.ok) return { ok: true, message: result.content };
  const { message, code, figures } = refusalIn(result);
  return { ok: false, message, code, ...defined({ figures }) };
};

export type SessionCommands = ReturnType<typeof createSessionCommands>;

export function createSessionCommands(deps: SessionDeps) {
  const registry = new SessionRegistry(deps);
  const get = (id: string) => registry.get(id);
  /** A session with the dependencies that work on it needs. */
  const at = (id: string) => {
    const session = get(id);
    return [run.scoped(deps, session), session] as const;
  };
  return {
    /** @throws SkilldeckError `session-not-found`, as every method with an id does. */
    get,
    /** The same for a log that may be long: others are served while it is read. */
    load: (id: string) => registry.load(id),
    summaries: (query: Partial<Pick<SummaryQuery, 'search' | 'kind'>>) => deps.store.summaries(query),
    /** Called after any session's events; several changes may share one call. */
    onChange: (listener: () => void) => registry.onChange(listener),
    /** Call after a session was stored from elsewhere: the list has changed. */
    announceStored: () => registry.announceStored(),
    /** Like `Store.replaceImported`; drops the session's object in memory. */
    replaceImported(id: string, log: ReplacingLog) {
      deps.store.replaceImported(id, log);
      registry.drop(id);
    },
    create: (settings: SessionSettings, kind?: SessionKind) => run.createSession(deps, registry, settings, kind),
    /** Result of `create`, up to the first request. Stores nothing. */
    preview: (settings?: SessionSettings, said?: string) => previewSession(deps, settings, said),
    configure: (id: string, settings: SessionSettings) => configureSession(...at(id), settings),
    /** Before a picture or PDF is sent: asks the endpoint what the model can see. Takes a few seconds at most. */
    learnSight: (id: string, kind: MediaKind) => learnSight(...at(id), kind),
    send: (id: string, text: string, attachments?: readonly Attachment[], fact?: ChangedFact) =>
      run.send(...at(id), text, attachments, fact),
    retry: (id: string) => run.retry(...at(id)),
    /** @throws SkilldeckError `form-closed`, `bad-input`. */
    answerForm: (id: string, reply: FormReply) => answerForm(...at(id), reply),
    edit: (id: string, seq: number, text: string) => run.editAndResend(...at(id), seq, text),
    /** The version `seq` of an edited message. @throws SkilldeckError `message-not-found`, `session-busy`. */
    bringBack: (id: string, seq: number) => run.bringBack(get(id), seq),
    /** True where there was a run to stop; resolves when it has stopped. */
    stop: (id: string) => stop(...at(id)),
    approve: (id: string, callId: string, answer: ApprovalAnswer) => get(id).decide(callId, answer),
    rename: (id: string, title: string) => organize.renameSession(get(id), title),
    mark: (id: string, marks: organize.Marks) => organize.markSession(get(id), marks),
    /** The note's id. @throws SkilldeckError `event-not-found`. */
    addNote: (id: string, on: number, text: string) => organize.addNote(get(id), on, text, deps.newId),
    changeNote: (id: string, note: string, text: string) => organize.changeNote(get(id), note, text),
    removeNote: (id: string, note: string) => organize.removeNote(get(id), note),
    /** The new session's id. @throws SkilldeckError `event-not-found`, `not-supported`. */
    fork: async (id: string, seq: number) => (await organize.forkSession(deps, registry, get(id), seq)).id,
    remove: (id: string) => organize.removeSession(get(id)),
    restore: (id: string) => organize.restoreSession(get(id)),
    loadSkill: (id: string, skill: string) => loadSkill(...at(id), skill, 'user'),
    unloadSkill: (id: string, skill: string) => unloadSkill(get(id), skill, 'user'),
    /** Reloads the skill from disk; keeps the loaded version if the new one does not fit. */
    reloadSkill: (id: string, skill: string) => reloadSkill(...at(id), skill),
    /** Compares the loaded skills with their folders; logs nothing. */
    loadedOnDisk: (id: string) => loadedOnDisk(...at(id)),
    /** For this session only; `null`: follows the app's setting. @throws SkilldeckError `skill-not-found`. */
    switchSkill: (id: string, skill: string, enabled: boolean | null) => switchSkill(...at(id), skill, enabled),
    loadReference: (id: string, skill: string, path: string) => loadReference(...at(id), skill, path, 'user'),
    /** @throws SkilldeckError `skill-not-loaded`. */
    pinSkill: (id: string, skill: string, pinned: boolean) => organize.pinSkill(get(id), skill, pinned),
    /** @throws SkilldeckError `message-not-found`. */
    pinMessage: (id: string, seq: number, pinned: boolean) => organize.pinMessage(get(id), seq, pinned),
    /** Compacts on request, at any fill. @throws SkilldeckError `session-busy`, `nothing-to-compact`. */
    compact: (id: string, instruction?: string) => compactByHand(...at(id), instruction),
    /** @throws SkilldeckError `session-busy`, `compaction-not-found`. */
    undoCompaction: async (id: string, seq: number) => undoCompaction(get(id), seq),
    unloadReference: (id: string, skill: string, path: string) => unloadReference(get(id), skill, path, 'user'),
    /** Simulates the steps from the end of `events`, a part of the session's log. Stores nothing, asks no model. */
    whatIf: (id: string, events: readonly SessionEvent[], steps: readonly WhatIf[]) => whatIf(deps, id, events, steps),
    /** Brings a session's catalog and prompt up to date, as the next request would. @param skillsOf by default each session looks itself. */
    refresh: (id: string, skillsOf: SessionDeps['skillsOf'] = deps.skillsOf) =>
      refreshSession(run.scoped({ ...deps, skillsOf }, get(id)), get(id)),
    /** Call once, at start: ends the runs that a crash interrupted. @returns their sessions. */
    recover: () => recoverInterruptedRuns(deps, registry),
    stopAll: () => registry.stopAll(),
  };
}
