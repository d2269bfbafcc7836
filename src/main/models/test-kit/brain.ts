/** Lets a server of chat completions think for a provider of another wire: its requests, as chat completions. */
import type { StrictAnswer } from './strict-server.ts';

type Body = Readonly<Record<string, unknown>>;
type ChatMessage = Readonly<Record<string, unknown>>;
interface Block {
  readonly type?: string;
  readonly role?: string;
  readonly text?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly arguments?: string;
  readonly output?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
}

const textOf = (content: Block['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
const called = (id: string, name: string, json: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: json } }],
});
const functions = (tools: unknown, parameters: 'input_schema' | 'parameters'): object[] =>
  ((tools ?? []) as Readonly<Record<string, unknown>>[]).map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool[parameters] },
  }));

function ofMessages({ system, messages, tools }: Body): Body {
  const turns = (messages as readonly Block[]).flatMap(({ role, content }): ChatMessage[] =>
    ((content ?? []) as readonly Block[]).flatMap((block): ChatMessage[] => {
      if (block.type === 'text') return [{ role, content: block.text }];
      if (block.type === 'tool_use') return [called(block.id ?? '', block.name ?? '', JSON.stringify(block.input))];
      if (block.type !== 'tool_result') return [];
      return [{ role: 'tool', tool_call_id: block.tool_use_id, content: textOf(block.content) }];
    }),
  );
  const first = { role: 'system', content: textOf(system as readonly Block[]) };
  return { messages: [first, ...turns], tools: functions(tools, 'input_schema') };
}

function ofResponses({ instructions, input, tools }: Body): Body {
  const turns = (input as readonly Block[]).flatMap((item): ChatMessage[] => {
    if (item.type === 'function_call') return [called(item.call_id ?? '', item.name ?? '', item.arguments ?? '{}')];
    if (item.type === 'function_call_output') {
      return [{ role: 'tool', tool_call_id: item.call_id, content: item.output }];
    }
    return item.type === 'reasoning' ? [] : [{ role: item.role, content: textOf(item.content) }];
  });
  return { messages: [{ role: 'system', content: instructions }, ...turns], tools: functions(tools, 'parameters') };
}

/** @param server of chat completions, with the model that it serves */
export function brainOf(server: { readonly url: string; readonly model: string }) {
  return async (body: Body): Promise<StrictAnswer> => {
    const asked =
      'input' in body ? ofResponses(body) : 'instructions' in body || 'system' in body ? ofMessages(body) : body;
    const sent = { messages: asked.messages, model: server.model, stream: false };
    const tools = (asked.tools as readonly object[] | undefined) ?? [];
    const answer = await fetch(`${server.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(tools.length === 0 ? sent : { ...sent, tools }),
    });
    const { choices } = (await answer.json()) as {
      choices?: {
        message: { content: string | null; tool_calls?: { function: { name: string; arguments: string } }[] };
      }[];
    };
    const message = choices?.[0]?.message;
    if (message === undefined) throw new Error('The model behind the provider gave no answer.');
    const calls = (message.tool_calls ?? []).map(({ function: one }) => ({
      name: one.name,
      arguments: JSON.parse(one.arguments) as object,
    }));
    return { thinking: '先想一想。', text: message.content ?? '', calls };
  };
}
