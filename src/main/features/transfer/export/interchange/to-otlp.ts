/** A session as one OpenTelemetry trace, in OTLP's JSON. */
import type { SessionEvent } from '../../../../../shared/events.ts';
import { SessionTrace } from '../../../../telemetry/trace/session-trace.ts';
import { LeftOut } from '../../foreign/formats/format.ts';

/** In spans, or implied by them. */
const IN_SPANS: ReadonlySet<SessionEvent['type']> = new Set([
  'session-created',
  'settings-changed',
  'prompt-changed',
  'user-message-added',
  'request-sent',
  'model-responded',
  'model-failed',
  'context-compacted',
  'skill-loaded',
  'reference-loaded',
  'tool-started',
  'tool-finished',
  'approval-requested',
  'approval-resolved',
  'script-started',
  'script-finished',
  'state-changed',
  'run-finished',
]);

export async function toOtlp(
  session: string,
  events: readonly SessionEvent[],
  { reasoning, version }: { readonly reasoning: boolean; readonly version: string },
): Promise<{ readonly text: string; readonly leftOut: LeftOut }> {
  const { serialize } = await import('../../../../telemetry/otlp.ts');
  const leftOut = new LeftOut();
  const trace = new SessionTrace(session, { contents: true, reasoning });
  const spans = events.flatMap((event) => {
    if (!IN_SPANS.has(event.type)) leftOut.add(event.type === 'unknown' ? event.originalType : event.type);
    if (event.type === 'model-responded') {
      if (event.opaque !== undefined) leftOut.add('opaque');
      if (event.reasoning !== undefined && !reasoning) leftOut.add('reasoning');
    }
    return trace.take(event);
  });
  const bytes = serialize([...spans, ...trace.rest()], 'http/json', { version });
  return { text: `${new TextDecoder().decode(bytes)}\n`, leftOut };
}
