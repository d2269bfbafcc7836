/** The stages of a script's run as children of the call that started it. */
import type { EventOf, RunStage } from '../../../shared/events.ts';
import { type Attributes, type Span, spanIdOf, timeOf, traceIdOf } from './span.ts';

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
