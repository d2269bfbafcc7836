import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApprovalMode, DeltaBody, EventBody, KnownEvent } from '../../../shared/events.ts';
import { advance, type SessionLog, startLog } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { ApprovalNeed, ToolResult } from '../../agent/ports.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../runner/runner.ts';
import { temporaryHome } from '../../runner/test-kit/home.ts';
import { createSkillLibrary } from '../../skills/discovery/library.ts';
import type { SkillLibrary, SkillRoot } from '../../skills/types.ts';
import type { AttachedFolder, ToolHost, ToolParts } from '../define-tool.ts';
import { createTools, type ToolRegistry } from '../registry.ts';

/** `stop`: the call ends with the question. */
type Answer = 'once' | 'session' | 'always' | 'denied' | 'stop';

/**
 * A call as the loop would make it. `decide` answers approval requests, in their order and the last again for those after
 * it; without it a request ends the call, unasked.
 */
export interface Calling {
  readonly mode?: ApprovalMode;
  readonly decide?: Answer | readonly Answer[];
  readonly signal?: AbortSignal;
  /** Called while a question waits for its answer. */
  readonly asked?: () => void;
}

interface Called {
  readonly result?: ToolResult;
  readonly need?: ApprovalNeed;
}

export interface ToolSession {
  readonly home: string;
  readonly bundledRoot: string;
  readonly runner: Runner;
  readonly library: SkillLibrary;
  readonly tools: ToolRegistry;
  readonly deltas: readonly DeltaBody[];
  readonly attached: AttachedFolder[];
  /** The workspace's folder. */
  readonly workspace: string;
  events(): readonly KnownEvent[];
  state(): SessionState;
  append(...bodies: readonly EventBody[]): readonly KnownEvent[];
  call(name: string, args: unknown, how?: Calling): Promise<Called>;
  /** Same as at the end of a run. */
  close(): Promise<void>;
  remove(): void;
}

export interface ToolSessionOptions
  extends Partial<
    Pick<ToolParts, 'always' | 'ofSessions' | 'idleSeconds' | 'commandLists' | 'secrets' | 'skillVariables'>
  > {
  /** Files below the bundled root, by path. */
  readonly bundled: Readonly<Record<string, string>>;
  /** Files below the user's root, by path. */
  readonly user?: Readonly<Record<string, string>>;
  readonly bundledRoot?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: none. */
  readonly sandbox?: RunnerOptions['sandbox'];
  /** Wraps the runner for judging and starting. */
  readonly around?: (runner: Runner) => Runner;
  /** Logged before all else. */
  readonly first?: readonly EventBody[];
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

/** A real runner, library and log in a new folder; only skill loading is a stub. */
export async function startToolSession(options: ToolSessionOptions): Promise<ToolSession> {
  const { home, remove } = temporaryHome();
  const bundledRoot = options.bundledRoot ?? path.join(home, 'bundled');
  if (options.bundledRoot === undefined) put(bundledRoot, options.bundled);
  put(path.join(home, 'user'), options.user ?? {});
  const roots: SkillRoot[] = [
    { dir: path.join(home, 'user'), source: 'user' },
    { dir: bundledRoot, source: 'bundled' },
  ];
  const library = createSkillLibrary({ roots });
  const catalog = await library.refresh();
  const real = createRunner({
    home,
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  const runner = options.around?.(real) ?? real;
  const { always, ofSessions, idleSeconds, commandLists, secrets, skillVariables } = options;
  const tools = createTools({
    runner,
    library,
    bundledRoot,
    always,
    ofSessions,
    idleSeconds,
    commandLists,
    secrets,
    skillVariables,
  });
  const attached: AttachedFolder[] = [];
  const deltas: DeltaBody[] = [];
  let log: SessionLog = startLog('s');
  let mode: ApprovalMode = 'ask';
  const append = (...bodies: readonly EventBody[]): KnownEvent[] => {
    const events = bodies.map((body, index): KnownEvent => {
      return { ...body, v: 1, seq: log.events.length + 1 + index, at: '2030-01-01T00:00:00.000Z', session: 's' };
    });
    log = advance(log, events);
    return events;
  };
  const sha256 = '0'.repeat(64);
  const host: ToolHost = {
    sessionId: 's',
    state: () => log.state,
    append,
    publish: (delta) => void deltas.push(delta),
    approve: () => mode,
    attached: () => attached,
    skills: {
      async load(id) {
        const document = await library.read(id);
        const tools = (document.tools?.tools ?? []).map((tool) => ({ ...tool, declared: tool.name }));
        append({ type: 'skill-loaded', skill: id, tokens: 1, sha256, instructions: '', by: 'agent', tools });
        return { ok: true, content: `Loaded ${id}.` };
      },
      async unload(id) {
        append({ type: 'skill-unloaded', skill: id, tokens: 1, reason: 'agent' });
        return { ok: true, content: `Unloaded ${id}.` };
      },
      async loadReference(id, file) {
        const { path: found, text } = await library.readReference(id, file);
        append({ type: 'reference-loaded', skill: id, path: found, tokens: 1, sha256, text, by: 'agent' });
        return { ok: true, content: `Loaded ${found} of ${id}.` };
      },
      async unloadReference(id, file) {
        append({ type: 'reference-unloaded', skill: id, path: file, reason: 'agent' });
        return { ok: true, content: `Unloaded ${file} of ${id}.` };
      },
    },
  };
  append(...(options.first ?? []));
  append({
    type: 'catalog-changed',
    skills: catalog.skills.map(({ id, name, description, source, dir }) => ({
      id,
      name,
      description,
      source,
      path: dir,
    })),
    added: [],
    removed: [],
    changed: [],
    diagnostics: [],
  });
  const port = tools.forSession(host);
  const { root: workspace } = await runner.workspace('s');
  let calls = 0;

  return {
    home,
    bundledRoot,
    runner,
    library,
    tools,
    deltas,
    attached,
    workspace,
    append,
    remove,
    close: async () => port.close?.(),
    state: () => log.state,
    events: () => log.events.filter((event): event is KnownEvent => event.type !== 'unknown'),
    async call(name, args, how = {}) {
      calls += 1;
      mode = how.mode ?? 'ask';
      const signal = how.signal ?? new AbortController().signal;
      const json = typeof args === 'string' ? args : JSON.stringify(args);
      const prepared = await port.prepare({ id: `call_${calls}`, name, arguments: json });
      if ('content' in prepared) return { result: prepared };
      for (const decisions = [how.decide ?? []].flat(); ; ) {
        const need = await prepared.approval(signal);
        if ('content' in need) return { result: need };
        if (need.kind === 'refused') return { need };
        if (need.kind === 'ask') {
          const decision = decisions.length > 1 ? decisions.shift() : decisions[0];
          if (decision === undefined || decision === 'stop') return { need };
          how.asked?.();
          prepared.remember(decision);
          if (decision === 'denied') return { need };
          if (need.leadsOn === true) continue;
        }
        return { need, result: await prepared.execute(signal, async () => 'unasked') };
      }
    },
  };
}
