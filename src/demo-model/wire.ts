/** The part of the chat-completions protocol that this endpoint reads. What it does not know, it ignores. */
import { z } from 'zod';

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
export type ChatMessage = z.infer<typeof messageSchema>;

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
