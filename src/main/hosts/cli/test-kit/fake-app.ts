/** A core that does as a test says, behind the real contract: what goes in and out is validated as in the product. */
import { implement, ORPCError } from '@orpc/server';
import { type ContextView, contract, type SkillView, type StreamItem } from '../../../../shared/contract.ts';
import { type Decision, type Diagnostic, EVENT_VERSION, type EventBody } from '../../../../shared/events.ts';
import { type AppOptions, asyncQueue, type CreateApp } from '../../../api.ts';

export const SESSION = 'session-1';

/** Actions of a run; `send` starts one, which runs by itself as in the product. */
export interface FakeRun {
  readonly text: string;
  emit(...bodies: readonly EventBody[]): void;
  delta(text: string, offset: number, iteration?: number): void;
  /** @param at ISO time at which it came. */
  thinks(text: string, at: string): void;
  decision(callId: string): Promise<Decision>;
  /** Resolves when the run is asked to stop. */
  readonly stopped: Promise<void>;
}

export interface FakeApp {
  readonly createApp: CreateApp;
  /** Each call of the contract that changes something, and each time it was built or closed. */
  readonly calls: readonly unknown[];
}

export interface FakeAppOptions {
  readonly run?: (run: FakeRun) => Promise<void>;
  /** Events that were there before. */
  readonly stored?: readonly EventBody[];
  readonly refuseStart?: Error;
  readonly refuseSend?: { readonly code: string; readonly message: string };
  readonly context?: ContextView;
  /** Seconds, as `config.jsonc` would have it. */
  readonly timeout?: number;
  readonly brokenSettings?: Error;
  /** Seconds, as in `config.jsonc`. */
  readonly configFaults?: readonly Diagnostic[];
}

const BOOK_FLIGHT: SkillView = {
  id: 'book-flight',
  name: 'book-flight',
  description: '预订机票。Books flights.',
  source: 'bundled' as const,
  path: '/skills/book-flight',
  tokens: { catalog: 106, instructions: 2100 },
  references: [{ path: 'reference.md', bytes: 12, tokens: null }],
  scripts: [{ path: 'scripts/a.py', runWith: 'python3 /skills/book-flight/scripts/a.py' }],
  diagnostics: [],
};

type Raw = Record<string, unknown>;

export function fakeApp(options: FakeAppOptions = {}): FakeApp {
  const calls: unknown[] = [];
  const events: Raw[] = [];
  const listeners = new Set<(item: StreamItem) => void>();
  const waiting = new Map<string, (decision: Decision) => void>();
  const stopped = Promise.withResolvers<void>();
  const at = '2026-01-02T03:04:05.000Z';

  const emit = (...bodies: readonly EventBody[]) => {
    const fresh = bodies.map((body, index) => ({
      v: EVENT_VERSION,
      seq: events.length + index + 1,
      at,
      session: SESSION,
      ...body,
    }));
    events.push(...fresh);
    for (const listener of listeners) listener({ kind: 'events', events: fresh });
  };
  emit(...(options.stored ?? []));

  const run = (text: string): FakeRun => ({
    text,
    emit,
    delta(words, offset, iteration = 1) {
      const delta = { type: 'text-delta' as const, session: SESSION, at, iteration, offset, text: words };
      for (const listener of listeners) listener({ kind: 'delta', delta });
    },
    thinks(words, now) {
      const delta = {
        type: 'reasoning-delta' as const,
        session: SESSION,
        at: now,
        iteration: 1,
        offset: 0,
        text: words,
      };
      for (const listener of listeners) listener({ kind: 'delta', delta });
    },
    decision: (callId) => new Promise((resolve) => waiting.set(callId, resolve)),
    stopped: stopped.promise,
  });

  const os = implement(contract);
  const router = {
    app: {
      info: os.app.info.handler(() => ({
        version: '1.0.0',
        host: 'cli' as const,
        platform: 'linux',
        home: '/home',
        systemLanguage: 'en',
      })),
      doctor: os.app.doctor.handler(() => ({
        checks: [
          { id: 'node', ok: true, found: '24' },
          { id: 'electron', ok: false, found: 'none.', remedy: 'Use the browser.' },
        ],
        network: { proxy: null, from: null },
        sandbox: { available: false, kind: 'none' },
      })),
    },
    sessions: {
      list: os.sessions.list.handler(() => []),
      create: os.sessions.create.handler(({ input }) => {
        calls.push(['create', input]);
        return { sessionId: SESSION };
      }),
      configure: os.sessions.configure.handler(({ input }) => {
        calls.push(['configure', input.settings]);
        return {};
      }),
      events: os.sessions.events.handler(({ input }) => {
        if (input.sessionId !== SESSION) throw new ORPCError('session-not-found', { message: 'No such session.' });
        return events.slice(input.afterSeq ?? 0);
      }),
      stream: os.sessions.stream.handler(async function* ({ input, signal }) {
        const queue = asyncQueue<StreamItem>();
        queue.push({ kind: 'events', events: events.slice(input.afterSeq) });
        listeners.add(queue.push);
        yield* queue.items(signal);
      }),
    },
    chat: {
      send: os.chat.send.handler(({ input }) => {
        calls.push(['send', input.text, ...(input.attachments === undefined ? [] : [input.attachments])]);
        const { code, message } = options.refuseSend ?? {};
        if (code !== undefined && message !== undefined) throw new ORPCError(code, { message });
        void options.run?.(run(input.text));
        return {};
      }),
      attach: os.chat.attach.handler(({ input: { name, offset, base64, last } }) => {
        const bytes = Buffer.from(base64, 'base64').length;
        calls.push(['attach', name, offset, bytes]);
        if (!last) return {};
        const unshown = name.startsWith('large') ? { unshown: 'too-large' as const } : {};
        const file = { name, path: `inputs/${name}`, mime: 'text/plain', bytes: offset + bytes };
        return { attachment: { ...file, sha256: '0'.repeat(64), ...unshown } };
      }),
      stop: os.chat.stop.handler(() => {
        calls.push(['stop']);
        stopped.resolve();
        return {};
      }),
      approve: os.chat.approve.handler(({ input }) => {
        calls.push(['approve', input.callId, input.unasked ? 'unasked' : input.decision]);
        waiting.get(input.callId)?.(input.decision);
        return {};
      }),
    },
    skills: {
      show: os.skills.show.handler(() => BOOK_FLIGHT),
      list: os.skills.list.handler(() => ({
        skills: [BOOK_FLIGHT],
        diagnostics: [
          { severity: 'error' as const, file: '/skills/broken/SKILL.md', line: 3, rule: 'yaml', message: 'Bad.' },
        ],
      })),
    },
    context: {
      show: os.context.show.handler(({ input }) => {
        calls.push(['context', input.at]);
        if (options.context === undefined) throw new ORPCError('event-not-found', { message: 'No such event.' });
        return options.context;
      }),
    },
    trust: {
      get: os.trust.get.handler(() => ({ folder: '/p', trusted: true, decided: false, skills: [], folders: [] })),
    },
    environments: {
      list: os.environments.list.handler(() => ({
        current: 'default',
        environments: [],
        agents: [],
        agent: null,
        models: [],
        diagnostics: [...(options.configFaults ?? [])],
      })),
    },
    settings: {
      get: os.settings.get.handler(() => {
        if (options.brokenSettings !== undefined) throw options.brokenSettings;
        return {
          environment: 'default',
          language: 'system' as const,
          theme: 'system' as const,
          baseUrl: '',
          model: 'skilldeck-demo',
          limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
          approve: 'ask' as const,
          welcomed: true,
          notify: true,
          missedSkills: true,
          keepRunning: false,
          updateChannel: 'stable',
          globalShortcut: 'none' as const,
          commands: { allow: [], deny: [] },
          prices: {},
          knownPrices: {},
          hasKey: false,
          keyStore: 'file' as const,
          demo: true,
          modelOptions: {},
          modelTable: '2026-11-10',
          ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
        };
      }),
    },
  };

  return {
    calls,
    async createApp(given: AppOptions) {
      calls.push(['open', given.access]);
      if (options.refuseStart !== undefined) throw options.refuseStart;
      return {
        home: '/home',
        isUnused: () => false,
        router: async () => router,
        async close() {
          calls.push(['close']);
        },
      };
    },
  };
}
