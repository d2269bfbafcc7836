/** A core in memory behind the contract's own shape: for looking at the screen and for tests of the store. */
import { ORPCError } from '@orpc/client';
import type { Grant } from '../../shared/contract/grants.ts';
import type { SessionSummary, SettingsView, SkillView, StreamItem } from '../../shared/contract.ts';
import type { EnvironmentsView } from '../../shared/environments.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Delta, DeltaBody, EventBody, KnownEvent } from '../../shared/events.ts';
import { versionAt } from '../../shared/history.ts';
import { emptyState, foldEvents } from '../../shared/reducer.ts';
import type { Client, Connection, ConnectionStatus } from '../store/connection.ts';
import { Broadcast } from './broadcast.ts';
import { fakeFiles } from './fake-files.ts';
import { LogBuilder, requestTable, SHA } from './log-builder.ts';
import { CATALOG, catalog, created, DIAGNOSTICS } from './sessions.ts';
import { SKILLS } from './skills.ts';

export const refused = (code: ErrorCode, message: string): Error => new ORPCError(code, { defined: true, message });

const notHere = async (): Promise<never> => {
  throw refused('not-supported', 'Only the real core answers this.');
};

const NO_ENVIRONMENTS: EnvironmentsView = {
  current: 'default',
  environments: [{ name: 'default', folder: null, skills: 0 }],
  ...{ agents: [], agent: null, models: [], diagnostics: [] },
};

export const DEFAULT_SETTINGS: SettingsView = {
  environment: 'default',
  language: 'system',
  theme: 'system',
  baseUrl: '',
  model: '',
  limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
  approve: 'ask',
  welcomed: true,
  notify: true,
  keepRunning: false,
  globalShortcut: 'none',
  commands: { allow: [], deny: [] },
  prices: {},
  knownPrices: {},
  hasKey: false,
  keyStore: 'file',
  demo: true,
};

export interface FakeCoreOptions {
  readonly logs?: readonly LogBuilder[];
  readonly summaries?: readonly SessionSummary[];
  readonly settings?: Partial<SettingsView>;
  readonly skills?: readonly SkillView[];
  /** Plays the answer to a message; without it nothing answers. */
  readonly onSend?: (core: FakeCore, sessionId: string, text: string) => void;
}

export class FakeCore {
  readonly connection: Connection;
  grants: readonly Grant[] = [];
  /** Of which skills a list was asked, each time; undefined for all. */
  readonly lists: (readonly string[] | undefined)[] = [];
  readonly #logs = new Map<string, LogBuilder>();
  readonly #streams = new Map<string, Broadcast<StreamItem>>();
  readonly #list = new Broadcast<SessionSummary[]>();
  readonly #settings = new Broadcast<SettingsView>();
  readonly #environments = new Broadcast<EnvironmentsView>();
  readonly #skills = new Broadcast<{ change: number }>();
  readonly #deleted = new Set<string>();
  readonly #listeners = new Set<(status: ConnectionStatus) => void>();
  #status: ConnectionStatus = 'open';
  #current: SettingsView;
  readonly #options: FakeCoreOptions;

  constructor(options: FakeCoreOptions = {}) {
    this.#options = options;
    this.#current = { ...DEFAULT_SETTINGS, ...options.settings };
    for (const log of options.logs ?? []) this.#logs.set(log.session, log);
    this.connection = {
      client: this.#client(),
      status: () => this.#status,
      onStatus: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  log(sessionId: string): LogBuilder {
    const log = this.#logs.get(sessionId);
    if (log === undefined) throw refused('session-not-found', `There is no session ${sessionId}.`);
    return log;
  }

  /** Appends to a session and publishes. */
  append(sessionId: string, ...bodies: readonly EventBody[]): void {
    const log = this.log(sessionId);
    const from = log.events.length;
    log.add(...bodies);
    this.#stream(sessionId).send({ kind: 'events', events: log.events.slice(from).map((event) => ({ ...event })) });
    this.#list.send(this.#summaries());
  }

  publish(sessionId: string, body: DeltaBody): void {
    const delta: Delta = { ...body, session: sessionId, at: new Date().toISOString() };
    this.#stream(sessionId).send({ kind: 'delta', delta });
  }

  /** Breaks every stream, and refuses new ones until `mend`. */
  break(): void {
    this.#setStatus('lost');
    for (const stream of this.#streams.values()) stream.break();
  }

  mend(): void {
    this.#setStatus('open');
  }

  streamsOf(sessionId: string): number {
    return this.#stream(sessionId).readers;
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }

  #stream(sessionId: string): Broadcast<StreamItem> {
    const existing = this.#streams.get(sessionId) ?? new Broadcast<StreamItem>();
    this.#streams.set(sessionId, existing);
    return existing;
  }

  #summaries(): SessionSummary[] {
    const own = [...this.#logs.values()].map((log) => summaryOf(log.session, log.events));
    return [...own, ...(this.#options.summaries ?? [])]
      .filter((session) => !this.#deleted.has(session.id))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  #client(): Client {
    const nothing = async () => ({});
    return {
      app: {
        info: async () => ({
          version: '0.1.0',
          host: 'browser',
          platform: 'linux',
          home: '/home/li/.local/share/skilldeck',
          systemLanguage: 'en',
        }),
        doctor: async () => ({ checks: [], sandbox: { available: true, kind: 'bubblewrap' } }),
      },
      sessions: {
        mark: async ({ sessionIds, pinned, archived, tags }) => {
          for (const id of sessionIds) {
            this.append(id, {
              type: 'session-marked',
              ...(pinned === undefined ? {} : { pinned }),
              ...(archived === undefined ? {} : { archived }),
              ...(tags === undefined ? {} : { tags }),
            });
          }
          return {};
        },
        removeMany: async ({ sessionIds }) => {
          for (const id of sessionIds) this.append(id, { type: 'session-deleted' });
          return { removed: sessionIds };
        },
        restoreMany: async ({ sessionIds }) => {
          for (const id of sessionIds) this.append(id, { type: 'session-restored' });
          return {};
        },
        fork: notHere,
        addNote: async ({ sessionId, on, text }) => {
          const note = `note-${this.log(sessionId).events.length}`;
          this.append(sessionId, { type: 'note-added', note, on, text });
          return { note };
        },
        changeNote: async ({ sessionId, note, text }) => {
          this.append(sessionId, { type: 'note-changed', note, text });
          return {};
        },
        removeNote: async ({ sessionId, note }) => {
          this.append(sessionId, { type: 'note-removed', note });
          return {};
        },
        list: async () => this.#summaries(),
        watch: async (_input, options) => this.#list.read(options?.signal, this.#summaries()),
        create: async () => {
          const sessionId = `s-${this.#logs.size + 1}`;
          this.#logs.set(sessionId, new LogBuilder(sessionId, new Date().toISOString()));
          this.append(sessionId, created, catalog);
          return { sessionId };
        },
        configure: async ({
          sessionId,
          settings: { limits: _limits, baseUrl: _url, apiKeyEnv: _env, agent: _agent, ...changed },
        }) => {
          this.append(sessionId, { type: 'settings-changed', ...changed });
          return {};
        },
        events: async ({ sessionId, afterSeq = 0, toSeq = Number.POSITIVE_INFINITY }) =>
          this.log(sessionId)
            .events.filter((event) => event.seq > afterSeq && event.seq <= toSeq)
            .map((event) => ({ ...event })),
        rename: async ({ sessionId, title }) => {
          this.append(sessionId, { type: 'session-renamed', title, by: 'user' });
          return {};
        },
        remove: async ({ sessionId }) => {
          this.#deleted.add(sessionId);
          this.#list.send(this.#summaries());
          return {};
        },
        restore: async ({ sessionId }) => {
          this.#deleted.delete(sessionId);
          this.#list.send(this.#summaries());
          return {};
        },
        stream: async ({ sessionId, afterSeq }, options) => {
          if (this.#status !== 'open') throw new Error('Not connected.');
          const events = this.log(sessionId).events.filter((event) => event.seq > afterSeq);
          return this.#stream(sessionId).read(options?.signal, {
            kind: 'events',
            events: events.map((event) => ({ ...event })),
          });
        },
      },
      forms: {
        answer: async ({ sessionId, ...form }) => {
          this.append(sessionId, { type: 'user-message-added', text: form.outcome, form });
          return {};
        },
      },
      bookings: { list: async () => [] },
      grants: {
        list: async () => [...this.grants],
        withdraw: async ({ key }) => {
          const before = this.grants.length;
          this.grants = this.grants.filter((grant) => grant.key !== key);
          return { withdrawn: this.grants.length < before };
        },
        restore: async () => ({}),
      },
      review: {
        search: async () => ({ total: 0, results: [] }),
        export: async () => ({ text: '', events: 0, mime: 'application/jsonl', fileName: 'session.jsonl' }),
        library: notHere,
        costs: notHere,
        compare: notHere,
        redactionPreview: notHere,
        import: async () => {
          throw refused('import-refused', 'The file has no events. Nothing was imported.');
        },
        verify: async ({ sessionId }) => ({
          session: sessionId,
          ok: true,
          events: this.log(sessionId).events.length,
          requests: 0,
          verified: 0,
          differing: [],
          notRebuilt: 0,
          gaps: [],
          damaged: [],
          redacted: false,
        }),
      },
      chat: {
        attach: async () => {
          throw refused('not-supported', 'Files are not taken here.');
        },
        send: async ({ sessionId, text }) => {
          this.append(sessionId, { type: 'user-message-added', text });
          if (foldEvents(sessionId, this.log(sessionId).events).title === '') {
            this.append(sessionId, { type: 'session-renamed', title: text.slice(0, 40), by: 'app' });
          }
          this.#options.onSend?.(this, sessionId, text);
          return {};
        },
        stop: async () => {
          throw refused('nothing-running', 'Nothing is running in this session.');
        },
        retry: nothing,
        edit: async ({ sessionId, seq, text }) => {
          this.append(
            sessionId,
            { type: 'history-rewound', toSeq: seq - 1, reason: 'edit' },
            { type: 'user-message-added', text },
          );
          return {};
        },
        bringBack: async ({ sessionId, seq }) => {
          const toSeq = versionAt(this.log(sessionId).events, seq)?.tip ?? seq;
          this.append(sessionId, { type: 'history-rewound', toSeq, reason: 'restore' });
          return {};
        },
        approve: async ({ sessionId, callId, decision }) => {
          this.append(sessionId, { type: 'approval-resolved', callId, decision });
          return {};
        },
      },
      skills: {
        list: async ({ counted = true, only }) => {
          this.lists.push(only);
          const skills = (this.#options.skills ?? SKILLS).filter(({ id }) => only?.includes(id) ?? true);
          const unread = { tokens: null, references: [], scripts: [] };
          return {
            skills: skills.map((skill) => (counted ? skill : { ...skill, ...unread })),
            diagnostics: [...DIAGNOSTICS],
          };
        },
        show: async ({ skill }) => {
          const view = (this.#options.skills ?? SKILLS).find(({ id }) => id === skill);
          if (view === undefined) throw refused('skill-not-found', `There is no skill "${skill}".`);
          return view;
        },
        lint: async () => ({ findings: [], checked: SKILLS.length, fixed: [], rules: [] }),
        load: async ({ sessionId, skill }) => {
          const view = SKILLS.find((entry) => entry.id === skill);
          const tokens = view?.tokens?.instructions ?? 0;
          const { maxContext, skillBudget } = DEFAULT_SETTINGS.limits;
          if (tokens > skillBudget) {
            throw refused(
              'over-skill-budget',
              `${skill} takes ${tokens} tokens and the budget for one skill is ${skillBudget} of ${maxContext}. Raise the budget in the settings, or shorten its SKILL.md.`,
            );
          }
          this.append(sessionId, { type: 'skill-loaded', skill, tokens, sha256: SHA, instructions: '…', by: 'user' });
          return {};
        },
        unload: async ({ sessionId, skill }) => {
          this.append(sessionId, { type: 'skill-unloaded', skill, tokens: 1, reason: 'user' });
          return {};
        },
        loadReference: async ({ sessionId, skill, path }) => {
          this.append(sessionId, {
            type: 'reference-loaded',
            skill,
            path,
            tokens: 1_316,
            sha256: SHA,
            text: '…',
            by: 'user',
          });
          return {};
        },
        watch: async (_input, options) => this.#skills.read(options?.signal, { change: 0 }),
        reload: async ({ sessionId, skill }) => {
          this.append(sessionId, {
            type: 'skill-loaded',
            skill,
            tokens: 1,
            sha256: SHA,
            instructions: '…',
            by: 'user',
          });
          return {};
        },
        setEnabled: async ({ sessionId, skill, enabled }) => {
          if (sessionId !== undefined) this.append(sessionId, { type: 'skill-switch-changed', skill, enabled });
          this.#skills.send({ change: 1 });
          return {};
        },
        pin: async ({ sessionId, skill, pinned }) => {
          this.append(sessionId, { type: 'skill-pin-changed', skill, pinned });
          return {};
        },
        preview: notHere,
        inspectImport: notHere,
        install: notHere,
        export: notHere,
        uninstall: notHere,
        restore: notHere,
        origin: notHere,
        inspectUpdate: notHere,
        discardImport: notHere,
        trash: notHere,
        unloadReference: async ({ sessionId, skill, path }) => {
          this.append(sessionId, { type: 'reference-unloaded', skill, path, reason: 'user' });
          return {};
        },
      },
      author: {
        tree: notHere,
        read: notHere,
        write: notHere,
        moveFile: notHere,
        removeFile: notHere,
        restoreFile: notHere,
        check: notHere,
        fix: notHere,
        create: notHere,
        duplicate: notHere,
        rename: notHere,
        reveal: notHere,
        tryIt: notHere,
      },
      context: {
        show: async ({ sessionId }) => this.#context(sessionId),
        requests: async () => [],
        compact: async ({ sessionId, instruction }) => this.#compact(sessionId, instruction),
        undoCompaction: async ({ sessionId, seq }) => {
          this.append(sessionId, { type: 'compaction-undone', undoes: seq });
          return {};
        },
        pinMessage: async ({ sessionId, seq, pinned }) => {
          this.append(sessionId, { type: 'message-pin-changed', message: seq, pinned });
          return {};
        },
        diff: notHere,
        // Every step is taken; a load of `big` is refused.
        whatIf: async ({ sessionId, steps }) => {
          const { json, sha256, tokens } = this.#context(sessionId);
          const more = steps.filter((step) => step.do === 'load' && step.skill !== 'big').length * 1_000;
          return {
            before: { tokens, sha256 },
            after: { tokens: { ...tokens, total: tokens.total + more }, sha256, json },
            steps: steps.map((step) =>
              step.do === 'load' && step.skill === 'big'
                ? { step, ok: false, message: 'It is too large.', code: 'over-skill-budget' }
                : { step, ok: true, message: 'Done.' },
            ),
            ...{ changes: [], prefix: { tokens: 0 } },
          };
        },
        placements: notHere,
      },
      ...fakeFiles(this),
      terminal: {
        read: async () => ({ data: '\u001b[32mok\u001b[0m searching…\r\n' }),
        write: nothing,
        resize: nothing,
        recording: async () => ({
          ...{ columns: 120, rows: 30, truncated: false },
          events: [
            { atMs: 120, data: '\u001b[32mok\u001b[0m ' },
            { atMs: 900, columns: 100, rows: 24 },
            { atMs: 1_400, data: 'searching…\r\n' },
          ],
        }),
      },
      environments: {
        list: async () => NO_ENVIRONMENTS,
        watch: async (_input, options) => this.#environments.read(options?.signal, NO_ENVIRONMENTS),
        create: async () => NO_ENVIRONMENTS,
        copy: async () => NO_ENVIRONMENTS,
        switch: async () => NO_ENVIRONMENTS,
        remove: async () => ({ entry: 'e' }),
        restore: async () => NO_ENVIRONMENTS,
      },
      settings: {
        get: async () => this.#current,
        watch: async (_input, options) => this.#settings.read(options?.signal, this.#current),
        set: async ({ apiKey, ...change }) => {
          const hasKey = apiKey === undefined ? this.#current.hasKey : apiKey !== '';
          const next: SettingsView = Object.assign({ ...this.#current }, change, { hasKey });
          this.#current = { ...next, demo: next.baseUrl === '' };
          this.#settings.send(this.#current);
          return this.#current;
        },
        testModel: async ({ baseUrl, model }) =>
          baseUrl.includes('localhost')
            ? {
                ok: false,
                code: 'unreachable',
                message: `Nothing answers at ${baseUrl}. Start the local server, or check the port.`,
                models: [],
                ms: 12,
              }
            : { ok: true, code: 'ok', message: `${model} answered.`, models: [model, 'another-model'], ms: 640 },
      },
    };
  }

  /** All but the last two messages, with the person's wish as the summary. */
  #compact(sessionId: string, instruction = '') {
    const { messages, lastSeq } = foldEvents(sessionId, this.log(sessionId).events);
    const [first, last] = [messages[0], messages.at(-3)];
    if (first === undefined || last === undefined)
      throw refused('nothing-to-compact', 'There is nothing to compact yet.');
    const figures = { before: 9_000, after: 2_000, messages: messages.length - 2 };
    this.append(sessionId, {
      type: 'context-compacted',
      strategy: 'turns',
      coversSeq: [first.seq, last.seq],
      summary: instruction,
      writtenBy: 'extract',
      trigger: 'user',
      ...figures,
    });
    return { ...figures, compactions: [lastSeq + 1] };
  }

  #context(sessionId: string | undefined) {
    const {
      catalog: skills,
      loadedSkills,
      lastRequest,
      messages,
    } = sessionId === undefined ? emptyState('') : foldEvents(sessionId, this.log(sessionId).events);
    const reference = loadedSkills.flatMap((skill) => skill.references)[0];
    const loaded = loadedSkills.reduce((sum, skill) => sum + skill.tokens, 0);
    const count = (kind: string) =>
      lastRequest?.tokens.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0) ?? 0;
    const tokens = requestTable({
      user: count('user'),
      ...(loaded > 0 ? { skill: loaded } : {}),
      ...(reference === undefined ? {} : { reference: reference.tokens }),
      ...(messages.length > 1 ? { assistant: count('assistant') + 61 } : {}),
      ...(count('tool-result') > 0 ? { toolResult: count('tool-result') } : {}),
      max: lastRequest?.tokens.max ?? 128_000,
    });
    const body = {
      model: 'demo',
      stream: true,
      messages: [
        {
          role: 'system',
          content: `You are Skilldeck…\n\n## Available Skills (use when needed)\n${(skills.length > 0 ? skills : CATALOG).map((entry) => `- [○] **${entry.id}**: ${entry.description}`).join('\n')}`,
        },
        ...messages.map((message) => ({
          role: message.role,
          content: message.role === 'tool' ? message.content : message.text,
        })),
      ],
      tools: [{ type: 'function', function: { name: 'load_skill', description: 'Loads a skill.', parameters: {} } }],
    };
    return { json: JSON.stringify(body), sha256: SHA, tokens, manifest: { parts: [], leftOut: [] } };
  }
}

function summaryOf(id: string, events: readonly KnownEvent[]): SessionSummary {
  const state = foldEvents(id, events);
  return {
    id,
    title: state.title,
    createdAt: state.createdAt,
    updatedAt: events.at(-1)?.at ?? state.createdAt,
    runState: state.runState,
    turns: state.messages.filter((message) => message.role === 'user').length,
    model: state.model,
    tokens: state.lastRequest?.tokens.total ?? 0,
    deleted: state.deleted,
    environment: state.environment,
  };
}
