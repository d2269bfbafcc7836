/** The settings in force: what was given at the start, over the file, over the defaults. */
import type { Settings, SettingsView } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { detailed, diagnosed } from '../../shared/messages/failure.ts';
import { HIDDEN, keylessAddress, lacksKey } from '../../shared/models/keyless-address.ts';
import {
  type HeaderTemplates,
  keyFault,
  MODEL_OPTION_NAMES,
  type ModelOptions,
} from '../../shared/models/model-options.ts';
import { MODEL_TABLE } from '../../shared/models/model-row.ts';
import { DEFAULT_LIMITS, SETTING_DEFAULTS } from '../../shared/settings/defaults.ts';
import { firstLimits } from '../../shared/settings/limits.ts';
import type { NetworkSettings, TelemetrySettings } from '../../shared/settings/schema.ts';
import { createEnvironmentFolders, DEFAULT_ENVIRONMENT, environmentSettings, MODEL_FIELDS } from './environments.ts';
import { type Config, type ConfigFile, configFile } from './jsonc.ts';
import { type Keyring, type KeyStore, keyring } from './keys.ts';
import { defaultContext, type ModelChoice, type ModelWish, optionsOf } from './models.ts';
import { keepHeaders, masked, sentHeaders } from './route.ts';

// Stores changed settings: each field in the file that holds the value it replaces.

/** Missing fields stay as they are. `apiKey` belongs to the address in force after the change; '' removes it. */
type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined } & {
  readonly telemetry?: TelemetrySettings;
  readonly apiKey?: string | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

interface Files {
  readonly own: ConfigFile;
  /** The data folder's, for what the environment does not set itself. */
  readonly home: ConfigFile;
}

/** @param before settings in force. Literal header values go into the key store first. @returns `undefined` for what is to be removed */
async function changedFields(before: Config, patch: Omit<SettingsPatch, 'apiKey'>, ring: Keyring): Promise<Fields> {
  const { limits, modelOptions, ...rest } = patch;
  const typed = rest.baseUrl;
  // The screen shows the address without its key: left as it is, it stays the one in the file.
  const isShown = typed !== undefined && typed === keylessAddress(before.baseUrl ?? '');
  const kept = typed === undefined || isShown ? before.baseUrl : await keepAddress(ring, typed);
  const baseUrl = kept ?? '';
  const fields = { ...rest, ...limits, ...(typed === undefined ? {} : { baseUrl }) };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(await optionFields(before, baseUrl, modelOptions, ring)) };
}

/** Every option, `undefined` for one to be removed; none where they stay. At another address none of the old ones holds. */
async function optionFields(
  before: Config,
  baseUrl: string,
  given: SettingsPatch['modelOptions'],
  ring: Keyring,
): Promise<Fields> {
  const isSameAddress = baseUrl === (before.baseUrl ?? '');
  if (given === undefined && isSameAddress) return {};
  const names = Object.fromEntries(MODEL_OPTION_NAMES.map((name) => [name, undefined]));
  const { headers, ...options } = given ?? {};
  if (headers === undefined || Object.keys(headers).length === 0) return { ...names, ...options };
  const byHand = isSameAddress ? (before.headers ?? {}) : {};
  const kept = await keepHeaders(ring, baseUrl, headers);
  // A value in the file that the screen never showed stays as it is.
  const stored = Object.entries(kept).map(([name, value]) => [
    name,
    headers[name] === null ? (byHand[name] ?? null) : value,
  ]);
  return { ...names, ...options, headers: Object.fromEntries(stored) };
}

/** Writes each field where the replaced value is: the environment's file, else the data folder's. @throws SkilldeckError `config-invalid`. */
function storeFields(fields: Fields, { own, home }: Files): void {
  const inOwn = new Set(Object.keys(own.read().config));
  const modelIsOwn = [...MODEL_FIELDS].some((field) => inOwn.has(field));
  const isOwn = (key: string) => inOwn.has(key) || (modelIsOwn && MODEL_FIELDS.has(key));
  const entries = Object.entries({ ...fields, ...variableLeftBehind(isOwn('baseUrl') ? own : home, fields) });
  const ownFields = entries.filter(([key]) => isOwn(key));
  const others = entries.filter(([key]) => !isOwn(key));
  if (ownFields.length > 0) own.change(Object.fromEntries(ownFields));
  if (others.length > 0) home.change(Object.fromEntries(others));
}

/** The variable beside an address holds that address's key: it goes when the address does, and is sent nowhere else. */
function variableLeftBehind(file: ConfigFile, { baseUrl }: Fields): { apiKeyEnv?: undefined } {
  const stored = file.read().config;
  const leaves = baseUrl !== undefined && stored.baseUrl !== undefined && stored.baseUrl !== baseUrl;
  return leaves && stored.apiKeyEnv !== undefined ? { apiKeyEnv: undefined } : {};
}

export interface Endpoint {
  /** '' is the demo model. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** The person's own, as they are sent; secrets. Absent where there are none. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Connection = { readonly choice: ModelChoice } & Omit<Endpoint, 'baseUrl'>;

export type SettingsStore = ReturnType<typeof createSettings>;

/** Milliseconds; a key store that is open answers within a few. */
const KEY_STORE_WAIT_MS = 1_000;

interface SettingsOptions {
  readonly home: string;
  /** At the start; over what the files say. */
  readonly given: Config;
  readonly keys: KeyStore;
  /** Default: the process's own. */
  readonly env?: NodeJS.ProcessEnv;
}

export function createSettings({ home, keys, env = process.env, ...options }: SettingsOptions) {
  let { given } = options;
  const file = configFile(home);
  const folders = createEnvironmentFolders(home);
  const ring = keyring(keys);
  const listeners = new Set<(view: SettingsView) => void>();
  const wanted = (): string => given.env ?? file.read().config.env ?? DEFAULT_ENVIRONMENT;
  /** That the app is in: new sessions get it, and a session of another one keeps its own. */
  const environment = (): string => (folders.has(wanted()) ? wanted() : DEFAULT_ENVIRONMENT);
  /** Settings in force in an environment, even one that was removed. */
  const of = (name: string) => environmentSettings({ name, folder: folders.folder(name), home: file, given });
  /** File and given values together, of the app's environment. */
  const config = (): Config => of(environment()).config();

  const view = async (): Promise<SettingsView> => {
    const current = { ...SETTING_DEFAULTS, ...config() };
    const { baseUrl } = current;
    const fromEnvironment = current.apiKeyEnv !== undefined;
    return {
      environment: environment(),
      language: current.language,
      theme: current.theme,
      ...defined({ view: current.view, updates: current.updates, timeout: current.timeout }),
      welcomed: current.welcomed,
      notify: current.notify,
      missedSkills: current.missedSkills,
      keepRunning: current.keepRunning,
      globalShortcut: current.globalShortcut,
      updateChannel: current.updateChannel,
      baseUrl: keylessAddress(baseUrl),
      model: current.model,
      limits: firstLimits(DEFAULT_LIMITS, current, { maxContext: defaultContext(current.model) }),
      commands: current.commands,
      prices: current.prices,
      knownPrices: of(environment()).knownPrices(),
      approve: current.approve,
      demo: baseUrl === '',
      modelOptions: shownOptions(current),
      modelTable: MODEL_TABLE.checked,
      ...(current.network === undefined ? {} : { network: withoutPassword(current.network) }),
      hasKey: fromEnvironment ? env[current.apiKeyEnv ?? ''] !== undefined : await isKept(ring, baseUrl),
      keyStore: fromEnvironment ? 'environment' : keys.kind,
    };
  };
  /** Notifies listeners of a change made elsewhere. */
  const notify = async (): Promise<SettingsView> => {
    const changed = await view();
    for (const listener of listeners) listener(changed);
    return changed;
  };

  const whole = (address: string, own = of(environment())): Promise<string> =>
    wholeAddress(ring, address, [own.config().baseUrl, ...own.models().map((model) => model.baseUrl)]);

  /** Endpoint for a session's requests. @throws SkilldeckError `config-invalid` if a named variable holds no key or header. */
  const endpoint = async (
    pinned: ModelWish,
    session?: { readonly environment: string; readonly agentModel?: string },
  ): Promise<Endpoint> => {
    const own = of(session?.environment ?? environment());
    const { baseUrl: address, apiKeyEnv, headers: templates } = own.modelFor(pinned, session?.agentModel);
    if (address === '') return { baseUrl: address, apiKey: undefined };
    const baseUrl = await whole(address, own);
    const sent = templates === undefined ? {} : { headers: await sentHeaders(ring, baseUrl, templates, env) };
    if (apiKeyEnv === undefined) return { baseUrl, apiKey: await ring.get(baseUrl), ...sent };
    const apiKey = env[apiKeyEnv];
    if (apiKey === undefined || apiKey === '')
      throw detailed('config-invalid', 'key-variable-empty', { variable: apiKeyEnv });
    assertKey(apiKey, apiKeyEnv);
    return { baseUrl, apiKey, ...sent };
  };

  return {
    environment,
    of,
    folders,
    config,
    view,
    notify,
    diagnostics: (): readonly Diagnostic[] => [
      ...file.read().diagnostics,
      ...(wanted() === environment() ? [] : [noSuchEnvironment(file.path, wanted(), folders.list())]),
      ...of(environment()).diagnostics(),
    ],
    /** The model's id that a new session gets. */
    modelId: () => config().model ?? '',
    /** @throws SkilldeckError `config-invalid`. */
    async change({ apiKey, ...patch }: SettingsPatch) {
      assertKey(apiKey);
      const network = patch.network && (await keptNetwork(ring, config().network, patch.network));
      const fields = await changedFields(config(), { ...patch, network }, ring);
      storeFields(fields, { own: of(environment()).file, home: file });
      if (apiKey !== undefined) await ring.set(config().baseUrl ?? '', apiKey.trim());
      return notify();
    },
    /** Remembered in `HOME/config.jsonc`; what was given at the start gives way. @throws SkilldeckError `bad-input`, `config-invalid`. */
    async switchTo(name: string) {
      folders.assertThere(name);
      file.change({ env: name === DEFAULT_ENVIRONMENT ? undefined : name });
      const { env: _env, ...rest } = given;
      given = rest;
      await notify();
    },
    onChange(listener: (view: SettingsView) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endpoint,
    /** Connection for form values; without `baseUrl`, the one in force. @throws SkilldeckError `config-invalid` as `endpoint`. */
    async connection({
      baseUrl: typed,
      model,
      apiKey,
      modelOptions,
    }: Pick<SettingsPatch, 'baseUrl' | 'model' | 'apiKey' | 'modelOptions'>): Promise<Connection> {
      const own = of(environment());
      if (typed === undefined) {
        const { baseUrl, ...secrets } = await endpoint({ model, ...modelOptions });
        return { choice: { ...own.modelFor({ model, ...modelOptions }), baseUrl }, ...secrets };
      }
      const baseUrl = await whole(typed);
      const { headers = {}, ...options } = optionsOf(modelOptions ?? {});
      const current = config();
      const byHand = keylessAddress(typed) === keylessAddress(current.baseUrl ?? '') ? (current.headers ?? {}) : {};
      const templates = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value ?? byHand[name] ?? null]),
      );
      const stored = apiKey ?? (await endpoint({ baseUrl, headers: {} })).apiKey;
      const sent = baseUrl === '' ? {} : await sentHeaders(ring, baseUrl, templates, env);
      return { choice: { model: model ?? '', baseUrl, ...options }, apiKey: stored, headers: sent };
    },
    /** Way to other computers, with the proxy's password. */
    async network(): Promise<NetworkSettings> {
      const { proxy, ...others } = config().network ?? {};
      return {
        ...others,
        ...defined({ proxy: proxy?.includes(HIDDEN) ? ((await ring.address(proxy)) ?? proxy) : proxy }),
      };
    },
    /** Puts an address that has a key into the key store. @returns what a log may hold. */
    keepAddress: (address: string) => keepAddress(ring, address),
    /** Puts literal values into the key store, for that address. @returns what a log may hold. */
    keepHeaders: (headers: HeaderTemplates, baseUrl: string) => keepHeaders(ring, baseUrl, headers),
  };
}

const withoutPassword = ({ proxy, ...others }: NetworkSettings): NetworkSettings => ({
  ...others,
  ...(proxy === undefined ? {} : { proxy: keylessAddress(proxy) }),
});

/** Puts the proxy's password into the key store; an address as it was shown is the one that is stored. */
async function keptNetwork(ring: Keyring, before: NetworkSettings | undefined, given: NetworkSettings) {
  const shown = withoutPassword(given);
  if (given.proxy === undefined || shown.proxy === given.proxy)
    return before?.proxy !== undefined && keylessAddress(before.proxy) === given.proxy
      ? { ...given, proxy: before.proxy }
      : given;
  await ring.setAddress(given.proxy);
  return shown;
}

/** A store that is locked, or waits for the person at a prompt of the system's, holds something; the screen does not wait with them. */
function isKept(ring: Keyring, baseUrl: string): Promise<boolean> {
  const known = ring.get(baseUrl).then(
    (key) => key !== undefined,
    () => true,
  );
  const waited = new Promise<boolean>((resolve) => setTimeout(resolve, KEY_STORE_WAIT_MS, true).unref());
  return Promise.race([known, waited]);
}

function shownOptions(config: Config): ModelOptions {
  const { headers, ...options } = optionsOf(config);
  return headers === undefined ? options : { ...options, headers: masked(headers) };
}

function noSuchEnvironment(file: string, name: string, names: readonly string[]): Diagnostic {
  const figures = { name, used: DEFAULT_ENVIRONMENT, names: names.join(', ') };
  const said = diagnosed({ code: 'settings-env-missing', figures });
  return { severity: 'warning', file, line: 1, column: 1, rule: 'config-field', ...said };
}

/** @throws SkilldeckError `bad-input` for what cannot be sent as a key. Nothing is changed. */
export function assertKey(key: string | undefined, variable?: string): void {
  const fault = key === undefined ? undefined : keyFault(key);
  if (fault === undefined) return;
  if (variable === undefined) throw detailed('bad-input', `key-${fault}`);
  throw detailed('bad-input', `key-variable-${fault}`, { variable });
}

/** Puts the address into the key store if it has a key. @returns what a log, a file or a screen may hold. */
async function keepAddress(ring: Keyring, address: string): Promise<string> {
  const keyless = keylessAddress(address);
  if (keyless !== address && lacksKey(keyless)) await ring.setAddress(address);
  return keyless;
}

/**
 * The address with its key.
 * @param given addresses of the settings in force, which come first: they may be newer than what is kept.
 * @throws SkilldeckError `config-invalid` if no key of it is known here.
 */
async function wholeAddress(ring: Keyring, address: string, given: readonly (string | undefined)[]): Promise<string> {
  if (!lacksKey(address)) return address;
  const known = given.find((one) => one !== undefined && one !== address && keylessAddress(one) === address);
  const whole = known ?? (await ring.address(address));
  if (whole === undefined) throw detailed('config-invalid', 'address-key-missing', { address });
  return whole;
}
