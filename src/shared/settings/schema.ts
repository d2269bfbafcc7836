/**
 * Every setting of `config.jsonc`: one row each, in the order of `docs/settings.md`, whose table is written from here
 * (`npm run settings:docs`). The names are those of the command line's options (CONTRACT §1).
 */
import { z } from 'zod';
import { commandListsSchema } from '../approvals.ts';
import { priceTableSchema } from '../context-views.ts';
import { APPROVAL_MODES, DIALECTS, LOAD_MODES, PLACEMENTS } from '../events.ts';
import { mcpSwitchesSchema } from '../mcp.ts';
import { modelOptionsShape } from '../models/model-options.ts';
import { archiveSchema } from '../review/archive.ts';
import { CONTAINER_ENGINES, SANDBOX_WISHES } from '../sandbox.ts';
import { limitRows, workspaceLimitsSchema } from './limits.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const LANGUAGES = ['system', 'en', 'zh'] as const;

/** OpenTelemetry traces of conversations, sent while they happen. */
export const telemetrySchema = z.object({
  /** Base address of an OTLP/HTTP endpoint; `/v1/traces` is added. '' sends nothing, whatever the environment says. */
  endpoint: z.string().optional(),
  protocol: z.enum(['http/json', 'http/protobuf']).optional(),
  /** `$NAME` stands for an environment variable. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Sends messages, arguments and results, redacted. */
  contents: z.boolean().optional(),
});
export type TelemetrySettings = z.infer<typeof telemetrySchema>;

/** The way to other computers. */
const networkSchema = z.object({
  /** `system`, `none`, or an address. */
  proxy: z.string().max(2_000).optional(),
  noProxy: z.string().max(10_000).optional(),
  /** Absolute path of a file of authorities, PEM. */
  certificates: z.string().max(4_000).optional(),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

/** `simple`: the conversation alone; `full`: also tokens, skills and steps. */
const VIEWS = ['simple', 'full'] as const;
/** Shortcuts in Electron's format; `none`: the app takes no key from other programs. */
export const GLOBAL_SHORTCUTS = ['none', 'CommandOrControl+Shift+Space', 'Alt+Shift+Space'] as const;
export const UPDATE_CHOICES = ['off', 'ask', 'auto'] as const;
export const UPDATE_CHANNELS = ['stable', 'beta'] as const;

export interface SettingRow {
  readonly schema: z.ZodType;
  readonly default?: unknown;
  /** Option of `run` with the same meaning. */
  readonly option?: `--${string} <${string}>`;
  /** Files that accept it besides `config.jsonc`. */
  readonly in?: readonly ('agents' | 'models')[];
  /** Markdown. Choices, bounds and default are added to it. */
  readonly docs: string;
}

const { wire, headers, params, effort, maxOutput } = modelOptionsShape;

export const SETTINGS = {
  language: { schema: z.enum(LANGUAGES), default: 'system', docs: 'language of the app' },
  theme: { schema: z.enum(THEMES), default: 'system', docs: 'colours of the app' },
  view: {
    schema: z.enum(VIEWS),
    docs: '`simple`: the conversation alone; `full`: how it works, too: tokens, skills, steps. Without it, `full` in a data folder that was in use before this setting existed, else `simple`',
  },
  env: {
    schema: z.string(),
    option: '--env <NAME>',
    docs: "the environment that new conversations get (data folder's file alone)",
  },
  baseUrl: {
    schema: z.string(),
    default: '',
    option: '--base-url <URL>',
    in: ['models'],
    docs: 'an OpenAI-compatible endpoint; without it the demo model',
  },
  apiKeyEnv: {
    schema: z.string(),
    option: '--api-key-env <NAME>',
    in: ['models'],
    docs: "the environment variable that holds the endpoint's key",
  },
  model: {
    schema: z.string(),
    default: '',
    option: '--model <ID>',
    in: ['agents', 'models'],
    docs: "a model's id, or a name of `models.jsonc` where no `baseUrl` is set beside it",
  },
  wire: {
    schema: wire,
    option: '--wire <WIRE>',
    in: ['models'],
    docs: "Chat Completions, Responses (OpenAI) or Messages (Anthropic); without it, what the table of models or the endpoint's host says, else `chat`",
  },
  headers: {
    schema: headers,
    option: '--header <HEADER>',
    in: ['models'],
    docs: '`{"x-portkey-provider": "openai", "authorization": "Basic $GATEWAY"}`: sent with every request. `$NAME` is an environment variable, read at every start. A value entered in the window goes to the key store and leaves `null` here. Your own `authorization`, `api-key` or `x-api-key` replaces the key\'s header',
  },
  params: {
    schema: params,
    option: '--param <KEY=JSON>',
    in: ['models'],
    docs: "extra fields of the request's body as JSON; they are kept in the conversation's log, so never put a secret here",
  },
  effort: { schema: effort, option: '--effort <EFFORT>', in: ['models'], docs: 'how hard the model thinks' },
  maxOutput: {
    schema: maxOutput,
    option: '--max-output <N>',
    in: ['models'],
    docs: "tokens: the longest answer; without it the provider decides (on `anthropic`: the model's longest by the table, else 8192)",
  },
  agent: { schema: z.string(), option: '--agent <NAME>', docs: 'a name of `agents.jsonc`, or `none`' },
  skills: {
    schema: z.array(z.string()),
    option: '--skills <DIR>',
    docs: 'folders of skills, searched before all others',
  },
  skillSwitches: {
    schema: z.record(z.string(), z.boolean()),
    docs: "by a skill's id: `false` keeps it from the model, `true` uses it even where something seems to be missing",
  },
  skillVariables: {
    schema: z.record(z.string(), z.record(z.string(), z.string())),
    docs: 'by a skill\'s id: environment variables that its own scripts find, such as `{"book-flight": {"FLIGHT_LIVE_LIMIT": "400 GBP"}}`. Keys and tokens are given with `skilldeck secrets set`, never here',
  },
  mcpServers: {
    // Each is read by itself (`readServer`): a broken one does not take the others with it.
    schema: z.record(z.string(), z.unknown()),
    docs: '`{"files": {"command": "npx", "args": ["…"]}, "mail": {"url": "https://…"}}`: MCP servers ([more](user/mcp.md))',
  },
  mcpSwitches: {
    schema: mcpSwitchesSchema,
    docs: "by a server's name: `true` offers the model all of its tools, a list of names those alone; without it the server is off",
  },
  repositories: {
    // Each is read by itself: a broken one does not take the others with it.
    schema: z.record(z.string(), z.unknown()),
    docs: '`{"team": {"address": "https://…", "ref": "main", "path": "skills", "auto": true}}`: repositories of skills ([more](user/teams.md))',
  },
  archive: {
    schema: archiveSchema,
    docs: '`{"address": "postgres://…"}`: where your team shares conversations (data folder\'s file alone; [more](user/teams.md#shared-conversations))',
  },
  dialect: {
    schema: z.enum(DIALECTS),
    default: 'omni',
    option: '--dialect <NAME>',
    in: ['agents'],
    docs: 'tool dialect',
  },
  loadMode: {
    schema: z.enum(LOAD_MODES),
    option: '--load-mode <MODE>',
    in: ['agents'],
    docs: "how long a skill stays loaded; without it the dialect's own",
  },
  placement: {
    schema: z.enum(PLACEMENTS),
    option: '--placement <PLACE>',
    in: ['agents'],
    docs: "where instructions are placed; without it the dialect's own",
  },
  ...limitRows,
  timeout: {
    schema: z.number().positive(),
    option: '--timeout <S>',
    docs: 'seconds for a whole run of the command line',
  },
  prices: {
    schema: priceTableSchema,
    docs: 'US dollars for a million tokens by model, over the app\'s own: `{"my-model": {"input": 1, "cachedInput": 0.1, "cacheWrite": 1.25, "output": 4}}`',
  },
  approve: {
    schema: z.enum(APPROVAL_MODES),
    default: 'ask',
    option: '--approve <MODE>',
    in: ['agents'],
    docs: 'what to do with commands that need approval',
  },
  commands: {
    schema: commandListsSchema,
    docs: '`{"allow": ["git status", "make *"], "deny": ["curl"]}`: programs that run without approval, and that never run; denied first ([below](#commands))',
  },
  sandbox: {
    schema: z.enum(SANDBOX_WISHES),
    docs: '`auto`: the best that this machine has; `required`: no sandbox, no run; or one kind. Read at the start',
  },
  container: {
    schema: z.object({ image: z.string().min(1), program: z.enum(CONTAINER_ENGINES).optional() }),
    docs: '`{"image": "…", "program": "podman"}` for a sandbox in a container; read at the start',
  },
  scriptMemory: {
    schema: z.int().min(512).max(1_048_576),
    default: 2048,
    docs: 'MiB: the memory that all processes of a script, or of an MCP server, may use together; read at the start',
  },
  packages: {
    schema: z.object({ pythonIndex: z.string().url().optional(), nodeRegistry: z.string().url().optional() }),
    docs: '`{"pythonIndex": "https://…/simple", "nodeRegistry": "https://…"}`: where packages of skills are fetched; without it, what pip and npm are set to',
  },
  network: {
    schema: networkSchema,
    docs: '`{"proxy": "http://localhost:7890", "noProxy": "intranet.example, 10.0.0.0/8", "certificates": "/etc/our-authority.pem"}`: `proxy` is a URL (`http`, `https` or `socks5`), `none`, or `system`, the default: what `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` say, else the system ([more](user/network.md)). A password entered in the window goes to the key store',
  },
  telemetry: {
    schema: telemetrySchema,
    docs: '`{"endpoint": "https://…", "protocol": "http/protobuf", "headers": {"authorization": "Basic $NAME"}, "contents": true}`: sends conversations as OpenTelemetry traces ([more](user/telemetry.md)); without it, what `OTEL_EXPORTER_OTLP_ENDPOINT` says',
  },
  missedSkills: {
    schema: z.boolean(),
    default: true,
    docs: 'notes the skill that a message was obviously for and that its answer did without; `false` also hides the offer to ask again with it',
  },
  forms: { schema: z.boolean(), docs: '`false`: the model asks in words, never by a form' },
  workspaces: {
    schema: workspaceLimitsSchema.partial(),
    docs: '`{"keepDays": 90, "maxBytes": 5368709120}`: when conversations\' files are cleaned; 0 is never (data folder\'s file alone)',
  },
  reviewer: {
    schema: z.string().trim().min(1).max(100),
    docs: 'the name that your reviews carry; without it, the name of your account on this machine',
  },
  notify: {
    schema: z.boolean(),
    default: true,
    docs: 'notices when a reply or a question comes while you look at something else',
  },
  keepRunning: {
    schema: z.boolean(),
    default: false,
    docs: 'the desktop app stays in the tray when its window is closed',
  },
  globalShortcut: {
    schema: z.enum(GLOBAL_SHORTCUTS),
    default: 'none',
    docs: 'brings the desktop app to the front from anywhere',
  },
  updates: {
    schema: z.enum(UPDATE_CHOICES),
    docs: 'newer versions of the installed desktop app: `ask` looks once a day and says so, `auto` also downloads them; without it nothing is looked for, and the app asks once',
  },
  updateChannel: { schema: z.enum(UPDATE_CHANNELS), default: 'stable', docs: 'the releases that are offered' },
  welcomed: { schema: z.boolean(), default: false, docs: 'the first steps are done or were skipped' },
} as const satisfies Record<string, SettingRow>;

type Rows = typeof SETTINGS;
export type SettingName = keyof Rows;

type Shape<K extends SettingName> = { [N in K]: Rows[N]['schema'] };
type NamesIn<File> = {
  [N in SettingName]: Rows[N] extends { in: readonly (infer F)[] } ? (File extends F ? N : never) : never;
}[SettingName];

const rows = Object.entries(SETTINGS) as readonly (readonly [SettingName, SettingRow])[];

/** Shape of `config.jsonc`. */
export const configShape = Object.fromEntries(rows.map(([name, { schema }]) => [name, schema])) as Shape<SettingName>;

/** The fields that `agents.jsonc` or `models.jsonc` shares with `config.jsonc`. */
export function sharedShape<File extends 'agents' | 'models'>(file: File): Shape<NamesIn<File>> {
  const shared = rows.filter((row) => row[1].in?.includes(file));
  return Object.fromEntries(shared.map(([name, { schema }]) => [name, schema])) as Shape<NamesIn<File>>;
}
