/** The stages of a script's run as children of the call that started it. */
import type { EventOf, RunStage, SessionEvent } from '../../shared/events.ts';
import { operationsOf } from '../../shared/tool-operations.ts';
import { type Attributes, parsedArguments, type Span, spanIdOf, timeOf, traceIdOf } from './trace.ts';

/** The part of a skill in a tool call, for the conventions' spans of agent skills. */
export interface SkillUse {
  readonly skill: string;
  /** Relative to the skill's folder. */
  readonly resource?: string;
  /** The call loads the skill. */
  readonly loads?: true;
}

/** Arguments that name a skill; `name` only of a tool that loads one. */
const SKILL_FIELDS = ['skill', 'skill_name', 'skillId'];
const LOADS: ReadonlySet<string> = new Set(['load-skill', 'unload-skill']);

function fromArguments({ name, arguments: text }: EventOf<'tool-started'>): SkillUse | undefined {
  const given = parsedArguments(text);
  if (given === null || typeof given !== 'object') return undefined;
  const operations = operationsOf(name);
  if (operations.length === 0 && name !== 'skill_run' && name !== 'skill_exec') return undefined;
  const fields = operations.some((one) => LOADS.has(one)) ? [...SKILL_FIELDS, 'name'] : SKILL_FIELDS;
  const skill = fields.map((field) => Reflect.get(given, field)).find((value) => typeof value === 'string');
  if (skill === undefined || skill === '') return undefined;
  return operations.includes('load-skill') ? { skill, loads: true } : { skill };
}

/** Skills of a session: which are loaded, and which tools they bring. */
export class SkillUses {
  readonly #scripts = new Map<string, SkillUse>();
  readonly #loaded = new Set<string>();

  take(event: SessionEvent): void {
    if (event.type !== 'skill-loaded') return;
    this.#loaded.add(event.skill);
    for (const { name, script } of event.tools ?? []) this.#scripts.set(name, { skill: event.skill, resource: script });
  }

  /** Facts of the call itself. */
  ofCall(event: EventOf<'tool-started'>): SkillUse | undefined {
    return this.#scripts.get(event.name) ?? fromArguments(event);
  }

  /** Events while it ran. */
  during(event: SessionEvent): SkillUse | undefined {
    switch (event.type) {
      case 'skill-loaded':
        return event.by === 'agent' ? { skill: event.skill, loads: true } : undefined;
      case 'reference-loaded':
        return event.by === 'agent' ? { skill: event.skill, resource: event.path } : undefined;
      case 'approval-requested': {
        const { skill, script } = event.detail;
        if (skill === undefined) return undefined;
        return script === undefined ? { skill } : { skill, resource: script };
      }
      case 'script-started': {
        // The folder of a loaded skill, or of its copy in the workspace.
        const where = `${event.cwd}/`.replaceAll('\\', '/');
        const skill = [...this.#loaded].find((id) => where.includes(`/${id}/`));
        return skill === undefined ? undefined : { skill };
      }
      default:
        return undefined;
    }
  }
}

/** Facts of a call that are kept once its span is made. */
export interface CallSpan {
  readonly spanId: string;
  exitCode?: number;
}

/** Logs of earlier versions have no stages: then the program's own time is all that is known. */
function stagesOf(
  started: EventOf<'script-started'> | undefined,
  { stages, ms }: EventOf<'script-finished'>,
): readonly RunStage[] {
  if (stages !== undefined) return stages;
  return started === undefined ? [] : [{ name: 'run.program', at: started.at, ms }];
}

export function runSpans(
  session: string,
  started: EventOf<'script-started'> | undefined,
  event: EventOf<'script-finished'>,
  call: CallSpan | undefined,
  contents: boolean,
): Span[] {
  return stagesOf(started, event).map((stage, index) => {
    const isProgram = stage.name === 'run.program';
    const error = isProgram ? errorOf(event) : undefined;
    const start = timeOf(stage.at);
    return {
      traceId: traceIdOf(session),
      spanId: spanIdOf(session, event.seq, `${index} ${stage.name}`),
      ...(call === undefined ? {} : { parentSpanId: call.spanId }),
      name: stage.name,
      kind: 'internal',
      start,
      end: start + stage.ms,
      attributes: {
        'gen_ai.conversation.id': session,
        ...(stage.files === undefined ? {} : { 'skilldeck.stage.files': stage.files }),
        ...(stage.bytes === undefined ? {} : { 'skilldeck.stage.bytes': stage.bytes }),
        ...(isProgram ? programAttributes(started, event, contents) : {}),
        ...(error === undefined ? {} : { 'error.type': error }),
      },
      events: [],
      ...(error === undefined ? {} : { error }),
      seq: event.seq,
    };
  });
}

function programAttributes(
  started: EventOf<'script-started'> | undefined,
  { exitCode, truncated }: EventOf<'script-finished'>,
  contents: boolean,
): Attributes {
  return {
    ...(started === undefined ? {} : { 'skilldeck.run.interpreter': started.interpreter }),
    ...(started?.sandbox === undefined ? {} : { 'skilldeck.run.sandbox': started.sandbox }),
    ...(started === undefined || !contents ? {} : { 'process.command_line': started.command }),
    ...(exitCode === null ? {} : { 'process.exit.code': exitCode }),
    'skilldeck.run.truncated': truncated,
  };
}

function errorOf({ exitCode, timedOut, stopped, limit }: EventOf<'script-finished'>): string | undefined {
  if (timedOut) return 'timeout';
  if (limit !== undefined) return `limit-${limit}`;
  if (stopped === true) return 'stopped';
  if (exitCode === null) return 'signal';
  return exitCode === 0 ? undefined : `exit-${exitCode}`;
}
