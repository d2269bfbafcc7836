/** The model of a session: the endpoint that it or the app names, or the demo model, started when first needed. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SessionSettings } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import { DIALECT_SETTINGS } from '../../shared/dialects.ts';
import { costWith } from '../../shared/models/cost.ts';
import { addressSecrets } from '../../shared/models/keyless-address.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { DEFAULT_LIMITS, SETTING_DEFAULTS } from '../../shared/settings/defaults.ts';
import { firstLimits } from '../../shared/settings/limits.ts';
import type { ModelPort } from '../agent/ports.ts';
import type { AppOptions } from '../api.ts';
import { createFileLog, silentLog } from '../lib/crash-records.ts';
import { createMask, type Mask } from '../lib/mask-secrets.ts';
import { chooseNetwork } from '../lib/network.ts';
import { type Disposables, systemClock } from '../lib/timing.ts';
import { parseAddress, requestHeaders } from '../models/address.ts';
import { createPace, type Pace } from '../models/attempt.ts';
import { createModel } from '../models/create-model.ts';
import { endpointLimits, listModels } from '../models/endpoint-limits.ts';
import { entryOf } from '../models/test-connection.ts';
import { WIRE } from '../models/wires/wires.ts';
import type { SessionDefaults } from '../session/live-session.ts';
import type { Prices } from '../session/requests.ts';
import { dataFolder } from '../settings/environments.ts';
import type { Config } from '../settings/jsonc.ts';
import { keyFile } from '../settings/keys.ts';
import { defaultContext, optionsOf } from '../settings/models.ts';
import type { LimitsFile } from '../settings/route.ts';
import { createSettings, type Endpoint, type SettingsStore } from '../settings/settings.ts';
import { openStore, type Store } from '../store/store.ts';
import { terminalText } from './terminal-text.ts';

// Settings and sessions, which the core works on. All that can keep an app from opening is found here.

export type Data = ReturnType<typeof openData>;

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`, `bad-input`. */
export function openData(options: AppOptions, disposables: Disposables) {
  const { access, host } = options;
  const home = dataFolder(options.home);
  const log = access === 'write' ? createFileLog(path.join(home, 'skilldeck.log')) : silentLog;
  const settings = createSettings({ home, given: cliConfig(options), keys: options.keyStore ?? keyFile(home) });
  chooseNetwork(settings.network);
  // Wrong usage is reported before anything is opened or made.
  if (options.environment !== undefined) settings.folders.assertThere(options.environment);
  const isNew = !existsSync(path.join(home, 'skilldeck.db'));
  const store = disposables.add(
    openStore({
      home,
      access,
      ...(options.now === undefined ? {} : { now: options.now }),
      terminal: terminalText(home),
      onBackupFailure: (error) => log.error('A backup could not be made', error),
    }),
    (open) => open.close(),
  );
  const isUnused = (): boolean => {
    const { welcomed = false, baseUrl = '' } = settings.config();
    return isNew && !welcomed && baseUrl === '';
  };
  return { isUnused, options, access, host, home, log, disposables, settings, store };
}

/** Money by the price table in force: the person's own prices over those that the app brings. */
export function pricesOf(settings: Pick<SettingsStore, 'environment' | 'of'>): Prices {
  return (model, usage) => {
    const { config, knownPrices } = settings.of(settings.environment());
    return costWith({ own: config().prices ?? {}, known: knownPrices() }, model, usage);
  };
}

// Masks the app's keys in everything stored and shown, whether from a model, provider, script or user.

/** The answer as it streams and as a whole, and the calls in it: what runs is what the log says. */
function maskedModel(model: ModelPort, mask: Mask): ModelPort {
  return {
    ...model,
    async stream(request, attempt, onDelta, signal) {
      const streams = { text: mask.stream(), reasoning: mask.stream() };
      const give = (type: keyof typeof streams, shown: string): void => {
        if (shown !== '') onDelta({ type, text: shown });
      };
      const outcome = await model.stream(
        request,
        attempt,
        (delta) => {
          if (delta.type === 'tool-call') onDelta(mask.within(delta));
          else give(delta.type, streams[delta.type].take(delta.text));
        },
        signal,
      );
      if (outcome.kind === 'answer') {
        give('reasoning', streams.reasoning.end());
        give('text', streams.text.end());
      }
      return mask.within(outcome);
    },
  };
}

/** Events and drafts, before they are stored and published. */
export function maskedStore(store: Store, mask: Mask): Store {
  return {
    ...store,
    append: (session, bodies) => store.append(session, mask.within(bodies)),
    saveDraft: (session, draft) => store.saveDraft(session, mask.within(draft)),
  };
}

export interface ModelSource {
  /** Runs of evals keep one pace for each server. @throws SkilldeckError `config-invalid`. */
  modelFor(session: Pick<SessionState, 'environment' | 'pinned' | 'agent' | 'kind'>): Promise<ModelPort>;
  /** Masks every key given to a model: only those can come back. */
  readonly mask: Mask;
}

/** @throws SkilldeckError `config-invalid`. */
function endpointFor(
  settings: SettingsStore,
  { environment, pinned, agent }: Pick<SessionState, 'environment' | 'pinned' | 'agent'>,
): Promise<Endpoint> {
  const agents = settings.of(environment).agents();
  const agentModel = agents.find(({ name }) => name === agent?.name)?.model;
  return settings.endpoint(pinned, { environment, ...(agentModel === undefined ? {} : { agentModel }) });
}

export function modelSource(settings: SettingsStore, disposables: Disposables): ModelSource {
  let demo: Promise<string> | undefined;
  const demoAddress = () => {
    demo ??= import('../../demo-model/server.ts')
      .then(({ startDemoModel }) => startDemoModel())
      .then((server) => disposables.add(server, ({ close }) => close()).url);
    return demo;
  };
  const keys = new Set<string>();
  const mask = createMask(() => keys);
  const paces = new Map<string, Pace>();
  const paced = (baseUrl: string, model: ModelPort): ModelPort => {
    const pace = paces.get(baseUrl) ?? createPace(systemClock);
    paces.set(baseUrl, pace);
    return pace(model);
  };
  return {
    mask,
    async modelFor(session) {
      const { baseUrl, apiKey, headers } = await endpointFor(settings, session);
      const secrets = [apiKey, ...Object.values(headers ?? {}), ...addressSecrets(baseUrl)];
      for (const secret of secrets) if (secret !== undefined) keys.add(secret);
      if (baseUrl !== '') {
        const model = maskedModel(createModel({ baseUrl, apiKey, headers }), mask);
        return session.kind === 'eval' ? paced(baseUrl, model) : model;
      }
      // The demo model understands what was said from the words themselves.
      return { ...createModel({ baseUrl: await demoAddress() }), writesSummaries: false };
    },
  };
}

const LIST_MS = 3_000;

/** Limits of a session's endpoint: read after the first answer, when a local server has loaded its model. */
export function learnedLimits(settings: SettingsStore, file: LimitsFile) {
  return {
    /** Tokens; undefined where the endpoint said nothing within a day. */
    serverContext: ({ route, model }: SessionState) =>
      route === undefined || route.endpoint === '' ? undefined : file.get(route.endpoint, model)?.maxContext,
    /** Asks once a day. Never throws: a server that does not say changes nothing. At most some seconds. */
    async learnLimits(state: SessionState) {
      const { route, model } = state;
      if (route === undefined || route.endpoint === '') return;
      const learned = defined({ refuses: route.rules?.refuses });
      const known = file.get(route.endpoint, model);
      if (known !== undefined) {
        if (learned.refuses?.join() !== known.refuses?.join())
          file.keep(route.endpoint, model, { ...known, ...learned });
        return;
      }
      try {
        const { baseUrl: typed, ...secrets } = await endpointFor(settings, state);
        const address = parseAddress(typed);
        if (address.kind === 'wrong') return;
        const { baseUrl } = address;
        const headers = requestHeaders(baseUrl, secrets, (key) => WIRE[route.wire].headers(key, model));
        const listing = await listModels(baseUrl, headers, LIST_MS);
        const listed = listing.kind === 'models' ? entryOf(listing.models, model) : undefined;
        const limits = await endpointLimits({ baseUrl, model, headers, listed });
        file.keep(route.endpoint, model, { ...limits, ...learned });
      } catch {
        // The run itself reports what is wrong with the endpoint.
      }
    },
  };
}

// Settings from the command line: they override the file while the program runs.

function cliConfig({ environment, skillRoots, model }: AppOptions): Config {
  return {
    ...defined({ env: environment, baseUrl: model?.baseUrl, apiKeyEnv: model?.apiKeyEnv, model: model?.model }),
    ...(skillRoots === undefined || skillRoots.length === 0 ? {} : { skills: [...skillRoots] }),
    ...optionsOf(model ?? {}),
  };
}

/** Settings of a new session where it is given none. */
export function sessionDefaults(settings: SettingsStore, given: SessionSettings = {}): SessionDefaults {
  const environment = given.environment ?? settings.environment();
  const config = settings.of(environment).config();
  const dialect = given.dialect ?? config.dialect ?? SETTING_DEFAULTS.dialect;
  const model = given.model ?? config.model ?? '';
  const { placements, loadMode } = DIALECT_SETTINGS[dialect];
  // A file's placement is for all sessions: a dialect that does not honour it has its own.
  const configured = placements.find((placement) => placement === config.placement);
  return {
    environment,
    dialect,
    model,
    loadMode: given.loadMode ?? config.loadMode ?? loadMode,
    placement: given.placement ?? configured ?? placements[0],
    approve: given.approve ?? config.approve ?? SETTING_DEFAULTS.approve,
    limits: firstLimits(DEFAULT_LIMITS, given.limits, config, { maxContext: defaultContext(model) }),
  };
}
