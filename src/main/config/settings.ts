/** The settings in force: what was given at the start, over the file, over the defaults. */
import type { Settings, SettingsView } from '../../shared/contract.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import type { Diagnostic, Pinned } from '../../shared/events.ts';
import { MODEL_PRICES } from '../../shared/model-prices.ts';
import { DEFAULT_LIMITS } from '../../shared/reducer.ts';
import { type Config, configFile } from './config-file.ts';
import type { KeyKeeper } from './key-file.ts';
import { keyring } from './keyring.ts';

/** The id under which the demo model is known, in the app and at its endpoint. */
export const DEMO_MODEL_ID = 'skilldeck-demo';

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
  /** File and given values together. */
  config(): Config;
  diagnostics(): readonly Diagnostic[];
  /** The model's id that a new session gets. */
  modelId(): string;
  view(): Promise<SettingsView>;
  /** @throws SkilldeckError `config-invalid`. */
  change(patch: SettingsPatch): Promise<SettingsView>;
  onChange(listener: (view: SettingsView) => void): () => void;
  /** Where a session's requests go. @throws SkilldeckError `config-invalid` when a named variable holds no key. */
  endpoint(pinned: Pinned): Promise<Endpoint>;
}

export function createSettings(options: {
  readonly home: string;
  readonly given: Config;
  readonly keys: KeyKeeper;
  readonly env?: NodeJS.ProcessEnv;
}): SettingsStore {
  const { home, given: overrides, keys, env = process.env } = options;
  const file = configFile(home);
  const ring = keyring(keys);
  const listeners = new Set<(view: SettingsView) => void>();
  const config = (): Config => {
    const { apiKeyEnv, ...stored } = file.read().config;
    const elsewhere = overrides.baseUrl !== undefined && isElsewhere(overrides.baseUrl, stored.baseUrl);
    return { ...stored, ...(apiKeyEnv === undefined || elsewhere ? {} : { apiKeyEnv }), ...overrides };
  };

  const view = async (): Promise<SettingsView> => {
    const current = config();
    const baseUrl = current.baseUrl ?? '';
    const fromEnvironment = current.apiKeyEnv !== undefined;
    return {
      language: current.language ?? 'system',
      theme: current.theme ?? 'system',
      baseUrl,
      model: baseUrl === '' ? DEMO_MODEL_ID : (current.model ?? ''),
      limits: {
        maxContext: current.maxContext ?? DEFAULT_LIMITS.maxContext,
        skillBudget: current.skillBudget ?? DEFAULT_LIMITS.skillBudget,
        maxIterations: current.maxIterations ?? DEFAULT_LIMITS.maxIterations,
        ...(current.idleTurns === undefined ? {} : { idleTurns: current.idleTurns }),
        ...(current.maxLoadedSkills === undefined ? {} : { maxLoadedSkills: current.maxLoadedSkills }),
      },
      prices: current.prices ?? {},
      knownPrices: MODEL_PRICES,
      approve: current.approve ?? 'ask',
      demo: baseUrl === '',
      ...(current.timeout === undefined ? {} : { timeout: current.timeout }),
      hasKey: fromEnvironment ? env[current.apiKeyEnv ?? ''] !== undefined : (await ring.get(baseUrl)) !== undefined,
      keyStore: fromEnvironment ? 'environment' : keys.kind,
    };
  };

  return {
    config,
    diagnostics: () => file.read().diagnostics,
    modelId: () => {
      const { baseUrl, model } = config();
      return baseUrl === undefined || baseUrl === '' ? DEMO_MODEL_ID : (model ?? '');
    },
    view,
    async change({ apiKey, limits, ...fields }) {
      const given = Object.entries({ ...fields, ...limits }).filter(([, value]) => value !== undefined);
      if (given.length > 0) file.change(Object.fromEntries(given));
      if (apiKey !== undefined) await ring.set(config().baseUrl ?? '', apiKey.trim());
      const changed = await view();
      for (const listener of listeners) listener(changed);
      return changed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async endpoint(pinned) {
      const current = config();
      const baseUrl = pinned.baseUrl ?? current.baseUrl ?? '';
      if (baseUrl === '') return { baseUrl, apiKey: undefined };
      const variable = pinned.apiKeyEnv ?? (isElsewhere(baseUrl, current.baseUrl) ? undefined : current.apiKeyEnv);
      if (variable === undefined) return { baseUrl, apiKey: await ring.get(baseUrl) };
      const apiKey = env[variable];
      if (apiKey === undefined || apiKey === '') {
        throw new SkilldeckError(
          'config-invalid',
          `The environment variable ${variable} holds no key. Set it, or name another with --api-key-env.`,
        );
      }
      return { baseUrl, apiKey };
    },
  };
}

/** A key's variable beside an address is for that address; one that stands alone is for any. */
function isElsewhere(baseUrl: string, stored: string | undefined): boolean {
  return stored !== undefined && stored !== '' && stored !== baseUrl;
}
