/** Settings in force in one environment: start options override its own files, which override the data folder's. */
import type { PriceTable } from '../../shared/context-views.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed } from '../../shared/messages/finding.ts';
import { MODEL_OPTION_NAMES } from '../../shared/models/model-options.ts';
import { KNOWN_PRICES } from '../../shared/models/table.ts';
import { type AgentDefinition, defaultAgent, NO_AGENT, readAgents } from './agents-file.ts';
import { type Config, type ConfigFile, configFile } from './config-file.ts';
import { chooseModel, type ModelChoice, type ModelWish } from './model-choice.ts';
import { type NamedModel, readModels } from './models-file.ts';

/** Reads the files at each call: what the user saves in an editor applies to the next request. */
export interface EnvironmentSettings {
  readonly name: string;
  /** Absolute; it need not be there. */
  readonly folder: string;
  readonly file: ConfigFile;
  config(): Config;
  agents(): readonly AgentDefinition[];
  models(): readonly NamedModel[];
  /** The app's own price list, with what `models.jsonc` says over it. */
  knownPrices(): PriceTable;
  /** Covers all three files. */
  diagnostics(): readonly Diagnostic[];
  /** The agent of a new session: the one wanted, else the settings', else the default one. `undefined`: none. */
  agentFor(wanted: string | undefined): AgentDefinition | undefined;
  /** @param agentModel what the session's agent names. */
  modelFor(pinned: ModelWish, agentModel?: string): ModelChoice;
}

export function environmentSettings(options: {
  readonly name: string;
  readonly folder: string;
  readonly home: ConfigFile;
  readonly given: Config;
}): EnvironmentSettings {
  const { name, folder, home, given } = options;
  const file = configFile(folder);
  const levels = (): readonly [Config, Config, Config] => {
    const { env: _env, ...own } = file.read().config;
    return [given, own, home.read().config];
  };
  const agents = () => readAgents(folder).agents;
  const models = () => readModels(folder).models;

  return {
    name,
    folder,
    file,
    agents,
    models,
    config() {
      const [first, own, base] = levels();
      const rest = withoutModel({ ...base, ...own, ...first });
      const { maxContext, ...chosen } = chooseModel([], [first, own, base], models());
      // A limit given with the model's name overrides the model's own.
      const limit = first.maxContext ?? own.maxContext ?? maxContext;
      return { ...rest, ...chosen, ...(limit === undefined ? {} : { maxContext: limit }) };
    },
    knownPrices() {
      const own = models().flatMap(({ model, prices }) => (prices === undefined ? [] : [[model, prices] as const]));
      return { ...KNOWN_PRICES, ...Object.fromEntries(own) };
    },
    diagnostics() {
      const misplaced = file.read().config.env === undefined ? [] : [misplacedEnv(file.path)];
      return [
        ...file.read().diagnostics,
        ...misplaced,
        ...readAgents(folder).diagnostics,
        ...readModels(folder).diagnostics,
        ...unknownAgent(file.path, levels(), agents()),
      ];
    },
    agentFor(wanted) {
      const all = agents();
      const [first, own, base] = levels();
      const named = wanted ?? first.agent ?? own.agent ?? base.agent;
      if (named === NO_AGENT) return undefined;
      return all.find((agent) => agent.name === named) ?? defaultAgent(all);
    },
    modelFor: (pinned, agentModel) => {
      const [first, own, base] = levels();
      return chooseModel([pinned], [first, { model: agentModel }, own, base], models());
    },
  };
}

/** Model fields are resolved by precedence, not merged. */
function withoutModel(config: Config): Config {
  const weighed: ReadonlySet<string> = new Set(['model', 'baseUrl', 'apiKeyEnv', ...MODEL_OPTION_NAMES]);
  return Object.fromEntries(Object.entries(config).filter(([name]) => !weighed.has(name)));
}

function misplacedEnv(file: string): Diagnostic {
  const said = diagnosed({ code: 'settings-env-misplaced' });
  return { severity: 'warning', file, line: 1, column: 1, rule: 'config-field', ...said };
}

function unknownAgent(
  file: string,
  [, own]: readonly [Config, Config, Config],
  agents: readonly AgentDefinition[],
): Diagnostic[] {
  const { agent } = own;
  if (agent === undefined || agent === NO_AGENT || agents.some(({ name }) => name === agent)) return [];
  const names = [...agents.map(({ name }) => name), NO_AGENT].join(', ');
  const said = diagnosed({ code: 'settings-agent-missing', figures: { name: agent, names } });
  return [{ severity: 'warning', file, line: 1, column: 1, rule: 'config-field', ...said }];
}
