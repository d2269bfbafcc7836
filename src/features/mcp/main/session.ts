/** One session of the protocol, from its handshake to its end: over the official client. */

import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ElicitRequest, ElicitResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { readSmallFile } from '../../../main/lib/files.ts';
import { networkFigures } from '../../../main/lib/network-faults.ts';
import { findProgram } from '../../../main/lib/processes.ts';
import { aborted } from '../../../main/lib/timing.ts';
import { withoutKeys } from '../../../main/runner/process.ts';
import { managerOf, realProgram } from '../../../main/runner/real-program.ts';
import { environmentOf, installationOf } from '../../../main/runner/sandbox/programs.ts';
import type { Bounds, StartedProgram } from '../../../main/runner/sandbox/sandbox.ts';
import { isInside } from '../../../main/runner/workspace/workspace.ts';
import { isTooBroad } from '../../../main/skills/needs.ts';
import { messageOf } from '../../../shared/errors.ts';
import type { StdioServer } from '../../../shared/mcp.ts';
import type { McpFault, McpFaultCode } from '../../../shared/mcp-faults.ts';
import { faultWords } from '../../../shared/messages/describe-event.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { keylessText } from '../../../shared/models/keyless-address.ts';
import { readTools, resultSchema } from './server-tools.ts';

/** A text as part of a file's or folder's name. */
export const folderWord = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);

/** Failures of a server or a call, as a code and values; the words are in `mcp/words.LANGUAGE.ts`. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
  readonly fault: McpFault;

  constructor(code: McpFaultCode, values: McpFault['values'] = {}) {
    super(code);
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? keylessText(value) : value,
    ]);
    this.fault = { code, values: Object.fromEntries(shown) };
  }
}

/** For the model, which reads English. */
export const faultText = (fault: McpFault): string => faultWords(translatorFor('en'), fault);

// Turns a server's definition into a start: the program, its variables, and its access in the sandbox.

interface Launch {
  readonly program: StartedProgram;
  /** Absent: no sandbox, as the person wrote it. */
  readonly bounds: Bounds | undefined;
}

/** Skilldeck brings these where the machine has none. */
const BROUGHT = ['node', 'python', 'python3'];

export interface Registry {
  readonly hosts: readonly string[];
  /** Names it to the program, whose home is another than the person's. */
  readonly env: Readonly<Record<string, string>>;
}

const registryOf = (variable: string, address: string): Registry =>
  URL.canParse(address) && keylessText(address) === address
    ? { hosts: [new URL(address).hostname], env: { [variable]: address } }
    : { hosts: [], env: {} };

/** The registry from which a command such as `npx` or `uvx` fetches the server that it starts; undefined for others. */
export function fetchesFrom({ command, args = [] }: StdioServer, home = homedir()): Registry | undefined {
  const name = path.basename(command).replace(/\.(?:cmd|exe)$/i, '');
  const called = `${name} ${args[0] ?? ''}`;
  const { npm_config_registry, UV_DEFAULT_INDEX, UV_INDEX_URL, PIP_INDEX_URL } = process.env;
  if (/^(?:npx|pnpx|bunx) |^(?:npm|pnpm|yarn|bun) (?:exec|x|dlx)$/.test(called)) {
    const [, own] = /^registry\s*=\s*(\S+)/m.exec(readSmallFile(path.join(home, '.npmrc')) ?? '') ?? [];
    return registryOf('npm_config_registry', npm_config_registry ?? own ?? 'https://registry.npmjs.org/');
  }
  if (!/^uvx |^uv (?:run|tool)$|^pipx run$/.test(called)) return undefined;
  const index = UV_DEFAULT_INDEX ?? UV_INDEX_URL ?? PIP_INDEX_URL;
  return index === undefined
    ? { hosts: ['pypi.org', 'files.pythonhosted.org'], env: {} }
    : registryOf('UV_DEFAULT_INDEX', index);
}

const filled = (given: string): string => given.replace(/^(~|\$HOME|\$\{HOME\})(?=[/\\]|$)/, homedir());

/**
 * @param own the server's own folder: where it starts unless it names another, and its home in the sandbox, so that what
 * `npx` or `uvx` fetch stays there.
 * @param env its variables, filled in.
 * @throws McpFailure `not-found`, `no-version`, `folder-missing`, `too-broad`.
 */
export async function launchOf(
  server: StdioServer,
  own: string,
  env: Readonly<Record<string, string>>,
): Promise<Launch> {
  const { args = [], sandbox = true } = server;
  mkdirSync(path.join(own, 'home'), { recursive: true, mode: 0o700 });
  const cwd = server.cwd === undefined ? own : folder(server.cwd, own);
  const given = commandFile(server.command, cwd);
  if (!sandbox) return { program: { file: given, args, cwd, env }, bounds: undefined };
  const file = await behindManager(given, server.cwd === undefined ? homedir() : cwd);
  const roots = [...(file === given ? [] : [installationOf(file)]), ...environmentOf(file)];
  // An environment's Python is a link, in whose place nothing can be mounted.
  const named = [file, ...args]
    .flatMap((word) => namedPlace(word, cwd))
    .filter((place) => !roots.some((root) => isInside(root, place)));
  const reads = (server.reads ?? []).map((given) => granted(given, cwd));
  const writes = (server.writes ?? []).map((given) => granted(given, cwd));
  return {
    program: {
      file,
      args,
      cwd,
      env: { HOME: path.join(own, 'home'), ...fetchesFrom(server)?.env, ...env },
      piped: true,
    },
    bounds: {
      readable: [...named, ...roots, ...reads, ...(isBroad(cwd) ? [] : [cwd])],
      writable: [own, ...writes],
      access: { hosts: server.hosts ?? [], programs: [path.basename(server.command)] },
    },
  };
}

function commandFile(command: string, cwd: string): string {
  const given = filled(command);
  if (/[/\\]/.test(given)) {
    const file = path.resolve(cwd, given);
    if (existsSync(file)) return file;
    throw new McpFailure('not-found', { command });
  }
  const found = findProgram([given]) ?? (BROUGHT.includes(given) ? given : undefined);
  if (found === undefined) throw new McpFailure('not-found', { command });
  return found;
}

/**
 * A version manager's launcher works outside only: the program that it starts in this folder, which is never the
 * server's own, where the server could choose another.
 */
async function behindManager(file: string, cwd: string): Promise<string> {
  if (!path.isAbsolute(file)) return file;
  return realProgram(file, { env: withoutKeys(process.env), cwd }).catch((error: Error) => {
    throw new McpFailure('no-version', {
      command: path.basename(file),
      manager: managerOf(file)?.name ?? '',
      message: error.message,
    });
  });
}

function folder(given: string, base: string): string {
  const full = path.resolve(base, filled(given));
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new McpFailure('folder-missing', { folder: given });
  return full;
}

const isBroad = (full: string): boolean => isTooBroad(full, homedir());

/** Folders that the person named for reading or changing. */
function granted(given: string, cwd: string): string {
  const full = path.resolve(cwd, filled(given));
  if (!existsSync(full)) throw new McpFailure('folder-missing', { folder: given });
  if (isBroad(full) || isBroad(realpathSync.native(full))) throw new McpFailure('too-broad', { folder: given });
  return full;
}

/** Place that a word of a command line names: a folder to read, or the package that a program's file needs. */
function namedPlace(word: string, cwd: string): readonly string[] {
  const given = filled(word);
  const full = path.resolve(cwd, given);
  if (!path.isAbsolute(given) && !given.startsWith('.')) return [];
  const info = statSync(full, { throwIfNoEntry: false });
  if (info === undefined) return [];
  return [full, realpathSync.native(full)]
    .map((place) => (info.isDirectory() ? place : packageOf(place)))
    .filter((place) => !isBroad(place));
}

/** The outermost `node_modules` around it, else the nearest folder with a manifest; else the file alone. */
function packageOf(file: string): string {
  const [before, ...rest] = file.split(`${path.sep}node_modules${path.sep}`);
  if (rest.length > 0) return path.join(before ?? '', 'node_modules');
  for (let dir = path.dirname(file); !isBroad(dir) && dir !== path.dirname(dir); dir = path.dirname(dir)) {
    if (['package.json', 'pyproject.toml'].some((name) => existsSync(path.join(dir, name)))) return dir;
  }
  return file;
}

/** Milliseconds for the handshake and the first list. */
const START_MS = 60_000;
/** Milliseconds of one call however much progress it reports, and questions it asks. */
const MOST_MS = 30 * 60_000;
/** The SDK's refuses the whole list where one tool's schema is wrong. */
const listSchema = z.looseObject({ nextCursor: z.string().optional().catch(undefined) });
/** Pages of a list that are asked for. */
const MOST_PAGES = 20;

export type McpSession = Awaited<ReturnType<typeof openSession>>;

interface Opening {
  /** The app's own. */
  readonly version: string;
  /** Milliseconds for the handshake. */
  readonly startMs?: number | undefined;
  onEnd(): void;
  onTools(): void;
  /** Absolute folders that it may ask for. Absent: it sees none, nor that there are any. */
  readonly roots?: (() => readonly string[]) | undefined;
  /** Never rejects. */
  onAsk(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  /** It asked for `method`, which is not offered. */
  onDeclined(method: string): void;
}

/** @throws what the client throws; nothing is left of the session then. */
export async function openSession(
  transport: Transport,
  signal: AbortSignal,
  { version, startMs = START_MS, ...on }: Opening,
) {
  const [{ Client }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const client: Client = new Client(
    { name: 'skilldeck', version },
    { capabilities: { elicitation: { form: {}, url: {} }, ...(on.roots && { roots: { listChanged: true } }) } },
  );
  client.setRequestHandler(types.ElicitRequestSchema, ({ params }, { signal: own }) => on.onAsk(params, own));
  client.fallbackRequestHandler = async ({ method }) => {
    on.onDeclined(method);
    throw new types.McpError(types.ErrorCode.MethodNotFound, `${method} is not offered`);
  };
  const { roots } = on;
  if (roots !== undefined)
    client.setRequestHandler(types.ListRootsRequestSchema, () => ({
      roots: roots().map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  let closing = false;
  try {
    // Not with the signal: `initialize` is never cancelled, only left.
    const late = AbortSignal.timeout(startMs);
    await Promise.race([client.connect(transport, { timeout: startMs }), aborted(AbortSignal.any([signal, late]))]);
    late.throwIfAborted();
    signal.throwIfAborted();
    const list = async (kind: 'tools' | 'prompts' | 'resources'): Promise<readonly unknown[]> => {
      if (client.getServerCapabilities()?.[kind] === undefined) return [];
      const found: unknown[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        // Not `listTools`, which compiles the server's own schemas into code.
        const params = cursor === undefined ? {} : { cursor };
        const answer = await during(signal, (own) =>
          client.request({ method: `${kind}/list`, params }, listSchema, { signal: own, timeout: START_MS }),
        );
        found.push(...z.array(z.unknown()).parse(answer[kind]));
        // Some say that there is no further page by an empty word, some name the same for ever.
        if (!answer.nextCursor || answer.nextCursor === cursor) break;
        cursor = answer.nextCursor;
      }
      return found;
    };
    let tools = readTools(await list('tools'));
    let listing = Promise.resolve();
    client.setNotificationHandler(types.ToolListChangedNotificationSchema, () => {
      listing = listing
        .then(async () => {
          tools = readTools(await list('tools'));
          on.onTools();
        })
        .catch(() => {});
    });
    client.onclose = () => {
      if (!closing) on.onEnd();
    };
    const info = client.getServerVersion();
    return {
      info: { name: info?.name ?? '', version: info?.version ?? '' },
      tools: () => tools,
      /** Resolves when a list that the server said has changed is read. */
      listed: () => listing,
      /** Read at each call. As the server wrote it; throws, as the next, what the client throws. */
      prompts: () => list('prompts'),
      prompt: (prompt: string, args: Readonly<Record<string, string>>) =>
        during(signal, (own) =>
          client.getPrompt({ name: prompt, arguments: { ...args } }, { signal: own, timeout: START_MS }),
        ),
      /** Those that it lists, read at each call, and one of them or of its templates. */
      resources: () => list('resources'),
      resource: (uri: string) =>
        during(signal, (own) => client.readResource({ uri }, { signal: own, timeout: START_MS })),
      /** Its words on how to use them. */
      instructions: client.getInstructions(),
      /** @throws what the client throws: `failureOf` reads it. */
      call: (
        tool: string,
        args: Readonly<Record<string, unknown>>,
        { signal: stop, onProgress }: { readonly signal: AbortSignal; onProgress(progress: Progress): void },
      ) =>
        during(stop, (own) =>
          client.request({ method: 'tools/call', params: { name: tool, arguments: args } }, resultSchema, {
            signal: own,
            timeout: MOST_MS,
            onprogress: onProgress,
          }),
        ),
      /** Says that the folders are others now. Never rejects. */
      rootsChanged: () => client.sendRootsListChanged().catch(() => {}),
      async close() {
        closing = true;
        if ('terminateSession' in transport && typeof transport.terminateSession === 'function')
          await Promise.race([transport.terminateSession().catch(() => {}), soon()]);
        await client.close();
      },
    };
  } catch (error) {
    closing = true;
    await client.close().catch(() => {});
    throw error;
  }
}

/** Aborts one request with the signal while it is open: the SDK would report an answered one as cancelled, too. */
async function during<T>(signal: AbortSignal, ask: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const stop = () => own.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await ask(own.signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A server that does not answer a farewell keeps no one waiting. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000).unref());

/** `serverInfo.version: expected string, received number` */
const wrongFields = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path: at, message }) => `${at.join('.')}: ${message.replace(/^Invalid input: /, '')}`).join('; ');

/** Codes of the protocol's own errors that are not the server's answer. */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

/** @param timeoutMs of the request that failed. */
export function failureOf(error: unknown, timeoutMs = START_MS): McpFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  if (error instanceof McpFailure) return error;
  if (cause instanceof McpFailure) return cause;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const message =
    error instanceof z.core.$ZodError ? wrongFields(error) : messageOf(error).replace(/^MCP error -?\d+: /, '');
  if (code === REQUEST_TIMEOUT) return new McpFailure('no-answer', { seconds: Math.round(timeoutMs / 1000) });
  // Ended before it took the first words.
  if (code === CONNECTION_CLOSED || code === 'EPIPE') return new McpFailure('ended', { how: '' });
  if (typeof code === 'number' && code >= 400 && code < 600)
    return new McpFailure('refused', { message: `HTTP ${code}` });
  if (error instanceof TypeError) {
    const network = networkFigures(error);
    return new McpFailure('unreachable', { ...network, message: network.why ?? message });
  }
  return new McpFailure(typeof code === 'number' && code < 0 && code > -33_000 ? 'refused' : 'not-mcp', { message });
}
