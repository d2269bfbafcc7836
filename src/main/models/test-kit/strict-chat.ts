/** A provider of chat completions: what it refuses, and how it streams. */
import { type Attached, brokenPairs, type ChatProvider, reasoningDetails, type StrictBody } from './chat-rules.ts';
import { counter, must, type Provider, pieces, type StrictAnswer } from './strict-server.ts';

export function chatRules(provider: ChatProvider): Provider {
  const attached = new Map<string, Attached>();
  const next = counter();
  return {
    path: '/chat/completions',
    check({ body: given, headers, url }) {
      const body = given as unknown as StrictBody;
      const problem = brokenPairs(body) ?? provider.refuses({ body, headers, url, attached });
      must(problem === undefined, problem ?? '', provider.status);
    },
    frames: (answer, { body }) => {
      const number = next();
      const own: Attached = { reasoning: `Thought ${number}：先想一想。`, signature: `c2ln${number}==` };
      const ids = (answer.calls ?? []).map((_, index) => `call${String(number * 10 + index).padStart(5, '0')}`);
      if (ids[0] !== undefined) attached.set(ids[0], own);
      return chunks(provider, answer, ids, own, String(body.model));
    },
    error: ({ message, code }) => ({ error: { message, type: code } }),
  };
}

function chunks(
  provider: ChatProvider,
  { text = '', calls = [] }: StrictAnswer,
  ids: readonly string[],
  own: Attached,
  model: string,
): readonly object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const signed = { extra_content: { google: { thought_signature: own.signature } } };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...thoughts(provider, own).map((delta) => chunk(delta)),
    ...pieces(text).map((content) => chunk({ content })),
    ...calls.map(({ name, arguments: given }, index) => {
      const call = { index, id: ids[index], type: 'function', function: { name, arguments: JSON.stringify(given) } };
      const isSigned = provider.attaches === 'thought_signature' && index === 0;
      return chunk({ tool_calls: [{ ...call, ...(isSigned ? signed : {}) }] });
    }),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    {
      object: 'chat.completion.chunk',
      model,
      choices: [],
      usage: { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 },
    },
  ];
}

function thoughts({ attaches }: ChatProvider, own: Attached): readonly object[] {
  if (attaches === 'reasoning_content') return pieces(own.reasoning).map((text) => ({ reasoning_content: text }));
  if (attaches !== 'reasoning_details') return [];
  const parts = pieces(own.reasoning).map((reasoning) => ({
    reasoning,
    reasoning_details: reasoningDetails({ ...own, reasoning }).map((one) => ({ ...(one as object), signature: null })),
  }));
  return [...parts, { reasoning_details: [{ type: 'reasoning.text', index: 0, signature: own.signature }] }];
}
