/** Stores changed settings: each field in the file that holds the value it replaces. */
import type { Settings } from '../../shared/contract.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';
import { MODEL_OPTION_NAMES } from '../../shared/models/model-options.ts';
import type { TelemetrySettings } from '../../shared/settings/telemetry.ts';
import { keepAddress } from './address-keys.ts';
import type { Config, ConfigFile } from './config-file.ts';
import type { Keyring } from './keyring.ts';
import { keepHeaders } from './request-headers.ts';

/** Missing fields stay as they are. `apiKey` belongs to the address in force after the change; '' removes it. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined } & {
  readonly telemetry?: TelemetrySettings;
  readonly apiKey?: string | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

interface Files {
  /** The environment's. */
  readonly own: ConfigFile;
  /** The data folder's, for what the environment does not set itself. */
  readonly home: ConfigFile;
}

/** They say together where requests go. */
const MODEL_FIELDS: ReadonlySet<string> = new Set(['baseUrl', 'model', 'apiKeyEnv', ...MODEL_OPTION_NAMES]);

/** @param before settings in force. Literal header values go into the key store first. @returns `undefined` for what is to be removed */
export async function changedFields(
  before: Config,
  patch: Omit<SettingsPatch, 'apiKey'>,
  ring: Keyring,
): Promise<Fields> {
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
export function storeFields(fields: Fields, { own, home }: Files): void {
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
