import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Price, PriceTable } from '../../shared/context-views.ts';
import { isEnvironmentName, MAX_ENVIRONMENT_NAME } from '../../shared/environments.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { detailed, diagnosed } from '../../shared/messages/failure.ts';
import { MODEL_OPTION_NAMES } from '../../shared/models/model-options.ts';
import { KNOWN_PRICES } from '../../shared/models/model-row.ts';
import { entriesOf, readSmallJson } from '../lib/files.ts';
import { type Config, type ConfigFile, configFile } from './jsonc.ts';
import {
  type AgentDefinition,
  chooseModel,
  defaultAgent,
  type ModelWish,
  NO_AGENT,
  readAgents,
  readModels,
} from './models.ts';
import { endpointOf, limitsFile } from './route.ts';

// Locates the data folder.

/** `--home`, else `SKILLDECK_HOME`, else the platform's own place for an application's data. Absolute. */
export function dataFolder(given: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const chosen = given ?? env.SKILLDECK_HOME;
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  return path.join(platformDataRoot(env), 'skilldeck');
}

function platformDataRoot(env: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Application Support');
    case 'win32':
      return env.APPDATA ?? path.join(os.homedir(), 'AppData', 'Roaming');
    default:
      return env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local', 'share');
  }
}

/** The files of a new environment: all of what can be said, as comments. */

const CONFIG = `// Settings of this environment, over those of the data folder's own config.jsonc.
// The names are those of the command line's options. Comments are kept when the app changes something here.
{
  // "model": "local",          // a name from models.jsonc, or a model's id
  // "agent": "researcher",     // of a new conversation; "none" for none
  // "dialect": "omni",
  // "approve": "ask",
  // "maxContext": 128000
}
`;

const AGENTS = `// Agents of this environment by name. Choose one at a new conversation, or with --agent NAME.
{
  // "researcher": {
  //   "description": "Reads and compares, changes nothing.",
  //   "default": true,                        // of a new conversation
  //   "basePrompt": "You compare sources …",  // in place of the app's opening words
  //   "instructions": "Name every source.",   // besides them
  //   "model": "local",                       // a name from models.jsonc, or a model's id
  //   "tools": ["read_file", "grep", "list_dir"],
  //   "skills": ["trip-*", "!trip-planner"]
  // }
}
`;

const MODELS = `// Models of this environment by name, for --model NAME, agents.jsonc and config.jsonc.
{
  // "local": {
  //   "baseUrl": "http://127.0.0.1:8080/v1",
  //   "model": "qwen3",
  //   "apiKeyEnv": "LOCAL_KEY",               // the environment variable that holds the key
  //   "wire": "chat",                         // or "responses", "anthropic"
  //   "headers": { "x-team": "$TEAM" },       // $NAME is an environment variable
  //   "params": { "temperature": 0.2 },       // added to every request
  //   "effort": "low",
  //   "maxOutput": 4096,
  //   "maxContext": 32768,
  //   "prices": { "input": 0.5, "output": 1.5 }   // US dollars for a million tokens
  // }
}
`;

const NEW_ENVIRONMENT: Readonly<Record<string, string>> = {
  'config.jsonc': CONFIG,
  'agents.jsonc': AGENTS,
  'models.jsonc': MODELS,
};

// `HOME/environments/NAME/{config.jsonc,agents.jsonc,models.jsonc,skills/}` (seeds/003 §3.1): made, copied, removed with undo.

/** Is there without a folder. */
export const DEFAULT_ENVIRONMENT = 'default';

const TRASH_MS = 30 * 24 * 60 * 60 * 1000;
const recordSchema = z.object({ environment: z.string(), at: z.string() });

export function createEnvironmentFolders(home: string) {
  const root = path.join(home, 'environments');
  const trash = path.join(home, 'trash');
  const folder = (name: string) => path.join(root, isEnvironmentName(name) ? name : DEFAULT_ENVIRONMENT);
  const list = (): string[] => {
    const found = foldersIn(root).filter((name) => isEnvironmentName(name) && name !== DEFAULT_ENVIRONMENT);
    return [DEFAULT_ENVIRONMENT, ...found.sort((a, b) => a.localeCompare(b))];
  };
  const has = (name: string) => name === DEFAULT_ENVIRONMENT || list().includes(name);
  const assertThere = (name: string) => {
    if (has(name)) return;
    throw detailed('bad-input', 'environment-missing', { name: shown(name), names: list().join(', ') });
  };
  const assertFree = (name: string) => {
    // `Work` and `work` are one folder on macOS and Windows.
    const taken = list().find((other) => other.toLowerCase() === name.toLowerCase());
    if (taken !== undefined) throw detailed('bad-input', 'environment-exists', { name: taken });
    if (existsSync(path.join(root, name)))
      throw detailed('bad-input', 'environment-taken', { place: path.join(root, name) });
  };
  const records = () =>
    foldersIn(trash).flatMap((entry) => {
      const record = readRecord(path.join(trash, entry, 'environment.json'));
      return record === undefined || !isEnvironmentName(record.environment)
        ? []
        : [{ entry, ...record, place: path.join(trash, entry, 'environment') }];
    });

  return {
    /** The folder may not exist. An invalid name, as in a log from another machine, maps to the default's folder. */
    folder,
    /** The default first, then by name. */
    list,
    has,
    /** @throws SkilldeckError `bad-input` with the names that there are. */
    assertThere,
    /** Starts with commented files, or with a copy of `from`. @throws SkilldeckError `bad-input`. */
    create(name: string, from?: string) {
      if (!isEnvironmentName(name))
        throw detailed('bad-input', 'environment-name', { name: shown(name), most: MAX_ENVIRONMENT_NAME });
      assertFree(name);
      if (from !== undefined) assertThere(from);
      // Made whole beside its place: a stop halfway leaves nothing that looks like an environment.
      const half = path.join(root, `.new-${randomBytes(6).toString('hex')}`);
      try {
        mkdirSync(path.join(half, 'skills'), { recursive: true, mode: 0o700 });
        if (from !== undefined && existsSync(folder(from))) {
          cpSync(realpathSync(folder(from)), half, {
            recursive: true,
            verbatimSymlinks: true,
            preserveTimestamps: true,
          });
        }
        for (const [file, text] of Object.entries(NEW_ENVIRONMENT)) {
          if (!existsSync(path.join(half, file))) writeFileSync(path.join(half, file), text, { mode: 0o600 });
        }
        renameSync(half, path.join(root, name));
      } catch (error) {
        rmSync(half, { recursive: true, force: true });
        throw detailed('bad-input', 'environment-not-made', { name, why: messageOf(error) });
      }
    },
    /** Out of the list, into `HOME/trash` for 30 days. @returns the entry, for `restore`. @throws SkilldeckError `bad-input`. */
    remove(name: string) {
      assertThere(name);
      if (name === DEFAULT_ENVIRONMENT) throw detailed('bad-input', 'environment-default', { name });
      for (const { entry, at } of records()) {
        if (Date.now() - Date.parse(at) > TRASH_MS) rmSync(path.join(trash, entry), { recursive: true, force: true });
      }
      const at = new Date().toISOString();
      const entry = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      try {
        mkdirSync(path.join(trash, entry), { recursive: true, mode: 0o700 });
        writeFileSync(path.join(trash, entry, 'environment.json'), JSON.stringify({ environment: name, at }));
        renameSync(folder(name), path.join(trash, entry, 'environment'));
      } catch (error) {
        rmSync(path.join(trash, entry), { recursive: true, force: true });
        throw detailed('bad-input', 'environment-not-removed', { name, why: messageOf(error) });
      }
      return entry;
    },
    /** @param what an entry, or a name, which means its latest. @returns the name. @throws SkilldeckError `bad-input`. */
    restore(what: string) {
      const all = records()
        .filter(({ place }) => existsSync(place))
        .sort((a, b) => (a.at < b.at ? 1 : -1));
      const found = all.find(({ entry }) => entry === what) ?? all.find(({ environment }) => environment === what);
      if (found === undefined) {
        const names = [...new Set(all.map(({ environment }) => environment))].join(', ');
        throw detailed('bad-input', names === '' ? 'environment-empty-trash' : 'environment-not-in-trash', {
          name: shown(what),
          names,
        });
      }
      assertFree(found.environment);
      mkdirSync(root, { recursive: true });
      renameSync(found.place, path.join(root, found.environment));
      rmSync(path.join(trash, found.entry), { recursive: true, force: true });
      return found.environment;
    },
  };
}

/** A link to a folder is one: people keep theirs where they like. */
const foldersIn = (dir: string): string[] =>
  entriesOf(dir)
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path.join(dir, entry.name))))
    .map(({ name }) => name);

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

const readRecord = (file: string): z.infer<typeof recordSchema> | undefined =>
  recordSchema.safeParse(readSmallJson(file)).data;

const shown = (name: string): string => name.slice(0, MAX_ENVIRONMENT_NAME * 2);

// Settings in force in one environment: start options override its own files, which override the data folder's.

export type EnvironmentSettings = ReturnType<typeof environmentSettings>;

/** Reads the files at each call: what the user saves in an editor applies to the next request. */
export function environmentSettings(options: {
  readonly name: string;
  readonly folder: string;
  readonly home: ConfigFile;
  readonly given: Config;
}) {
  const { name, folder, home, given } = options;
  const file = configFile(folder);
  const levels = (): readonly [Config, Config, Config] => {
    const { env: _env, ...own } = file.read().config;
    return [given, own, home.read().config];
  };
  const agents = () => readAgents(folder).agents;
  const models = () => readModels(folder).models;
  const config = (): Config => {
    const [first, own, base] = levels();
    const rest = withoutModel({ ...base, ...own, ...first });
    const {
      maxContext,
      sees: _sees,
      tools: _tools,
      reasons: _reasons,
      ...chosen
    } = chooseModel([], [first, own, base], models());
    // A limit given with the model's name overrides the model's own.
    const limit = first.maxContext ?? own.maxContext ?? maxContext;
    return { ...rest, ...chosen, ...(limit === undefined ? {} : { maxContext: limit }) };
  };

  return {
    name,
    /** Absolute; it need not be there. */
    folder,
    file,
    agents,
    models,
    config,
    /** By `models.jsonc`, then what the server in use says, then the app's own list, then what other servers said. */
    knownPrices(): PriceTable {
      const own = models().flatMap(({ model, prices }) => (prices === undefined ? [] : [[model, prices] as const]));
      const said = limitsFile(path.dirname(home.path));
      const asked = said.prices(endpointOf(config().baseUrl ?? ''));
      // The first of equal names counts: "openai/gpt-4o" of this server goes before the list's "gpt-4o".
      const all: Record<string, Price> = {};
      for (const table of [Object.fromEntries(own), asked, KNOWN_PRICES, said.prices()])
        for (const [model, price] of Object.entries(table)) all[model] ??= price;
      return all;
    },
    diagnostics(): readonly Diagnostic[] {
      const misplaced = file.read().config.env === undefined ? [] : [misplacedEnv(file.path)];
      return [
        ...file.read().diagnostics,
        ...misplaced,
        ...readAgents(folder).diagnostics,
        ...readModels(folder).diagnostics,
        ...unknownAgent(file.path, levels(), agents()),
      ];
    },
    /** The agent of a new session: the one wanted, else the settings', else the default one. `undefined`: none. */
    agentFor(wanted: string | undefined) {
      const all = agents();
      const [first, own, base] = levels();
      const named = wanted ?? first.agent ?? own.agent ?? base.agent;
      if (named === NO_AGENT) return undefined;
      return all.find((agent) => agent.name === named) ?? defaultAgent(all);
    },
    /** @param agentModel named by the session's agent. */
    modelFor: (pinned: ModelWish, agentModel?: string) => {
      const [first, own, base] = levels();
      return chooseModel([pinned], [first, { model: agentModel }, own, base], models());
    },
  };
}

/** They say together where requests go. */
export const MODEL_FIELDS: ReadonlySet<string> = new Set(['baseUrl', 'model', 'apiKeyEnv', ...MODEL_OPTION_NAMES]);

/** Model fields are resolved by precedence, not merged. */
function withoutModel(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !MODEL_FIELDS.has(name)));
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
