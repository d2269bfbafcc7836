/**
 * Messages of the conversation in the form of the GenAI conventions. A request repeats all that was said before, so that
 * a session's trace would grow with its square: each `chat` span has what is new since the last one, and says how many
 * messages came before (`OMITTED`).
 */
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { activeEvents } from '../../../shared/reducer.ts';

interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}
export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly parts: readonly Part[];
}

interface Placed {
  readonly seq: number;
  readonly message: Message;
}

export function parsedArguments(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    // Written wrongly by the model: kept as it wrote it.
    return given;
  }
}

export function answerMessage(
  { text, reasoning, toolCalls }: EventOf<'model-responded'>,
  withReasoning: boolean,
): Message {
  return {
    role: 'assistant',
    parts: [
      ...(withReasoning && reasoning !== undefined ? [{ type: 'reasoning', content: reasoning }] : []),
      ...(text === '' && toolCalls.length > 0 ? [] : [{ type: 'text', content: text }]),
      ...toolCalls.map(({ id, name, arguments: given }) => ({
        type: 'tool_call',
        id,
        name,
        arguments: parsedArguments(given),
      })),
    ],
  };
}

function messageOf(event: SessionEvent, withReasoning: boolean): Message | undefined {
  switch (event.type) {
    case 'user-message-added':
      return {
        role: 'user',
        parts: [
          { type: 'text', content: event.text },
          ...(event.attachments ?? []).map(({ path, mime, media }) => ({
            type: 'file',
            modality: media?.kind === 'image' ? 'image' : 'document',
            mime_type: mime,
            file_id: path,
          })),
        ],
      };
    case 'model-responded':
      return event.purpose === 'summary' ? undefined : answerMessage(event, withReasoning);
    case 'tool-finished':
      return {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: event.callId, response: event.content }],
      };
    default:
      return undefined;
  }
}

export interface NewMessages {
  readonly omitted: number;
  readonly messages: readonly Message[];
}

/** The current conversation, and what of it is in spans. */
export class Conversation {
  readonly #withReasoning: boolean;
  /** Messages and rewinds. */
  readonly #events: SessionEvent[] = [];
  #said: Placed[] = [];
  /** `seq` of the messages as a reader of all spans has put them together. */
  #told: number[] = [];

  constructor(withReasoning: boolean) {
    this.#withReasoning = withReasoning;
  }

  take(event: SessionEvent): void {
    const placed = this.#placed(event);
    if (placed.length === 0 && event.type !== 'history-rewound') return;
    this.#events.push(event);
    if (event.type === 'history-rewound') this.#said = activeEvents(this.#events).flatMap((one) => this.#placed(one));
    else this.#said.push(...placed);
  }

  /** Messages of a request that no span had yet. */
  asked(): NewMessages {
    let omitted = 0;
    while (omitted < this.#said.length && this.#said[omitted]?.seq === this.#told[omitted]) omitted += 1;
    this.#told = this.#said.map(({ seq }) => seq);
    return { omitted, messages: this.#said.slice(omitted).map(({ message }) => message) };
  }

  /** The last message is in its span, too. */
  answered(seq: number): void {
    this.#told.push(seq);
  }

  #placed(event: SessionEvent): Placed[] {
    const message = messageOf(event, this.#withReasoning);
    return message === undefined ? [] : [{ seq: event.seq, message }];
  }
}
