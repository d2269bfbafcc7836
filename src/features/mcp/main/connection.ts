/**
 * One server over its whole life: started when it is first needed, started again with growing pauses when it ends by
 * itself, shared by all sessions of its environment.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ElicitRequest, ElicitResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import type { AskPerson } from '../../../main/agent/ports.ts';
import { createMask } from '../../../main/lib/mask-secrets.ts';
import { visible } from '../../../main/lib/text.ts';
import { aborted, type Clock, systemClock } from '../../../main/lib/timing.ts';
import type { ServedProgram } from '../../../main/runner/process.ts';
import type { Runner } from '../../../main/runner/runner.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import { isHttp, type McpServer } from '../../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../../shared/mcp-faults.ts';
import { addressSecrets, keylessText } from '../../../shared/models/keyless-address.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import { questionOf, resultOf } from './elicitation.ts';
import type { ListedTools, ServerTool } from './server-tools.ts';
import { failureOf, fetchesFrom, launchOf, McpFailure, type McpSession, openSession } from './session.ts';
import { type SignInStore, signedInAccess } from './sign-in.ts';
import { httpTransport, stdioTransport } from './transports.ts';

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
const INSTEAD = 'The person answered the server’s question with these words instead: ';
const DECLINED = 'The server asked to use your model (sampling), which is not offered: declined.';
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

export type Connection = ReturnType<typeof createConnection>;

interface CallHow {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Puts the server's question to the person. */
  readonly ask: AskPerson;
}

/** A call that waits for its result. */
interface OpenCall extends Pick<CallHow, 'signal' | 'ask'> {
  /** A question of the server's waits for the person. */
  question: Promise<unknown> | undefined;
  /** Follow its result: words in place of an answer, a request that was declined. */
  readonly lines: Set<string>;
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

export function createConnection(spec: ConnectionSpec, { runner, version, onChange, clock = systemClock }: Around) {
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
  /** Server of a connection that is closed. */
  let before: McpSession['info'] | undefined;
  const calls = new Set<OpenCall>();
  let roots: readonly string[] = [];

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
      onAsk: asked,
      onDeclined(method) {
        const isSampling = method === 'sampling/createMessage';
        if (isSampling) [...calls].at(-1)?.lines.add(DECLINED);
        heard(isSampling ? `${DECLINED}\n` : `${method} is not offered: declined.\n`);
      },
      // A server elsewhere has no use for them.
      ...(isHttp(server) ? {} : { roots: () => roots }),
    });

  /** The protocol does not say which call a question belongs to: the newest. One at a time. */
  async function asked(params: ElicitRequest['params'], own: AbortSignal): Promise<ElicitResult> {
    const call = [...calls].at(-1);
    const question = questionOf(name, params);
    if (call === undefined || question === undefined || call.question !== undefined) return { action: 'decline' };
    const signal = AbortSignal.any([own, call.signal]);
    const waiting = call.ask(mask.within(question), signal);
    call.question = waiting;
    const answer = await waiting;
    call.question = undefined;
    if (typeof answer === 'object' && 'words' in answer) call.lines.add(`${INSTEAD}“${answer.words}”`);
    return resultOf(question, answer, signal.aborted);
  }

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
    ...listed,
    instructions: open?.session.instructions,
    ...defined({ fault, info: open?.session.info ?? before, sandbox: open?.program?.sandbox }),
  });

  const ready = async (signal: AbortSignal, again: boolean): Promise<ConnectionView> => {
    if (again && state === 'failed') ends = 0;
    if (state === 'idle' || (again && state === 'failed') || work !== undefined) {
      await Promise.race([work ?? begin(), aborted(signal), aborted(closed.signal)]);
    }
    // What it offers by now: a call may have changed it.
    if (open !== undefined) await Promise.race([open.session.listed(), aborted(signal)]);
    return view();
  };

  /** @throws McpFailure */
  const opened = async (signal: AbortSignal): Promise<Open> => {
    await ready(signal, true);
    if (open !== undefined) return open;
    throw fault === undefined ? new McpFailure('ended', { how: '' }) : new McpFailure(fault.code, fault.values);
  };

  /** True where the server does not know the session, which is left then. */
  const hasForgotten = async (was: Open, error: unknown): Promise<boolean> => {
    if (!isHttp(server) || failureOf(error).fault.values.message !== 'HTTP 404') return false;
    if (open === was) {
      open = undefined;
      enter('idle');
      await end(was);
    }
    return true;
  };

  return {
    view,
    /** Hides what it was given. */
    mask,
    /** The end of the server's standard error. */
    log: () => keylessText(log),
    /**
     * Resolves when it is ready or cannot be, or on abort. Starts it, also again after it failed if `again`. Never rejects.
     * @param folders of the session that uses it now, absolute: a program on this computer can ask for them.
     */
    async ready(signal: AbortSignal, again = false, folders = roots) {
      const isNew = !isEqual(roots, folders);
      roots = folders;
      if (isNew && !isHttp(server)) void open?.session.rootsChanged();
      return ready(signal, again);
    },
    /** Asks it something once it is connected. @throws what `failureOf` reads. */
    ask: async <T>(question: (session: McpSession) => Promise<T>, signal: AbortSignal) =>
      question((await opened(signal)).session),
    /** @throws McpFailure */
    async call(tool: string, args: Readonly<Record<string, unknown>>, { signal, onProgress, ask }: CallHow) {
      const now = await opened(signal);
      const timeoutMs = (server.timeout ?? DEFAULT_TIMEOUT) * 1000;
      const over = new AbortController();
      const own = AbortSignal.any([signal, over.signal]);
      const call: OpenCall = { signal: own, ask, question: undefined, lines: new Set() };
      // The person's time over a question is not the server's.
      const late = setTimeout(() => (call.question === undefined ? over.abort() : late.refresh()), timeoutMs);
      const onSign = (progress: Progress) => {
        late.refresh();
        onProgress(progress);
      };
      calls.add(call);
      try {
        const how = { signal: own, onProgress: onSign };
        const { content, ...result } = await now.session.call(tool, args, how).catch(async (error: unknown) => {
          if (!(await hasForgotten(now, error)) || own.aborted) throw error;
          // It took nothing of the call, which is sent once more in a new session.
          return (await opened(own)).session.call(tool, args, how);
        });
        const lines = [...call.lines].map((line) => ({ type: 'text' as const, text: `\n${line}` }));
        return { ...result, content: [...content, ...lines] };
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = failureOf(error, timeoutMs);
        if (failure.fault.code !== 'ended' || now.program === undefined) throw failure;
        throw new McpFailure('ended', { how: await endOf(now.program) });
      } finally {
        clearTimeout(late);
        calls.delete(call);
        // No question outlives its call.
        over.abort();
        await call.question;
      }
    },
    async close() {
      closed.abort();
      const last = open;
      before = last?.session.info;
      open = undefined;
      await end(last);
      await work;
      state = 'idle';
    },
  };
}

/** `exit code 1`, `SIGKILL`. */
async function endOf(program: ServedProgram): Promise<string> {
  const { exitCode, signal } = await program.ended;
  return signal ?? `exit code ${exitCode ?? '?'}`;
}
