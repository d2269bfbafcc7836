/** Codex' rollout files: one JSON object a line, below `~/.codex/sessions`; of older versions, bare response items. */
import type { Usage } from '../../../../shared/events.ts';
import {
  argumentsOf,
  countIn,
  type Format,
  isObject,
  LeftOut,
  Messages,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
  wordsOf,
} from './format.ts';

const WRAPPED = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);
/** The program's own additions, sent as if the person had written them. */
const CONTEXT =
  /^\s*<(?:environment_context|user_instructions|permissions|recommended_plugins|turn_aborted|INSTRUCTIONS)/;

const isHead = ({ id, timestamp, instructions }: Raw): boolean =>
  typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;

/** A result is text, or an object with text in it; some versions write that object as JSON. */
function resultOf(output: unknown): { readonly text: string; readonly failed?: true } {
  let given = output;
  if (typeof output === 'string' && output.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(output);
      if (isObject(parsed) && 'output' in parsed) given = parsed;
    } catch {
      // Text that begins with a brace.
    }
  }
  if (!isObject(given)) return { text: typeof given === 'string' ? given : JSON.stringify(given ?? '') };
  const text = textIn(given.content) ?? textIn(given.output) ?? '';
  const status = isObject(given.metadata) ? given.metadata.exit_code : undefined;
  const failed = given.success === false || (typeof status === 'number' && status !== 0);
  return failed ? { text, failed } : { text };
}

function usageIn(info: unknown): Usage | undefined {
  const last = isObject(info) ? info.last_token_usage : undefined;
  if (!isObject(last)) return undefined;
  const [cached, reasoning] = [countIn(last.cached_input_tokens), countIn(last.reasoning_output_tokens)];
  return {
    promptTokens: countIn(last.input_tokens),
    completionTokens: countIn(last.output_tokens),
    ...(cached === 0 ? {} : { cachedPromptTokens: cached }),
    ...(reasoning === 0 ? {} : { reasoningTokens: reasoning }),
  };
}

export const codex: Format = {
  name: 'codex',
  recognises: ({ values, isLines }) => {
    const [first] = values;
    if (objectsIn(values).some(({ type, payload }) => WRAPPED.has(String(type)) && isObject(payload))) return true;
    return isLines && isObject(first) && isHead(first);
  },
  read({ values }) {
    const [messages, leftOut] = [new Messages(), new LeftOut()];
    let model: string | undefined;
    let first: string | undefined;
    let at: string | undefined;
    /** An answer's reasoning, text and calls are their own items. */
    let isOpen = false;
    const item = (one: Raw, when: string | undefined): void => {
      const time = when === undefined ? {} : { at: when };
      const answer = (given: {
        text?: string;
        reasoning?: string;
        calls?: { id: string; name: string; arguments: string }[];
      }) => {
        const named = model === undefined ? {} : { model };
        messages.answer({ text: '', calls: [], ...named, ...time, ...given }, isOpen);
        isOpen = true;
      };
      const call = (name: string, given: string) =>
        answer({ calls: [{ id: textIn(one.call_id) ?? textIn(one.id) ?? '', name, arguments: given }] });
      switch (one.type) {
        case 'message': {
          const text = wordsOf(one.content, leftOut);
          if (one.role === 'assistant') answer({ text });
          else if (one.role === 'user' && CONTEXT.test(text)) leftOut.add('context');
          else {
            isOpen = false;
            messages.add({ role: one.role === 'user' ? 'user' : 'system', text, ...time });
          }
          return;
        }
        case 'reasoning': {
          const text = [wordsOf(one.summary, leftOut), wordsOf(one.content, leftOut)]
            .filter((part) => part !== '')
            .join('\n');
          if (text !== '') answer({ reasoning: text });
          else leftOut.add('reasoning');
          return;
        }
        case 'function_call':
          call(textIn(one.name) ?? '', argumentsOf(one.arguments));
          return;
        case 'custom_tool_call':
          call(textIn(one.name) ?? '', argumentsOf(one.input));
          return;
        case 'local_shell_call':
          call('local_shell', argumentsOf(one.action));
          return;
        case 'function_call_output':
        case 'custom_tool_call_output':
        case 'local_shell_call_output':
          isOpen = false;
          messages.add({ role: 'tool', callId: textIn(one.call_id) ?? '', name: '', ...resultOf(one.output), ...time });
          return;
        default:
          leftOut.add(String(one.type ?? 'line'));
      }
    };
    // A person's text is an item and an event, or an event alone beside the program's own items.
    const asksInItems = objectsIn(values).some(
      ({ payload }) =>
        isObject(payload) && payload.role === 'user' && !CONTEXT.test(wordsOf(payload.content, new LeftOut())),
    );
    for (const line of objectsIn(values)) {
      const when = timeOf(line);
      at ??= when;
      const { type, payload } = line;
      if (!WRAPPED.has(String(type)) || !isObject(payload)) {
        if (!isHead(line) && line.record_type === undefined) item(line, when);
      } else if (type === 'response_item') item(payload, when);
      else if (type === 'turn_context') {
        model = textIn(payload.model) ?? model;
        first ??= model;
      } else if (type === 'compacted') leftOut.add('compacted');
      else if (type === 'event_msg' && payload.type === 'user_message' && !asksInItems)
        item({ type: 'message', role: 'user', content: payload.message }, when);
      else if (type === 'event_msg' && payload.type === 'token_count') {
        const usage = usageIn(payload.info);
        const last = messages.list.findLastIndex(({ role }) => role === 'assistant');
        const answer = messages.list[last];
        if (usage !== undefined && answer?.role === 'assistant') messages.list[last] = { ...answer, usage };
      }
    }
    return [{ messages: messages.list, tools: [], model: first, title: undefined, at, leftOut }];
  },
};
