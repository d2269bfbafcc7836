/** The program, its settings and its environments in memory. */
import type { SettingsView } from '../../../shared/contract.ts';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

const NO_ENVIRONMENTS: EnvironmentsView = {
  current: 'default',
  environments: [{ name: 'default', folder: null, skills: 0 }],
  agents: [],
  agent: null,
  models: [],
  diagnostics: [],
};

export const DEFAULT_SETTINGS: SettingsView = {
  environment: 'default',
  language: 'system',
  theme: 'system',
  view: 'full',
  baseUrl: '',
  model: '',
  limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
  approve: 'ask',
  welcomed: true,
  notify: true,
  missedSkills: true,
  keepRunning: false,
  globalShortcut: 'none',
  updateChannel: 'stable',
  commands: { allow: [], deny: [] },
  prices: {},
  knownPrices: {},
  hasKey: false,
  keyStore: 'file',
  demo: true,
  modelOptions: {},
  modelTable: '2026-11-10',
};

export function fakeSettings(given: Partial<SettingsView> = {}): Answers<'app' | 'settings' | 'environments'> {
  const settings = new Broadcast<SettingsView>();
  const environments = new Broadcast<EnvironmentsView>();
  let current: SettingsView = { ...DEFAULT_SETTINGS, ...given };
  return {
    app: {
      info: async () => ({
        version: '0.1.0',
        host: 'browser',
        platform: 'linux',
        home: '/home/li/.local/share/skilldeck',
        systemLanguage: 'en',
      }),
      crashes: async () => ({ records: [], text: '' }),
      crashesSeen: async () => ({}),
    },
    settings: {
      get: async () => current,
      watch: async (_input, options) => settings.read(options?.signal, current),
      set: async ({ apiKey, ...change }) => {
        const hasKey = apiKey === undefined ? current.hasKey : apiKey !== '';
        const next: SettingsView = Object.assign({ ...current }, change, { hasKey });
        current = { ...next, demo: next.baseUrl === '' };
        settings.send(current);
        return current;
      },
    },
    environments: {
      list: async () => NO_ENVIRONMENTS,
      watch: async (_input, options) => environments.read(options?.signal, NO_ENVIRONMENTS),
      remove: async () => ({ entry: 'e' }),
      restore: async () => NO_ENVIRONMENTS,
    },
  };
}
