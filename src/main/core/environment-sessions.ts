/** Resolves names for sessions from their environment; values that are not pinned follow its files. */

import type { SessionSettings } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import type { Agent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/detail.ts';
import { rowOf } from '../../shared/models/table.ts';
import { pinnedAfter } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { type AgentDefinition, NO_AGENT } from '../config/agents-file.ts';
import type { EnvironmentSettings } from '../config/environment-settings.ts';
import { routeOf } from '../config/route.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { Followed, SettledSettings } from '../session/deps.ts';
import { pinnedOf } from '../session/settings.ts';

/** @throws SkilldeckError `bad-input` for an environment or agent that is not there, listing those that are. */
export function resolveSettings(
  settings: SettingsStore,
  given: SessionSettings,
  state?: SessionState,
): SettledSettings {
  if (given.environment !== undefined) settings.folders.assertThere(given.environment);
  const own = settings.of(given.environment ?? state?.environment ?? settings.environment());
  const agent = agentOf(own, given.agent, state);
  const { model: agentModel, dialect, loadMode, placement, approve } = agent?.definition ?? {};
  const isModelNew =
    given.model !== undefined ||
    (state !== undefined &&
      (agent !== undefined || own.name !== state.environment) &&
      state.pinned.model === undefined);
  const choice = own.modelFor(pinnedAfter(state?.pinned ?? {}, pinnedOf(given)), agentModel ?? namedNow(own, state));
  const model = isModelNew || state === undefined ? choice.model : undefined;
  const maxContext = given.limits?.maxContext ?? (model === undefined ? undefined : choice.maxContext);
  const inDialect = given.dialect ?? dialect ?? state?.dialect ?? own.config().dialect ?? 'omni';
  // An agent's placement is for any dialect: one that does not honour it has its own.
  const honoured = DIALECT_SETTINGS[inDialect].placements.find((one) => one === placement);
  const over = defined({ dialect, loadMode, placement: honoured, approve });
  return {
    settings: {
      ...over,
      ...given,
      ...(state !== undefined && given.environment === undefined ? {} : { environment: own.name }),
      ...(model === undefined ? {} : { model }),
      ...(maxContext === undefined ? {} : { limits: { ...given.limits, maxContext } }),
    },
    ...(state === undefined ? { route: routeOf(choice) } : {}),
    ...(agent === undefined ? {} : { agent: agent.definition === undefined ? null : inForce(agent.definition) }),
  };
}

/** Skills of a session not yet created. Without an agent, all skills. @throws SkilldeckError `bad-input`. */
export function newSession(
  settings: SettingsStore,
  agent: string | undefined,
): Pick<SessionState, 'environment' | 'pinned' | 'agent'> {
  const { agent: own } = resolveSettings(settings, { agent: agent ?? NO_AGENT });
  return { environment: settings.environment(), pinned: {}, agent: own ?? undefined };
}

export function currentDefaults(settings: SettingsStore, state: SessionState): Followed {
  const own = settings.of(state.environment);
  const agent = own.agents().find(({ name }) => name === state.agent?.name);
  const choice = own.modelFor(state.pinned, agent?.model);
  const { model } = choice;
  const { context = Number.POSITIVE_INFINITY } = model === state.model ? {} : (rowOf(model) ?? {});
  const maxContext = choice.maxContext ?? (context < state.limits.maxContext ? context : undefined);
  return {
    model,
    route: routeOf(choice),
    ...(maxContext === undefined ? {} : { maxContext }),
    ...(agent === undefined ? {} : { agent: inForce(agent) }),
  };
}

/** The model that the session's agent names, where its file still has it. */
function namedNow(own: EnvironmentSettings, state: SessionState | undefined): string | undefined {
  return own.agents().find(({ name }) => name === state?.agent?.name)?.model;
}

/** `undefined`: it stays what it was. */
function agentOf(
  own: EnvironmentSettings,
  wanted: string | undefined,
  state: SessionState | undefined,
): { readonly definition: AgentDefinition | undefined } | undefined {
  if (wanted === NO_AGENT) return { definition: undefined };
  if (wanted === undefined) return state === undefined ? { definition: own.agentFor(undefined) } : undefined;
  const agents = own.agents();
  const definition = agents.find(({ name }) => name === wanted);
  if (definition !== undefined) return { definition };
  const names = agents.map(({ name }) => name).join(', ');
  throw detailed('bad-input', names === '' ? 'agent-none' : 'agent-missing', {
    environment: own.name,
    name: wanted,
    names,
  });
}

function inForce({ name, basePrompt, instructions, tools, skills }: AgentDefinition): Agent {
  return { name, ...defined({ basePrompt, instructions, tools, skills }) };
}
