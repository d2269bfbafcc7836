/** Turns a server's definition into a start: the program, its variables, and its access in the sandbox. */

import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { findProgram } from '../../../main/lib/processes.ts';
import { withoutKeys } from '../../../main/runner/host-variables.ts';
import type { ServedProgram } from '../../../main/runner/process.ts';
import { managerOf, realProgram } from '../../../main/runner/real-program.ts';
import { environmentOf, installationOf } from '../../../main/runner/sandbox/programs.ts';
import type { Bounds, StartedProgram } from '../../../main/runner/sandbox/sandbox.ts';
import { isInside } from '../../../main/runner/workspace/workspace.ts';
import { isTooBroad } from '../../../main/skills/needs.ts';
import type { StdioServer } from '../../../shared/mcp.ts';
import type { McpFault, McpFaultCode } from '../../../shared/mcp-faults.ts';
import { faultWords } from '../../../shared/messages/tool-server-words.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { keylessText } from '../../../shared/models/keyless-address.ts';

/** A text as part of a file's or folder's name. */
export const folderWord = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);

/** Failures of a server or a call, as a code and values; the words are in `messages/LANGUAGE/mcp.ts`. */
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

export interface Launch {
  readonly program: StartedProgram;
  /** Absent: no sandbox, as the person wrote it. */
  readonly bounds: Bounds | undefined;
}

/** Skilldeck brings these where the machine has none. */
const BROUGHT = ['node', 'python', 'python3'];

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
    program: { file, args, cwd, env: { HOME: path.join(own, 'home'), ...env }, piped: true },
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

// The SDK's transport over a program that the runner started.

/** Bytes of one message. */
const MAX_MESSAGE = 16 * 1024 * 1024;

export async function stdioTransport(program: ServedProgram): Promise<Transport> {
  const { ReadBuffer, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  const transport: Transport = {
    async start() {
      program.stdout.on('data', (chunk: Buffer) => {
        try {
          buffer.append(chunk);
        } catch (error) {
          transport.onerror?.(asError(error));
          void program.end();
          return;
        }
        for (;;) {
          try {
            const message = buffer.readMessage();
            if (message === null) return;
            transport.onmessage?.(message);
          } catch (error) {
            // A line that is no message: some programs greet on stdout.
            transport.onerror?.(asError(error));
          }
        }
      });
      void program.ended.then(() => transport.onclose?.());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        program.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => program.end(),
  };
  return transport;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Streamable HTTP: to the server's own origin only, in plain text to this computer alone, with bounded answers. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** @throws McpFailure `plain-http`. */
export async function httpTransport(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Transport & { terminateSession(): Promise<void> }> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new McpFailure('plain-http', { host: url.host });
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: async (target, init) => {
      const asked = new URL(target, url);
      if (asked.origin !== url.origin) throw new McpFailure('other-origin', { host: asked.host });
      const response = await fetch(asked, { ...init, redirect: 'manual' });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        const to = new URL(response.headers.get('location') ?? '', asked);
        throw new McpFailure('other-origin', { host: to.host });
      }
      return bounded(response);
    },
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 5,
    },
  });
}

/** Bounds a response; each event of a stream counts alone. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  const streams = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = streams ? lastBreak(chunk) : -1;
      bytes = end < 0 ? bytes + chunk.length : chunk.length - end;
      if (bytes > MAX_MESSAGE) controller.error(new McpFailure('too-large', { size: MAX_MESSAGE / 1024 / 1024 }));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

const LINE_FEED = 10;
const RETURN = 13;

/** End of the last whole event in this piece; -1 where there is none. */
function lastBreak(chunk: Uint8Array): number {
  for (let at = chunk.length - 1; at > 0; at -= 1) {
    if (chunk[at] !== LINE_FEED) continue;
    const before = chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before >= 0 && chunk[before] === LINE_FEED) return at;
  }
  return -1;
}
