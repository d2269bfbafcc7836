/** The one connection between the screen and the core: the preload's port under Electron, else a WebSocket. */
import { type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../shared/contract.ts';
import { CONNECT_REQUEST, PORT_MESSAGE } from '../shared/window/preload-protocol.ts';

export type Client = ContractRouterClient<Contract>;

/** `lost` retries automatically, without limit. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost';

export interface Connection {
  /**
   * A call during connecting waits; a call while the connection is lost, or in flight when it breaks, is rejected with
   * `DisconnectedError` and never resent automatically: it may have arrived. Answers are as the core has checked them.
   */
  readonly client: Client;
  status(): ConnectionStatus;
  /** Calls back at every change; answers how to stop that. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
}

export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError';

  constructor(options?: ErrorOptions) {
    super('Skilldeck is not connected to its core. It reconnects by itself; then try again.', options);
  }
}

type Link = ClientLink<Record<never, never>>;

/** Milliseconds before the first new try; doubled up to the longest. */
const FIRST_WAIT_MS = 150;
const LONGEST_WAIT_MS = 3_000;
/** Milliseconds that a connection may take to answer a probe. */
const PROBE_TIMEOUT_MS = 5_000;

// The page's policy forbids compiling code from strings, which zod does to validate faster. As `config()` of zod, which
// comes with the first view that validates anything.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** @param page the window; given in tests */
export const connect = (page: Window & typeof globalThis = window): Connection =>
  inElectron(page) ? connectPort(page) : connectSocket(page);

/** Under the dev server, the desktop app's page also has an http address. */
function inElectron(page: Window): boolean {
  if (page.location.protocol === 'app:') return true;
  return import.meta.env.DEV && page.navigator.userAgent.includes('Electron/');
}

function statusOf(initial: ConnectionStatus) {
  let status = initial;
  const listeners = new Set<(status: ConnectionStatus) => void>();
  return {
    get: () => status,
    set(next: ConnectionStatus) {
      if (next === status) return;
      status = next;
      for (const listener of [...listeners]) listener(next);
    },
    listen(listener: (status: ConnectionStatus) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The preload makes the channel when the page asks for it, and hands over one end. It lasts as long as the page. */
function connectPort(page: Window & typeof globalThis): Connection {
  const status = statusOf('connecting');
  const link = new Promise<Link>((resolve) => {
    const onMessage = (event: MessageEvent) => {
      const [port] = event.ports;
      if (event.source !== page || event.data !== PORT_MESSAGE || port === undefined) return;
      page.removeEventListener('message', onMessage);
      port.addEventListener('close', () => status.set('lost'));
      resolve(new PortLink({ port }));
      port.start();
      status.set('open');
    };
    page.addEventListener('message', onMessage);
    page.postMessage(CONNECT_REQUEST, '/');
  });
  return connectionOver(async () => (status.get() === 'lost' ? undefined : link), status);
}

interface Attempt {
  readonly socket: WebSocket;
  readonly link: Link;
  /** True where it opened, to a core of the page's version. */
  readonly opened: Promise<boolean>;
}

function connectSocket(page: Window & typeof globalThis): Connection {
  const status = statusOf('connecting');
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** Version of the first core that was reached. */
  let version: string | undefined;
  let attempt = start();

  function start(): Attempt {
    const socket = new page.WebSocket(`ws://${page.location.host}/ws`);
    const reached = new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true), { once: true });
      socket.addEventListener('close', () => resolve(false), { once: true });
    });
    // Runs before the link's own listeners: the calls that it rejects find the connection lost already.
    socket.addEventListener('close', () => {
      status.set('lost');
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      failures += 1;
      waiting = setTimeout(again, wait);
    });
    const link = new SocketLink({ websocket: socket });
    const opened = reached.then(async (isReached) => {
      if (!isReached || !(await isOfThisPage(link))) return false;
      failures = 0;
      status.set('open');
      return true;
    });
    return { socket, link, opened };
  }

  /** After an update, the page of before would misread the core: it is loaded again. */
  async function isOfThisPage(link: Link): Promise<boolean> {
    const found = versionOf(link).catch(() => undefined);
    if (version === undefined) {
      void found.then((first) => {
        version ??= first;
      });
      return true;
    }
    const now = await found;
    if (now !== undefined && now !== version) page.location.reload();
    return now === version;
  }

  function again(): void {
    clearTimeout(waiting);
    waiting = undefined;
    attempt = start();
    void attempt.opened.then(async (opened) => {
      if (!opened && (await signedOut(page))) page.location.reload();
    });
  }

  /** The machine slept, or the network changed: a socket can look open for minutes after its other end is gone. */
  function wake(): void {
    if (waiting !== undefined) again();
    else if (status.get() === 'open') void probe(attempt);
  }

  async function probe({ socket, link }: Attempt): Promise<void> {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    await link.call(['app', 'info'], {}, { context: {}, signal }).catch(() => {
      if (signal.aborted) socket.close();
    });
  }

  page.addEventListener('online', wake);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') wake();
  });

  return connectionOver(async () => {
    const current = attempt;
    return (await current.opened) && current.socket.readyState === current.socket.OPEN ? current.link : undefined;
  }, status);
}

async function versionOf(link: Link): Promise<string> {
  const info = await link.call(['app', 'info'], {}, { context: {} });
  return (info as { readonly version: string }).version;
}

/** The server is there and does not know this page any more: its own page says what to do. */
async function signedOut(page: Window): Promise<boolean> {
  try {
    return (await page.fetch('/', { method: 'HEAD', cache: 'no-store' })).status === 401;
  } catch {
    return false;
  }
}

function connectionOver(current: () => Promise<Link | undefined>, status: ReturnType<typeof statusOf>): Connection {
  const link: Link = {
    async call(path, input, options) {
      const now = await current();
      if (now === undefined) throw new DisconnectedError();
      try {
        return await now.call(path, input, options);
      } catch (error) {
        throw status.get() !== 'open' && !options.signal?.aborted ? new DisconnectedError({ cause: error }) : error;
      }
    },
  };
  return { client: createORPCClient(link), status: status.get, onStatus: status.listen };
}
