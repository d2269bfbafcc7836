/**
 * Simulates changes to a session: copies its log into memory, runs the real commands on the copy, and stores nothing.
 * Asks no model: summaries are extractive instead.
 */

import { z } from 'zod';
import type { WhatIf, WhatIfResult } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import { isEqual } from '../../shared/defined.ts';
import { assertNever, isSkilldeckError } from '../../shared/errors.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ToolResult } from '../agent/ports.ts';
import { compactByHand, compactIfNeeded } from './compact.ts';
import type { SessionDeps } from './deps.ts';
import { LiveSession } from './live-session.ts';
import { loadReference, loadSkill } from './load-skill.ts';
import { firstEvent, inMemory, NO_MODEL, scoped } from './run.ts';
import { configureSession } from './settings.ts';
import { unloadReference, unloadSkill } from './unload-skill.ts';
import { refreshSession } from './update-catalog.ts';

// Previews a new session's first request before any message. Stores nothing.

/** @param said a first message, which a list of skills with a budget is chosen for. */
export async function previewSession(
  deps: SessionDeps,
  given: SessionSettings = {},
  said?: string,
): Promise<LiveSession> {
  const session = new LiveSession(deps.newId(), inMemory());
  session.append(firstEvent(deps, session.id, given));
  if (said !== undefined) session.append({ type: 'user-message-added', text: said });
  await refreshSession(scoped(deps, session), session);
  return session;
}

type WhatIfStep = WhatIfResult['steps'][number];

export interface WhatIfOutcome {
  readonly before: SessionState;
  readonly after: SessionState;
  /** The copy's log, with what the steps added to it. */
  readonly events: readonly SessionEvent[];
  readonly steps: readonly WhatIfStep[];
  /** Reason why the request that would result is not one that would be sent. */
  readonly refused?: string;
  /** Compactions before the request, since it is over 80%. */
  readonly compactions: number;
}

type StepResult = Omit<WhatIfStep, 'step'>;

const refusalSchema = z.object({ code: z.string(), figures: z.record(z.string(), z.number()).optional() });

/** @param events the log up to the point from which it is asked. Never throws for a step that is refused. */
export async function whatIf(
  given: SessionDeps,
  id: string,
  events: readonly SessionEvent[],
  steps: readonly WhatIf[],
): Promise<WhatIfOutcome> {
  const session = new LiveSession(id, inMemory(events));
  const deps = scoped(given, session);
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
 * The world as it was at that point: catalog and words of the log, so that only the steps make a difference. A skill
 * that is new since then is looked for on the disk.
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
    model: async () => NO_MODEL,
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
      return { ok: true, message: `What is loaded stands in placement '${step.placement}'.` };
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

const said = ({ ok, content, data }: Pick<ToolResult, 'ok' | 'content' | 'data'>): StepResult => ({
  ok,
  message: content,
  ...(ok ? {} : refusalOf(data)),
});

/** Reads what the commands put into a refused call's data. */
function refusalOf(data: unknown): Pick<StepResult, 'code' | 'figures'> {
  const read = refusalSchema.safeParse(data);
  if (!read.success) return {};
  const { code, figures } = read.data;
  return { code, ...(figures === undefined ? {} : { figures }) };
}
