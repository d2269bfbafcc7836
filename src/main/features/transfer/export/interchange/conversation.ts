/** A session as other programs know conversations: messages, calls and results; all else is counted as left out. Pure. */
import type { EventOf, SessionEvent, ToolCall, ToolDefinition, Usage } from '../../../../../shared/events.ts';
import { activeEvents, foldEvents } from '../../../../../shared/reducer.ts';
import { LeftOut } from '../../foreign/formats/format.ts';

interface Placed {
  readonly at: string;
}
export type Said = Placed &
  (
    | { readonly role: 'user'; readonly text: string }
    | {
        readonly role: 'agent';
        readonly text: string;
        readonly reasoning?: string;
        readonly calls: readonly ToolCall[];
        readonly model: string;
        readonly usage?: Usage;
      }
    | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string }
  );

export interface Conversation {
  readonly session: string;
  readonly title: string;
  readonly model: string;
  /** Fixed words of every request; skills that were loaded came on top. */
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly said: readonly Said[];
  /** Events and facts that `said` does not have, by kind. */
  readonly leftOut: LeftOut;
}

/** Say nothing new: they follow from what is said. */
const IMPLIED: ReadonlySet<SessionEvent['type']> = new Set(['session-created', 'state-changed', 'run-finished']);

/** @param reasoning includes what the model thought. */
export function conversationOf(session: string, events: readonly SessionEvent[], reasoning: boolean): Conversation {
  const { title, model: last, basePrompt, workspaceSection, tools } = foldEvents(session, events);
  const active = new Set(activeEvents(events).map(({ seq }) => seq));
  const leftOut = new LeftOut();
  const said: Said[] = [];
  let model = last;
  for (const event of events) {
    if (!active.has(event.seq)) {
      leftOut.add('replaced-event');
      continue;
    }
    const { at } = event;
    if (event.type === 'session-created') model = event.model;
    switch (event.type) {
      case 'user-message-added':
        said.push({ at, role: 'user', text: event.text });
        leftOut.add('attachment', event.attachments?.length ?? 0);
        break;
      case 'request-sent':
        model = event.model;
        leftOut.add(event.type);
        break;
      case 'model-responded':
        if (event.purpose === 'summary') leftOut.add('summary');
        else said.push(answer(event, model, reasoning, leftOut));
        break;
      case 'tool-started':
        break;
      case 'tool-finished':
        said.push({ at, role: 'tool', callId: event.callId, name: event.name, text: event.content });
        if (!event.ok) leftOut.add('tool-failure');
        break;
      case 'prompt-changed':
        break;
      default:
        if (!IMPLIED.has(event.type)) leftOut.add(event.type === 'unknown' ? event.originalType : event.type);
    }
  }
  const system = [basePrompt, workspaceSection].filter((text) => text !== '').join('\n\n');
  return { session, title, model: last, system, tools, said, leftOut };
}

function answer(
  { at, text, toolCalls, reasoning: thought, usage, opaque }: EventOf<'model-responded'>,
  model: string,
  reasoning: boolean,
  leftOut: LeftOut,
): Said {
  if (opaque !== undefined) leftOut.add('opaque');
  if (!reasoning && thought !== undefined) leftOut.add('reasoning');
  return {
    at,
    role: 'agent',
    text,
    calls: toolCalls,
    model,
    ...(reasoning && thought !== undefined ? { reasoning: thought } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}
