/** The settings in force: what was given at the start, over the file, over the defaults. */
import { NO_LISTS } from '../../shared/command-lists.ts';
import type { Settings, SettingsView } from '../../shared/contract.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import type { Diagnostic, Pinned } from '../../shared/events.ts';
import { keyFault, keyFaultWords } from '../../shared/key-fault.ts';
import { DEFAULT_LIMITS } from '../../shared/reducer.ts';
import { type Config, type ConfigFile, configFile } from './config-file.ts';
import { createEnvironmentFolders, DEFAULT_ENVIRONMENT, type EnvironmentFolders } from './environment-folders.ts';
import { type EnvironmentSettings, environmentSettings } from './environment-settings.ts';
import type { KeyKeeper } from './key-file.ts';
import { keyring } from './keyring.ts';

export { DEMO_MODEL_ID } from './model-choice.ts';

export interface Endpoint {
  /** '' is the demo model. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** What is not given stays. `apiKey` belongs to the address in force after the change; '' forgets it. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined } & {
  readonly apiKey?: string | undefined;
};

export interface SettingsStore {
  /** That the app is in: new sessions get it, and a session of another one keeps its own. */
  environment(): string;
  /** What holds in an environment, also in one that is gone. */
  of(environment: string): EnvironmentSettings;
  readonly folders: EnvironmentFolders;
  /** File and given values together, of the app's environment. */
  config(): Config;
  diagnostics(): readonly Diagnostic[];
  /** The model's id that a new session gets. */
  modelId(): string;
  view(): Promise<SettingsView>;
  /** @throws SkilldeckError `config-invalid`. */
  change(patch: SettingsPatch): Promise<SettingsView>;
  /** Remembered in `HOME/config.jsonc`; what was given at the start gives way. @throws SkilldeckError `bad-input`, `config-invalid`. */
  switchTo(environment: string): Promise<void>;
  onChange(listener: (view: SettingsView) => void): () => void;
  /** Tells whoever listens: something was changed by another way. */
  tell(): Promise<SettingsView>;
  /** Where a session's requests go. @throws SkilldeckError `config-invalid` when a named variable holds no key. */
  endpoint(pinned: Pinned, session?: { readonly environment: string; readonly agentModel?: string }): Promise<Endpoint>;
}

/** They say together where requests go. */
const MODEL_FIELDS: ReadonlySet<string> = new Set(['baseUrl', 'model', 'apiKeyEnv']);

export function createSettings(options: {
  readonly home: string;
  readonly given: Config;
  readonly keys: KeyKeeper;
  readonly env?: NodeJS.ProcessEnv;
}): SettingsStore {
  const { home, keys, env = process.env } = options;
  let { given } = options;
  const file = configFile(home);
  const folders = createEnvironmentFolders(home);
  const ring = keyring(keys);
  const listeners = new Set<(view: SettingsView) => void>();
  const wanted = (): string => given.env ?? file.read().config.env ?? DEFAULT_ENVIRONMENT;
  const environment = (): string => (folders.has(wanted()) ? wanted() : DEFAULT_ENVIRONMENT);
  const of = (name: string): EnvironmentSettings =>
    environmentSettings({ name, folder: folders.folder(name), home: file, given });
  const config = (): Config => of(environment()).config();

  const view = async (): Promise<SettingsView> => {
    const current = config();
    const baseUrl = current.baseUrl ?? '';
    const fromEnvironment = current.apiKeyEnv !== undefined;
    return {
      environment: environment(),
      language: current.language ?? 'system',
      theme: current.theme ?? 'system',
      welcomed: current.welcomed ?? false,
      notify: current.notify ?? true,
      keepRunning: current.keepRunning ?? false,
      globalShortcut: current.globalShortcut ?? 'none',
      baseUrl,
      model: current.model ?? '',
      limits: {
        maxContext: current.maxContext ?? DEFAULT_LIMITS.maxContext,
        skillBudget: current.skillBudget ?? DEFAULT_LIMITS.skillBudget,
        maxIterations: current.maxIterations ?? DEFAULT_LIMITS.maxIterations,
        ...(current.idleTurns === undefined ? {} : { idleTurns: current.idleTurns }),
        ...(current.maxLoadedSkills === undefined ? {} : { maxLoadedSkills: current.maxLoadedSkills }),
      },
      commands: current.commands ?? NO_LISTS,
      prices: current.prices ?? {},
      knownPrices: of(environment()).knownPrices(),
      approve: current.approve ?? 'ask',
      demo: baseUrl === '',
      ...(current.timeout === undefined ? {} : { timeout: current.timeout }),
      hasKey: fromEnvironment ? env[current.apiKeyEnv ?? ''] !== undefined : (await ring.get(baseUrl)) !== undefined,
      keyStore: fromEnvironment ? 'environment' : keys.kind,
    };
  };
  const tell = async (): Promise<SettingsView> => {
    const changed = await view();
    for (const listener of listeners) listener(changed);
    return changed;
  };

  /** A change goes where the value stands that it replaces: in the environment's file, else in the data folder's. */
  const store = (fields: Readonly<Record<string, unknown>>): void => {
    const own = of(environment()).file;
    const inOwn = new Set(Object.keys(own.read().config));
    const modelIsOwn = [...MODEL_FIELDS].some((field) => inOwn.has(field));
    const isOwn = (key: string) => inOwn.has(key) || (modelIsOwn && MODEL_FIELDS.has(key));
    const entries = Object.entries({ ...fields, ...variableLeftBehind(isOwn('baseUrl') ? own : file, fields) });
    const ownFields = entries.filter(([key]) => isOwn(key));
    const others = entries.filter(([key]) => !isOwn(key));
    if (ownFields.length > 0) own.change(Object.fromEntries(ownFields));
    if (others.length > 0) file.change(Object.fromEntries(others));
  };

  return {
    ...{ environment, of, folders, config, view, tell },
    diagnostics: () => [
      ...file.read().diagnostics,
      ...(wanted() === environment() ? [] : [noSuchEnvironment(file.path, wanted(), folders.list())]),
      ...of(environment()).diagnostics(),
    ],
    modelId: () => config().model ?? '',
    async change({ apiKey, limits, ...fields }) {
      assertKey(apiKey);
      store(Object.fromEntries(Object.entries({ ...fields, ...limits }).filter(([, value]) => value !== undefined)));
      if (apiKey !== undefined) await ring.set(config().baseUrl ?? '', apiKey.trim());
      return tell();
    },
    async switchTo(name) {
      folders.assertThere(name);
      file.change({ env: name === DEFAULT_ENVIRONMENT ? undefined : name });
      const { env: _env, ...rest } = given;
      given = rest;
      await tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async endpoint(pinned, session) {
      const { baseUrl, apiKeyEnv } = of(session?.environment ?? environment()).modelFor(pinned, session?.agentModel);
      if (baseUrl === '') return { baseUrl, apiKey: undefined };
      if (apiKeyEnv === undefined) return { baseUrl, apiKey: await ring.get(baseUrl) };
      const apiKey = env[apiKeyEnv];
      if (apiKey === undefined || apiKey === '') {
        throw new SkilldeckError(
          'config-invalid',
          `The environment variable ${apiKeyEnv} holds no key. Set it, or name another with --api-key-env.`,
        );
      }
      assertKey(apiKey, `The key in the environment variable ${apiKeyEnv}`);
      return { baseUrl, apiKey };
    },
  };
}

/** The variable beside an address holds that address's key: it goes when the address does, and is sent nowhere else. */
function variableLeftBehind(
  file: ConfigFile,
  { baseUrl }: Readonly<Record<string, unknown>>,
): { apiKeyEnv?: undefined } {
  const stored = file.read().config;
  const leaves = baseUrl !== undefined && stored.baseUrl !== undefined && stored.baseUrl !== baseUrl;
  return leaves && stored.apiKeyEnv !== undefined ? { apiKeyEnv: undefined } : {};
}

function noSuchEnvironment(file: string, name: string, names: readonly string[]): Diagnostic {
  const message = `'env' names '${name}', which is not there: '${DEFAULT_ENVIRONMENT}' is used. There is: ${names.join(', ')}.`;
  return { severity: 'warning', file, line: 1, column: 1, rule: 'config-field', message };
}

/** @throws SkilldeckError `bad-input` for what cannot be sent as a key. Nothing is changed. */
export function assertKey(key: string | undefined, what?: string): void {
  const fault = key === undefined ? undefined : keyFault(key);
  if (fault !== undefined) throw new SkilldeckError('bad-input', keyFaultWords(fault, what));
}
