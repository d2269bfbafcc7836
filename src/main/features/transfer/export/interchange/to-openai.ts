/** OpenAI's Chat Completions: one document with the messages, as a request has them. */
import type { Conversation, Said } from './conversation.ts';

export function toOpenai({ title, model, system, tools, said, leftOut }: Conversation): string {
  leftOut.add('time', said.length);
  leftOut.add('usage', said.filter((one) => one.role === 'agent' && one.usage !== undefined).length);
  const messages = said.map(message);
  return `${JSON.stringify(
    {
      model,
      ...(title === '' ? {} : { title }),
      messages: system === '' ? messages : [{ role: 'system', content: system }, ...messages],
      ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    },
    null,
    2,
  )}\n`;
}

function message(one: Said) {
  switch (one.role) {
    case 'user':
      return { role: 'user', content: one.text };
    case 'tool':
      return { role: 'tool', tool_call_id: one.callId, content: one.text };
    case 'agent': {
      const { text, reasoning, calls } = one;
      return {
        role: 'assistant',
        content: text === '' && calls.length > 0 ? null : text,
        ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map(({ id, name, arguments: given }) => ({
                id,
                type: 'function',
                function: { name, arguments: given },
              })),
            }),
      };
    }
  }
}
