/** Makes a tool of a zod schema and a function, with arguments read and faults named once for all of them. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CommandLists } from '../../shared/approvals.ts';

import { isRecord } from '../../shared/defined.ts';
import { messageOf, type SkilldeckError } from '../../shared/errors.ts';
import type { ApprovalMode } from '../../shared/events.ts';
import type { Confinement } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { SkillList } from '../../shared/skills/skill-list.ts';
import type { PackagesProgress, PlannedPackage, packageSetSchema } from '../../shared/skills/skill-packages.ts';
import type { ApprovalNeed, AskPerson, PreparedCall, ToolHost as SessionToolHost, ToolResult } from '../agent/ports.ts';
import type { Runner } from '../runner/runner.ts';
import type { InteractiveProgram } from '../runner/terminal/interactive-program.ts';
import type { SkillLibrary, SkillSummary } from '../skills/types.ts';
import type { GrantStore, SessionGrants } from './approval/grants.ts';
import { unknownFault, withAliases } from './unknown-arguments.ts';
import type { LiveTerminal, LiveTerminals } from './workspace/live-terminals.ts';

// A tool, and what it is given.

/** An expected failure of a call. `message` is for the model: what happened, to what, and what would have worked. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

// The programs of one session that `skill_exec` started: they live until they end, are ended, or the turn is over.

/** Max programs running at once in one session. */
const MAX_RUNNING = 8;
/** Ids of ended ones that are still known. */
const MAX_REMEMBERED = 100;

export type EndedBy = 'itself' | 'agent' | 'idle' | 'turn';

export interface RunningProgram {
  readonly id: string;
  readonly command: string;
  /** Real. */
  readonly cwd: string;
  /** Input goes to a skill's script as data; otherwise it may be a command. */
  readonly isScript: boolean;
  /** The bundled skill that owns the trusted script. */
  readonly owner: string | undefined;
  readonly program: InteractiveProgram;
  readonly terminal: LiveTerminal;
  /** Ends it, and waits until nothing of it is left. */
  end(by: Exclude<EndedBy, 'itself'>): Promise<void>;
  /** Typed since the last line break. */
  typed: string;
}

export type RunningPrograms = ReturnType<typeof createRunningPrograms>;

export function createRunningPrograms() {
  const programs = new Map<string, RunningProgram>();
  const running = () => [...programs.values()].filter(({ program }) => !program.exited);
  const listed = () => {
    const all = running().map(({ id, command }) => `- ${id}: ${command}`);
    return all.length === 0
      ? 'None is running: skill_exec starts one and answers its session_id.'
      : `Running are:\n${all.join('\n')}`;
  };

  return {
    /** @throws ToolFailure where too many run already. */
    newId() {
      if (running().length >= MAX_RUNNING) {
        throw new ToolFailure(
          `${MAX_RUNNING} programs are running. End one with skill_kill_session first. ${listed()}`,
        );
      }
      return `exec-${randomUUID().slice(0, 8)}`;
    },
    add(program: RunningProgram) {
      programs.set(program.id, program);
      for (const [id, old] of programs) {
        if (programs.size <= MAX_REMEMBERED) break;
        if (old.program.exited) programs.delete(id);
      }
    },
    /** Also one that has exited. @throws ToolFailure that says what there is. */
    find(id: string): RunningProgram {
      const found = programs.get(id.trim());
      if (found !== undefined) return found;
      throw new ToolFailure(`There is no session "${id}". ${listed()}`);
    },
    /** Ends all, at the end of a run of the agent. Never rejects. */
    endAll: async () => void (await Promise.all([...programs.values()].map((program) => program.end('turn')))),
  };
}

export interface AttachedFolder {
  /** Absolute. */
  readonly path: string;
  readonly writable: boolean;
}

export interface ToolHost extends SessionToolHost {
  readonly attached?: (() => readonly AttachedFolder[]) | undefined;
  /** Overrides the state's mode if a host sets its own (`--approve` of one run). */
  readonly approve?: (() => ApprovalMode) | undefined;
}

export interface SecretsForTools {
  /** Keyed by variable name: values for a run of that skill's own script. */
  of(skill: SkillSummary): Promise<Readonly<Record<string, string>>>;
  /** Secrets of all skills: no output may contain them. */
  values(): Promise<readonly string[]>;
}

/** A set of packages that runs read, and the skill it was fetched for. */
export interface UsedPackages extends z.infer<typeof packageSetSchema> {
  readonly skill: string;
  readonly folder: string;
}

export interface WantedPackages {
  /** `yes`: the person allowed it beforehand. */
  readonly asks: 'ask' | 'yes';
  /** Packages to fetch; empty where the session was asked before, or where none can be had. */
  readonly packages: readonly PlannedPackage[];
  /** Reasons why some can't be had. */
  readonly why: readonly SkilldeckError[];
}

export type OnProgress = (progress: PackagesProgress) => void;

export interface PackagesForTools {
  used(skills: readonly Pick<SkillSummary, 'id' | 'dir'>[]): Promise<readonly UsedPackages[]>;
  /** Once for each session. Undefined where nothing is missing, or no one can be asked. Rejects with the signal's reason. */
  wanted(
    skill: SkillSummary,
    sessionId: string,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<WantedPackages | undefined>;
  /** Fetches what `wanted` said. @throws SkilldeckError `packages-unavailable`; the signal's reason. */
  provide(skill: SkillSummary, signal: AbortSignal, onProgress: OnProgress): Promise<unknown>;
}

/** A tool of an MCP server, as one call finds it. */
export interface ServerTool {
  readonly server: string;
  readonly tool: {
    readonly name: string;
    /** The server's own word; nothing checks it. */
    readonly hints: { readonly readOnly: boolean; readonly destructive: boolean };
  };
  /** Elsewhere than on this computer: at `host`. */
  readonly http: boolean;
  readonly host?: string;
  readonly sandbox: Confinement;
  /** Access in the sandbox. */
  readonly hosts: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Version of the program or address, and of all that the tool says of itself. */
  readonly version: string;
  /** Throws what `words` can say, and on abort. */
  call(
    args: Readonly<Record<string, unknown>>,
    how: {
      readonly signal: AbortSignal;
      onProgress(progress: { progress: number; total?: number; message?: string }): void;
      readonly ask: AskPerson;
    },
  ): Promise<{
    readonly ok: boolean;
    readonly text: string;
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  }>;
}

export interface ServerWish {
  readonly server: string;
  readonly skill: string;
  /** Absent where no file defines the server. */
  readonly grantKey?: string;
  /** Host of a remote server. */
  readonly host?: string;
  /** `false`: it runs without one. */
  readonly sandbox: boolean;
}

/** MCP servers, as calls need them. */
export interface ServersForTools {
  /** Connects what is turned on. Never rejects. */
  connect(state: SessionState, signal: AbortSignal, again: boolean): Promise<void>;
  find(state: SessionState, offered: string): ServerTool | undefined;
  /** The wish of a skill to use a server that is off, which a call of this name stands for. */
  wish(state: SessionState, offered: string): ServerWish | undefined;
  /** Reason why the server cannot be used now, in words. */
  fault(environment: string, server: string): string | undefined;
  words(error: unknown): string;
}

export interface Trial {
  /** An id, or an absolute folder. */
  readonly skill: string;
  readonly version: number | undefined;
  readonly cases: readonly string[] | undefined;
  readonly runs: number;
  readonly withAndWithout: boolean;
  readonly maxTokens: number;
}

export interface Edit {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

export interface SkillWorkshop {
  /** Runs of a trial. @throws SkilldeckError */
  plan(trial: Trial, state: SessionState): Promise<{ readonly skill: string; readonly runs: number }>;
  /** Expected failures are results. */
  evaluate(trial: Trial, state: SessionState, signal: AbortSignal): Promise<ToolResult>;
  propose(asked: {
    readonly skill: string;
    readonly reason: string;
    readonly edits: readonly Edit[];
    readonly from?: number | undefined;
  }): Promise<ToolResult>;
}

/** Shared by all sessions. */
export interface ToolParts {
  readonly runner: Runner;
  readonly library: SkillLibrary;
  /** The folder of the bundled skills: only what is really in it has their trust. */
  readonly bundledRoot: string;
  /** Storage of `always` grants; absent: treated as `session`. */
  readonly always?: GrantStore | undefined;
  /** Storage of `session` grants; absent: kept until the program ends. */
  readonly ofSessions?: GrantStore | undefined;
  /** The person's lists of programs, as an environment has them now; absent: none. */
  readonly commandLists?: ((environment: string) => CommandLists) | undefined;
  /** Variables that the user set for a skill's own scripts; absent: none. */
  readonly skillVariables?: ((environment: string, skill: string) => Readonly<Record<string, string>>) | undefined;
  /** Packages fetched for skills; absent: there are none. */
  readonly packages?: PackagesForTools | undefined;
  /** Absent: there are none. */
  readonly secrets?: SecretsForTools | undefined;
  /** Absent: there are none. */
  readonly servers?: (() => ServersForTools) | undefined;
  /** Undefined until there is one; absent: there is none. */
  readonly workshop?: (() => Promise<SkillWorkshop | undefined>) | undefined;
  /** Seconds without input or output after which a program started by `skill_exec` ends. Default 120. */
  readonly idleSeconds?: number | undefined;
}

export interface ToolContext extends ToolParts {
  readonly host: ToolHost;
  readonly callId: string;
  readonly grants: SessionGrants;
  readonly programs: RunningPrograms;
  readonly terminals: LiveTerminals;
}

/** A call ready to run: its approval request and its action. Both may throw `ToolFailure`. */
export interface ReadyCall {
  /** Absent: nothing does. */
  readonly approval?: (signal: AbortSignal) => Promise<ApprovalNeed | ToolResult>;
  readonly remember?: PreparedCall['remember'];
  readonly execute: (signal: AbortSignal, ask: AskPerson) => Promise<ToolResult>;
}

export interface Tool {
  readonly name: string;
  /** The first sentence is what the system message lists. */
  readonly description: string;
  /** `skills`: offered only where there are skills. */
  readonly group: 'skills' | 'workspace';
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Parts that depend on the skills that the model sees. */
  readonly forList?: ((list: SkillList) => Partial<Pick<Tool, 'description' | 'parameters'>>) | undefined;
  /** @param json as the model wrote it. @throws ToolFailure for bad arguments. */
  ready(json: string, context: ToolContext): ReadyCall;
}

export interface ToolSpec<Schema extends z.ZodObject> {
  readonly description: string;
  readonly schema: Schema;
  /** Other names under which models send a field: `[alias, field]`. */
  readonly aliases?: readonly (readonly [alias: string, field: string])[];
  /** Fields that other frameworks have and that can be said by those of this tool. */
  translate?(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The schema checks a call; what it is offered as may depend on the skills that there are. */
  forList?(list: SkillList, parameters: Tool['parameters']): Partial<Pick<Tool, 'description' | 'parameters'>>;
  ready(args: z.infer<Schema>, context: ToolContext): ReadyCall;
}

/** A JSON Schema in which one field says more. */
export function withField(
  parameters: Tool['parameters'],
  field: string,
  more: Readonly<Record<string, unknown>>,
): Tool['parameters'] {
  const properties = (parameters.properties ?? {}) as Readonly<Record<string, object>>;
  return { ...parameters, properties: { ...properties, [field]: { ...properties[field], ...more } } };
}

interface FieldSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** One line per field, from the schema that the model was given. */
export function describeFields(parameters: Readonly<Record<string, unknown>>): string {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, FieldSchema>);
  if (properties.length === 0) return 'It takes no fields: send {}.';
  const required = new Set((parameters.required ?? []) as readonly string[]);
  const lines = properties.map(([name, field]) => {
    const type =
      field.enum === undefined
        ? String(field.type ?? 'any')
        : field.enum.map((value) => JSON.stringify(value)).join(' | ');
    return `- ${name} (${type}, ${required.has(name) ? 'required' : 'optional'})${field.description === undefined ? '' : `: ${field.description}`}`;
  });
  return `Its fields:\n${lines.join('\n')}`;
}

/** Arguments of a call. @param fail throws, with what is wrong with them. */
export function argumentsIn(json: string, fail: (fault: string) => never): unknown {
  try {
    // Providers send nothing at all for a call without arguments.
    return json.trim() === '' ? {} : JSON.parse(json);
  } catch (error) {
    return fail(`they are not valid JSON (${messageOf(error)})`);
  }
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.length === 0 ? 'the arguments' : `"${issue.path.join('.')}"`;
  const missing =
    issue.path.length === 1 && typeof value === 'object' && value !== null && !(String(issue.path[0]) in value);
  return missing ? `${field} is missing` : `${field}: ${issue.message}`;
}

function parametersOf(schema: z.ZodObject): Tool['parameters'] {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return parameters;
}

export function defineTool<Schema extends z.ZodObject>(
  name: string,
  group: Tool['group'],
  spec: ToolSpec<Schema>,
): Tool {
  let known: Tool['parameters'] | undefined;
  // Made when first asked for: a command that shows no tool to a model does without.
  const parameters = (): Tool['parameters'] => {
    known ??= parametersOf(spec.schema);
    return known;
  };
  const fail = (fault: string): never => {
    throw new ToolFailure(`Bad arguments for ${name}: ${fault}. ${describeFields(parameters())}`);
  };
  return {
    name,
    group,
    description: spec.description,
    get parameters() {
      return parameters();
    },
    forList: spec.forList && ((list) => spec.forList?.(list, parameters()) ?? {}),
    ready(json, context) {
      const named = withAliases(argumentsIn(json, fail), parameters(), spec.aliases);
      const given = spec.translate !== undefined && isRecord(named) ? spec.translate(named) : named;
      const unknown = unknownFault(given, parameters());
      if (unknown !== undefined) return fail(unknown);
      const parsed = spec.schema.safeParse(given);
      if (!parsed.success) return fail(parsed.error.issues.map((issue) => describeIssue(issue, given)).join('; '));
      return spec.ready(parsed.data, context);
    },
  };
}
