/**
 * One server over its whole life: started when it is first needed, started again with growing pauses when it ends by
 * itself, shared by all sessions of its environment.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { endingOf } from '../../../main/lib/app-files.ts';
import { createMask, type Mask } from '../../../main/lib/mask-secrets.ts';
import { visible } from '../../../main/lib/text.ts';
import { aborted, type Clock, systemClock } from '../../../main/lib/timing.ts';
import type { ServedProgram } from '../../../main/runner/process.ts';
import type { Runner } from '../../../main/runner/runner.ts';
import { isHttp, type McpServer } from '../../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../../shared/mcp-faults.ts';
import { addressSecrets, keylessText } from '../../../shared/models/keyless-address.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import { httpTransport } from './http-transport.ts';
import type { ListedTools, ServerTool } from './server-tools.ts';
import {
  failureOf,
  fetchesFrom,
  launchOf,
  McpFailure,
  type McpSession,
  openSession,
  stdioTransport,
} from './session.ts';
import { type SignInStore, signedInAccess } from './sign-in.ts';

/** A tool's answer as text for the model and files for the session. Nothing in it is trusted. */
interface ServerFile {
  /** Below out/. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface ReadResult {
  readonly ok: boolean;
  readonly text: string;
  readonly files: readonly ServerFile[];
}

/** Bytes of one file: the limit of an artifact (CONTRACT §7). */
const MAX_FILE = 4 * 1024 * 1024;
const MOST_FILES = 20;

type Block = CallToolResult['content'][number];

/** @param stem of the names of files, such as `calendar-month`. */
export function readResult({ content, structuredContent, isError }: CallToolResult, stem: string): ReadResult {
  const files: ServerFile[] = [];
  const keep = (data: string, type: string | undefined, what: string): string => {
    const bytes = Buffer.from(data, 'base64');
    if (files.length >= MOST_FILES) return `[${what}: left out, over the limit of ${MOST_FILES} files]`;
    if (bytes.length > MAX_FILE) return `[${what}: left out, ${bytes.length} bytes are over the limit of ${MAX_FILE}]`;
    const ending = endingOf(type ?? '') ?? 'bin';
    const name = `${stem}${files.length === 0 ? '' : `-${files.length + 1}`}.${ending}`;
    files.push({ name, bytes });
    return `[${what}: kept as out/${name}, ${bytes.length} bytes]`;
  };
  const read = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return visible(block.text);
      case 'image':
      case 'audio':
        return keep(block.data, block.mimeType, `${block.type} (${visible(block.mimeType)})`);
      case 'resource_link':
        return `[link: ${visible(block.title ?? block.name)} ${visible(block.uri)}]`;
      case 'resource': {
        const { resource } = block;
        const uri = visible(resource.uri);
        if ('text' in resource) return `[resource ${uri}]\n${visible(resource.text)}`;
        return keep(resource.blob, resource.mimeType, `resource ${uri}`);
      }
    }
  };
  const parts = content.map(read);
  // A server gives structured content beside the same as text; some give it alone.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(visible(JSON.stringify(structuredContent)));
  return { ok: isError !== true, text: parts.join('\n'), files };
}

/** Milliseconds before each new start after it ended by itself; then it is left alone until somebody asks again. */
const PAUSES = [500, 2_000, 5_000, 15_000, 30_000];
/** Milliseconds after which an end counts as the first one again. */
const STEADY_MS = 60_000;
/** A server that speaks the transport before streamable HTTP answers so, by the specification. */
const OLD_ANSWERS = ['HTTP 400', 'HTTP 404', 'HTTP 405'];
/** Milliseconds for it to begin. */
const OLD_MS = 10_000;
/** Milliseconds for the start of one whose package may have to be fetched. */
const FETCH_MS = 5 * 60_000;
/** Seconds. */
const DEFAULT_TIMEOUT = 60;
/** Characters of its log that are kept. */
const LOG_SIZE = 64 * 1024;

/** Variables or headers as they are sent. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  /** Values among these that nothing may show. */
  readonly secrets: readonly string[];
}

export interface ConnectionSpec {
  readonly name: string;
  readonly server: McpServer;
  /** The server's own folder. */
  readonly folder: string;
  /** @throws McpFailure `variable-missing`. */
  fill(): Promise<Filled>;
  readonly signIn: SignInStore;
}

export interface ConnectionView {
  readonly state: Exclude<ServerState, 'off'>;
  readonly fault?: McpFault;
  readonly tools: readonly ServerTool[];
  readonly leftOut: ListedTools['leftOut'];
  readonly info?: McpSession['info'];
  /** Its words on how to use its tools. */
  readonly instructions?: string | undefined;
  /** Sandbox of a program; absent before its start. */
  readonly sandbox?: SandboxKind;
}

export interface Connection {
  view(): ConnectionView;
  /** The end of the server's standard error. */
  log(): string;
  /**
   * Resolves when it is ready or cannot be, or on abort. Starts it, also again after it failed if `again`. Never rejects.
   */
  ready(signal: AbortSignal, again?: boolean): Promise<ConnectionView>;
  /** @throws McpFailure */
  call(tool: string, args: Readonly<Record<string, unknown>>, how: CallHow): Promise<CallToolResult>;
  /** Hides what it was given. */
  readonly mask: Mask;
  close(): Promise<void>;
}

interface CallHow {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

interface Around {
  readonly runner: Pick<Runner, 'serve'>;
  /** The app's own. */
  readonly version: string;
  /** Its tools or state are others now. */
  onChange(): void;
  readonly clock?: Clock;
}

interface Open {
  readonly session: McpSession;
  readonly program: ServedProgram | undefined;
  readonly since: number;
}

export function createConnection(
  spec: ConnectionSpec,
  { runner, version, onChange, clock = systemClock }: Around,
): Connection {
  const { name, server } = spec;
  const closed = new AbortController();
  const secrets = new Set<string>();
  const mask = createMask(() => secrets);
  let log = '';
  let open: Open | undefined;
  let work: Promise<void> | undefined;
  let fault: McpFault | undefined;
  let state: ConnectionView['state'] = 'idle';
  let listed: ListedTools = { tools: [], leftOut: [] };
  /** Times in a row that it ended by itself. */
  let ends = 0;

  const enter = (next: ConnectionView['state'], why?: McpFault): void => {
    state = next;
    fault = why;
    onChange();
  };
  const heard = (text: string): void => {
    log = (log + visible(text)).slice(-LOG_SIZE);
  };

  async function start(): Promise<Open> {
    const filled = await spec.fill();
    for (const secret of [...filled.secrets, ...(isHttp(server) ? addressSecrets(server.url) : [])])
      secrets.add(secret);
    if (isHttp(server)) {
      const { url } = server;
      const access = signedInAccess({ name, url, store: spec.signIn }, (token) => secrets.add(token));
      const reached = { server: name, url, headers: filled.values, access };
      const opened = await session(await httpTransport(reached)).catch(async (error: unknown) => {
        const { message } = failureOf(error).fault.values;
        if (!OLD_ANSWERS.includes(String(message))) throw error;
        return session(await httpTransport(reached, true), OLD_MS).catch(() => {
          throw error;
        });
      });
      return { session: opened, program: undefined, since: clock.now() };
    }
    const { program: wanted, bounds } = await launchOf(server, spec.folder, filled.values);
    const registry = fetchesFrom(server);
    let program: ServedProgram;
    try {
      program = await runner.serve(wanted, bounds);
    } catch (error) {
      throw error instanceof McpFailure ? error : new McpFailure('start-failed', { message: mask(String(error)) });
    }
    const errors = mask.stream();
    program.stderr.setEncoding('utf8').on('data', (text: string) => heard(errors.take(text)));
    program.stderr.once('end', () => heard(errors.end()));
    void program.ended.then(({ moved }) => heard(moved.map((line) => `${line}\n`).join('')));
    try {
      const startMs = registry === undefined ? undefined : FETCH_MS;
      return { session: await session(await stdioTransport(program), startMs), program, since: clock.now() };
    } catch (error) {
      const failure = failureOf(error);
      await program.end();
      if (failure.fault.code !== 'ended') throw failure;
      if (registry !== undefined && (server.hosts ?? []).length === 0 && program.sandbox !== 'none')
        throw new McpFailure('needs-registry', { command: server.command, hosts: registry.hosts.join(' ') });
      throw new McpFailure('ended', { how: await endOf(program) });
    }
  }

  const session = (transport: Transport, startMs?: number) =>
    openSession(transport, closed.signal, {
      startMs,
      version,
      onEnd: () => void endedByItself(),
      onTools: () => {
        listed = open?.session.tools() ?? listed;
        onChange();
      },
    });

  async function connect(): Promise<void> {
    enter('connecting');
    try {
      const made = await start();
      if (closed.signal.aborted) {
        await end(made);
        return;
      }
      open = made;
      listed = made.session.tools();
      enter('ready');
    } catch (error) {
      enter('failed', failureOf(error).fault);
    }
  }

  const begin = (): Promise<void> => {
    work ??= connect().finally(() => {
      work = undefined;
    });
    return work;
  };

  async function endedByItself(): Promise<void> {
    const was = open;
    if (was === undefined || closed.signal.aborted) return;
    open = undefined;
    ends = clock.now() - was.since > STEADY_MS ? 1 : ends + 1;
    const how = was.program === undefined ? '' : await endOf(was.program);
    const pause = PAUSES[ends - 1];
    if (pause === undefined) {
      enter('failed', { code: 'too-many-ends', values: { count: ends, how } });
      return;
    }
    enter('restarting', { code: 'ended', values: { how } });
    work = clock
      .sleep(pause, closed.signal)
      .then(() => (closed.signal.aborted ? undefined : connect()))
      .finally(() => {
        work = undefined;
      });
  }

  const end = async (one: Open | undefined): Promise<void> => {
    await one?.session.close().catch(() => {});
    await one?.program?.end();
  };

  const view = (): ConnectionView => ({
    state,
    ...(fault === undefined ? {} : { fault }),
    ...listed,
    ...(open === undefined ? {} : { info: open.session.info, instructions: open.session.instructions }),
    ...(open?.program === undefined ? {} : { sandbox: open.program.sandbox }),
  });

  const ready = async (signal: AbortSignal, again: boolean): Promise<ConnectionView> => {
    if (again && state === 'failed') ends = 0;
    if (state === 'idle' || (again && state === 'failed') || work !== undefined) {
      await Promise.race([work ?? begin(), aborted(signal), aborted(closed.signal)]);
    }
    return view();
  };

  return {
    view,
    mask,
    log: () => keylessText(log),
    ready: (signal, again = false) => ready(signal, again),
    async call(tool, args, { signal, onProgress }) {
      await ready(signal, true);
      if (open === undefined) {
        throw fault === undefined ? new McpFailure('ended', { how: '' }) : new McpFailure(fault.code, fault.values);
      }
      const timeoutMs = (server.timeout ?? DEFAULT_TIMEOUT) * 1000;
      const now = open;
      try {
        return await now.session.call(tool, args, { timeoutMs, signal, onProgress });
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = failureOf(error, timeoutMs);
        // The server forgot the session: the next call has a new one.
        if (isHttp(server) && failure.fault.values.message === 'HTTP 404' && open === now) {
          open = undefined;
          enter('idle');
          await end(now);
        }
        if (failure.fault.code !== 'ended' || now.program === undefined) throw failure;
        throw new McpFailure('ended', { how: await endOf(now.program) });
      }
    },
    async close() {
      closed.abort();
      const last = open;
      open = undefined;
      await end(last);
      await work;
    },
  };
}

/** `exit code 1`, `SIGKILL`. */
async function endOf(program: ServedProgram): Promise<string> {
  const { exitCode, signal } = await program.ended;
  return signal ?? `exit code ${exitCode ?? '?'}`;
}
