/** Settings of one session: what was given for it, over what the app has. */

import type { SessionSettings } from '../../shared/contract.ts';
import { isEqual } from '../../shared/defined.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import type { Agent, Dialect, EventBody, LoadMode, MediaKind, Pinned, Placement } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import { MODEL_OPTION_NAMES } from '../../shared/models/model-options.ts';
import { pinnedAfter } from '../../shared/reducer.ts';
import { firstLimits } from '../../shared/settings/limits.ts';
import type { LiveSession, SessionDefaults, SessionDeps } from './live-session.ts';

type SettingsChanged = Extract<EventBody, { type: 'settings-changed' }>;

/** Resets settings that a new dialect does not support, or that had the old one's default, to its own default. */
export function applySettings<T extends SessionDefaults>(base: T, given: SessionSettings): T {
  const dialect = given.dialect ?? base.dialect;
  return {
    ...base,
    environment: given.environment ?? base.environment,
    dialect,
    model: given.model ?? base.model,
    loadMode: given.loadMode ?? loadModeIn(dialect, base),
    placement: given.placement ?? placementIn(dialect, base),
    approve: given.approve ?? base.approve,
    limits: firstLimits(base.limits, given.limits),
  };
}

function loadModeIn(dialect: Dialect, { dialect: before, loadMode }: SessionDefaults): LoadMode {
  const wasDefault = loadMode === DIALECT_SETTINGS[before].loadMode;
  return dialect !== before && wasDefault ? DIALECT_SETTINGS[dialect].loadMode : loadMode;
}

function placementIn(dialect: Dialect, { dialect: before, placement }: SessionDefaults): Placement {
  const { placements } = DIALECT_SETTINGS[dialect];
  const wasDefault = placement === DIALECT_SETTINGS[before].placements[0];
  return (dialect !== before && wasDefault) || !placements.includes(placement) ? placements[0] : placement;
}

const PINNED = ['skills', 'baseUrl', 'apiKeyEnv', 'model', ...MODEL_OPTION_NAMES] as const;

/** Settings that override the app's, if given, without the key of an address: the model, how it is asked, its endpoint and the skills' folders. */
export function pinnedOf(given: SessionSettings): Pinned | undefined {
  const baseUrl = given.baseUrl === undefined ? undefined : keylessAddress(given.baseUrl);
  const shown = { ...given, baseUrl };
  const entries = PINNED.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]] as const]));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** @throws SkilldeckError `bad-input` for a placement that `dialect` does not honour. */
export function assertSupported(given: SessionSettings, dialect: Dialect): void {
  const { placements } = DIALECT_SETTINGS[dialect];
  if (given.placement === undefined || placements.includes(given.placement)) return;
  throw detailed('bad-input', 'placement', { dialect, placement: given.placement });
}

/** Changes a session's settings. Logs only the differences. */
export function configureSession(deps: SessionDeps, session: LiveSession, given: SessionSettings): void {
  const { settings, agent } = deps.resolveSettings(given, session.state);
  assertSupported(given, settings.dialect ?? session.state.dialect);
  session.assertIdle();
  const changed = changes(session, settings, pinnedOf(given), agent);
  if (changed !== undefined) session.append(changed);
}

/** Before a run, applies the app's settings that the session has not pinned. */
export function followApp(deps: SessionDeps, session: LiveSession): void {
  const { state } = session;
  const { model, maxContext, agent, route } = deps.currentDefaults(state);
  const event: SettingsChanged = {
    type: 'settings-changed',
    ...(state.model === model ? {} : { model }),
    ...(state.model === model || maxContext === undefined ? {} : { limits: { ...state.limits, maxContext } }),
    ...(agent === undefined || isEqual(agent, state.agent) ? {} : { agent }),
    ...(isEqual(route, state.route) ? {} : { route }),
  };
  if (Object.keys(event).length > 1) session.append(event);
  followServer(deps, session);
}

/** Before the first picture or PDF is sent, which the model may be able to see: by what its server says of it. */
export async function learnSight(deps: SessionDeps, session: LiveSession, kind: MediaKind): Promise<void> {
  if (session.state.route?.sees?.includes(kind) === true) return;
  await deps.learnLimits(session.state);
  if (!session.running) followApp(deps, session);
}

/** Limits the gauge to the context that the endpoint reported, even if a larger figure was set. */
export function followServer(deps: Pick<SessionDeps, 'serverContext'>, session: LiveSession): void {
  const { limits } = session.state;
  const maxContext = deps.serverContext(session.state);
  if (maxContext === undefined || maxContext >= limits.maxContext) return;
  session.append({
    type: 'settings-changed',
    limits: { ...limits, maxContext },
    learned: { maxContext, was: limits.maxContext },
  });
}

/** Makes the app's own settings the session's. Only what differs is logged. */
export function takeAppSettings(deps: SessionDeps, session: LiveSession): void {
  const { settings, agent } = deps.resolveSettings({});
  const own = applySettings(deps.defaults(settings), settings);
  const { environment, dialect, model, loadMode, placement, approve, limits } = own;
  const wanted = { environment, dialect, model, loadMode, placement, approve, limits };
  const changed = changes(session, wanted, undefined, agent ?? null);
  if (changed !== undefined) session.append(changed);
}

function changes(
  { state }: LiveSession,
  given: SessionSettings,
  pinned: Pinned | undefined,
  agent: Agent | null | undefined,
): SettingsChanged | undefined {
  const wanted = applySettings(state, given);
  const event: SettingsChanged = {
    type: 'settings-changed',
    ...(wanted.environment === state.environment ? {} : { environment: wanted.environment }),
    ...(wanted.dialect === state.dialect ? {} : { dialect: wanted.dialect }),
    ...(wanted.model === state.model ? {} : { model: wanted.model }),
    ...(wanted.loadMode === state.loadMode ? {} : { loadMode: wanted.loadMode }),
    ...(wanted.placement === state.placement ? {} : { placement: wanted.placement }),
    ...(wanted.approve === state.approve ? {} : { approve: wanted.approve }),
    ...(isEqual(wanted.limits, state.limits) ? {} : { limits: wanted.limits }),
    ...(pinned === undefined || holdsAlready(state.pinned, pinned) ? {} : { pinned }),
    ...(agent === undefined || isEqual(agent, state.agent ?? null) ? {} : { agent }),
  };
  return Object.keys(event).length > 1 ? event : undefined;
}

const holdsAlready = (held: Pinned, given: Pinned): boolean => isEqual(pinnedAfter(held, given), held);
