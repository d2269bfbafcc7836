/** The part of the chat-completions protocol that this endpoint reads. What it does not know, it ignores. */

import { z } from 'zod';
import { parsedJson } from '../shared/defined.ts';
import { SUMMARY_NOTE, splitNotes } from '../shared/summary.ts';

export const DEMO_MODEL_ID = 'skilldeck-demo';

const contentSchema = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }).loose()), z.null()])
  .optional()
  .transform((content) => {
    if (typeof content === 'string') return content;
    return (content ?? []).map((part) => part.text ?? '').join('');
  });

const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: contentSchema,
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
  tool_call_id: z.string().optional(),
});
type ChatMessage = z.infer<typeof messageSchema>;

const toolSchema = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string().optional(),
    parameters: z
      .object({ properties: z.record(z.string(), z.unknown()).optional() })
      .loose()
      .optional(),
  }),
});

export const chatRequestSchema = z.object({
  model: z.string(),
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolSchema).nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export interface PlannedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of the model: words, or a tool call with or without a few words before it. */
export interface Answer {
  readonly text: string;
  readonly call?: PlannedCall;
}

// The request's messages as turns: what the person said, and what was done about it.

export interface ToolUse {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Empty until the result is there. */
  readonly result: string;
}

export interface Turn {
  readonly user: string;
  readonly uses: readonly ToolUse[];
}

export interface Conversation {
  readonly system: string;
  /** At least one; the last is the one to answer. */
  readonly turns: readonly Turn[];
}

/** The person's words, and the calls for them with the beginning of each result. */
const SUMMARISED = /^- (?:The person: (?<said>.*)|You called (?<name>\S+) (?<call>.*))$/gm;

export function readConversation(request: ChatRequest): Conversation {
  const results = new Map(
    request.messages.flatMap((message) => (message.tool_call_id ? [[message.tool_call_id, message.content]] : [])),
  );
  const system: string[] = [];
  const turns: { user: string; uses: ToolUse[] }[] = [];
  const addNote = (text: string) => {
    const earlier = text.startsWith(SUMMARY_NOTE) ? summarisedTurns(text) : [];
    turns.push(...earlier);
    if (earlier.length === 0) system.push(text);
  };
  for (const message of request.messages) {
    if (message.role === 'system' || message.role === 'developer') addNote(message.content);
    if (message.role === 'user') {
      const { notes, said } = splitNotes(message.content);
      for (const note of notes) addNote(note);
      if (said !== '' || notes.length === 0) turns.push({ user: said, uses: [] });
    }
    if (message.role === 'assistant') {
      if (turns.length === 0) turns.push({ user: '', uses: [] });
      turns.at(-1)?.uses.push(...toolUses(message, results));
    }
  }
  if (turns.length === 0) turns.push({ user: '', uses: [] });
  return { system: system.join('\n\n'), turns };
}

function summarisedTurns(text: string): { user: string; uses: ToolUse[] }[] {
  const turns: { user: string; uses: ToolUse[] }[] = [];
  for (const { groups } of text.matchAll(SUMMARISED)) {
    if (groups?.said !== undefined) turns.push({ user: groups.said, uses: [] });
    const use = summarisedUse(groups?.name ?? '', groups?.call ?? '', turns.length);
    if (use !== undefined) turns.at(-1)?.uses.push(use);
  }
  return turns;
}

/** A failed one is history: what was asked of it is in the person's words. */
function summarisedUse(name: string, call: string, turn: number): ToolUse | undefined {
  const [given = '', result] = call.split(' → ', 2);
  if (name === '' || result === undefined || result.startsWith('failed: ')) return undefined;
  const callId = `summarised-${turn}-${given}`;
  return { callId, name, arguments: readArguments(given), result: `[Earlier result of ${name}, shortened] ${result}` };
}

function toolUses(message: ChatMessage, results: ReadonlyMap<string, string>): ToolUse[] {
  return (message.tool_calls ?? []).map((call) => ({
    callId: call.id,
    name: call.function.name,
    arguments: readArguments(call.function.arguments),
    result: results.get(call.id) ?? '',
  }));
}

function readArguments(json: string): Record<string, unknown> {
  const value = parsedJson(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
