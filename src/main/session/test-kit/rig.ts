/** Session commands over a real store, the real context engine and a model that answers by script. */

import path from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { DeclaredTool } from '../../../shared/context-views.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { CatalogEntry, Limits, Route } from '../../../shared/events.ts';
import type { ModelDelta, ModelOutcome, ModelPort, PreparedRequest, ToolHost, ToolResult } from '../../agent/ports.ts';
import { createContextEngine } from '../../context/engine.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { systemClock } from '../../lib/timing.ts';
import { inParts, skillSections } from '../../skills/sections.ts';
import { openStore, type Store } from '../../store/store.ts';
import { importLog } from '../../store/test-kit/import-log.ts';
import { createSessionCommands, type SessionCommands } from '../commands.ts';
import type { SessionDeps } from '../live-session.ts';

type RigAnswer =
  | ModelOutcome
  | ((request: PreparedRequest, onDelta: (delta: ModelDelta) => void, signal: AbortSignal) => Promise<ModelOutcome>);

export interface RigOptions {
  readonly skills?: Readonly<
    Record<
      string,
      {
        body: string;
        references?: Readonly<Record<string, string>>;
        tools?: readonly DeclaredTool[];
        /** More of its entry in the catalog. */
        entry?: Partial<CatalogEntry>;
      }
    >
  >;
  readonly tool?: (name: string, args: Record<string, string>, host: ToolHost) => Promise<ToolResult>;
  readonly limits?: Partial<Limits>;
  /** Replaces the scripted `answers`. */
  readonly model?: ModelPort;
  /** Called each time a request was put together, before anybody sees it. */
  readonly prepared?: () => void;
  readonly copyWorkspace?: SessionDeps['copyWorkspace'];
  /** The app's own model, asked for before each run. Default: gpt-4o on the chat wire. */
  readonly current?: () => { readonly model: string; readonly route: Route };
}

const CURRENT = { model: 'gpt-4o', route: { wire: 'chat', endpoint: 'http://127.0.0.1/v1' } } as const;

/** Closed at the end of the test, or of its file where it is made outside a test. */
export class Rig {
  readonly home = tempFolder();
  readonly requests: PreparedRequest[] = [];
  readonly answers: RigAnswer[] = [];
  readonly bugs: unknown[] = [];
  readonly options: RigOptions;
  sessions: SessionCommands;
  /** While true nothing can be stored, as on a full disk. */
  full = false;
  /** Number of writes refused because of it. */
  refused = 0;
  #store: ReturnType<typeof openStore>;
  #ids = 0;

  constructor(options: RigOptions = {}) {
    this.options = options;
    this.#store = openStore({ home: this.home, access: 'write' });
    this.sessions = createSessionCommands(this.#deps());
    const close = () => this.#store.close();
    if (TestRunner.getCurrentTest() === undefined) afterAll(close);
    else onTestFinished(close);
  }

  /** Simulates any end of the program: only what is on disk remains. */
  async restart(): Promise<void> {
    this.#store.close();
    this.#store = openStore({ home: this.home, access: 'write' });
    this.sessions = createSessionCommands(this.#deps());
    await this.sessions.recover();
  }

  /** A message and its run, in which the model gives these answers. */
  async turn(id: string, text: string, ...answers: readonly RigAnswer[]): Promise<void> {
    this.answers.push(...answers);
    await this.sessions.send(id, text);
    await this.ended(id);
  }

  /** Resolves when the session's run has ended. */
  async ended(id: string): Promise<void> {
    const session = this.sessions.get(id);
    if (!session.running) return;
    await new Promise<void>((resolve) => {
      const stop = session.listen(session.state.lastSeq, {
        events: (events) => {
          if (!events.some((event) => event.type === 'run-finished')) return;
          stop();
          resolve();
        },
        delta: () => {},
      });
    });
    // The run's own promise settles right after its last event.
    while (session.running) await Promise.resolve();
  }

  rows(id: string) {
    return this.#store.rows(id);
  }

  end(id: string) {
    return this.#store.end(id);
  }

  /** Imports a session like one from another machine. */
  importLog(id: string, rows: ReturnType<Store['rows']>): void {
    importLog(this.#store, id, rows);
  }

  #fillable(store: Store): Store {
    const refuse = () => {
      if (!this.full) return;
      this.refused += 1;
      throw new SkilldeckError('home-unusable', 'The disk is full.');
    };
    return {
      ...store,
      append: (id, bodies) => {
        refuse();
        return store.append(id, bodies);
      },
      saveDraft: (id, draft) => {
        refuse();
        store.saveDraft(id, draft);
      },
    };
  }

  #deps(): SessionDeps {
    const { skills = {}, limits, tool, model, prepared, copyWorkspace, current = () => CURRENT } = this.options;
    const context = createContextEngine((name) => this.#store.correction(name));
    const find = (id: string) => {
      const skill = skills[id];
      if (skill === undefined) {
        throw new SkilldeckError(
          'skill-not-found',
          `There is no skill '${id}'. There are: ${Object.keys(skills).join(', ')}.`,
        );
      }
      return skill;
    };
    const deps: SessionDeps = {
      store: this.#fillable(this.#store),
      clock: systemClock,
      newId: () => `session-${++this.#ids}`,
      defaults: () => ({
        environment: 'default',
        dialect: 'omni',
        model: current().model,
        loadMode: 'session',
        placement: 'system',
        approve: 'ask',
        limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50, ...limits },
      }),
      resolveSettings: (settings) => ({ settings, route: current().route }),
      serverContext: () => undefined,
      learnLimits: async () => {},
      notesMissedSkills: () => true,
      currentDefaults: ({ pinned }) => ({
        ...current(),
        ...(pinned.model === undefined ? {} : { model: pinned.model }),
      }),
      workspaceOf: (id) => path.join(this.home, 'workspaces', id),
      fixedPrompt: async () => ({
        basePrompt: 'You help.',
        workspaceSection: 'here',
        tools: [{ name: 'load_skill', description: 'Loads.', parameters: { type: 'object' } }],
      }),
      context: {
        ...context,
        prepare: async (state) => {
          const request = await context.prepare(state);
          prepared?.();
          return request;
        },
      },
      skills: {
        catalog: async () => ({
          skills: Object.keys(skills).map((id) => ({
            id,
            name: id,
            description: `Does ${id}`,
            source: 'user',
            path: `/s/${id}`,
            ...skills[id]?.entry,
          })),
          diagnostics: [],
        }),
        availability: () => ({ kind: 'usable', notes: [] }),
        async instructions(id, dialect, sections) {
          const { body } = sections === undefined ? find(id) : inParts(find(id), dialect, sections);
          return body + (dialect === 'omni' ? '' : ` (${dialect})`);
        },
        sections: async (id) => skillSections(find(id).body),
        tools: async (id) => ({ tools: find(id).tools ?? [], faults: [] }),
        documents: async (id) => Object.keys(find(id).references ?? {}),
        async reference(id, wanted) {
          const text = find(id).references?.[wanted];
          if (text === undefined) throw new SkilldeckError('reference-not-found', `No '${wanted}'.`);
          return { path: wanted, text };
        },
      },
      model: async () =>
        model ?? {
          stream: async (request, _attempt, onDelta, signal) => {
            this.requests.push(request);
            const next = this.answers.shift();
            if (next === undefined) throw new Error('the script has no more answers');
            return typeof next === 'function' ? next(request, onDelta, signal) : next;
          },
        },
      tools: (host) => ({
        prepare: async (call) => ({
          approval: async () =>
            call.name === 'ask_first'
              ? {
                  kind: 'ask',
                  action: 'run-command',
                  detail: { command: 'x', reason: 'test', needsPerson: false },
                  denied: 'no',
                  unasked: 'nobody',
                }
              : { kind: 'allowed' },
          remember: () => {},
          execute: async () => {
            const args = JSON.parse(call.arguments) as Record<string, string>;
            if (call.name === 'load_skill') return host.skills.load(args.name ?? '', args.section);
            if (call.name === 'unload_skill') return host.skills.unload(args.name ?? '');
            if (call.name === 'load_skill_reference')
              return host.skills.loadReference(args.name ?? '', args.path ?? '');
            return (await tool?.(call.name, args, host)) ?? { ok: true, content: `${call.name} done` };
          },
        }),
      }),
      terminal: async () => 'printed so far',
      copyWorkspace: async (copy) => copyWorkspace?.(copy),
      reportBug: (error) => this.bugs.push(error),
      skillsOf: () => deps.skills,
    };
    return deps;
  }
}

export const words = (text: string): ModelOutcome => ({
  kind: 'answer',
  text,
  toolCalls: [],
  finishReason: 'stop',
  ms: 1,
});

export const calls = (...asked: readonly { name: string; args?: object; id?: string }[]): ModelOutcome => ({
  kind: 'answer',
  text: '',
  toolCalls: asked.map(({ name, args = {}, id }, index) => ({
    id: id ?? `c${index}`,
    name,
    arguments: JSON.stringify(args),
  })),
  finishReason: 'tool_calls',
  ms: 1,
});
