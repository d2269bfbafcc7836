/** Codex' rollout files: one JSON object a line, below `~/.codex/sessions`; of older versions, bare response items. */
import { defined } from '../../../../shared/defined.ts';
import type { Usage } from '../../../../shared/events.ts';
import type { ForeignMessage, Format } from './format.ts';
import { isObject, jsonIn, objectIn, objectsIn, type Raw, textIn, timeOf, unopened, whole } from './raw.ts';
import { Story } from './story.ts';
import { argumentsOf, usageIn } from './values.ts';

const WRAPPED = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);
/** Events that repeat what an item says. */
const REPEATED = new Set(['agent_message', 'agent_reasoning', 'agent_reasoning_raw_content', 'user_message']);
/** Items that are calls, with the name of those that have none. */
const CALLS: ReadonlyMap<unknown, string | undefined> = new Map([
  ['function_call', undefined],
  ['custom_tool_call', undefined],
  ['local_shell_call', 'local_shell'],
  ['web_search_call', 'web_search'],
]);
const OUTPUTS = new Set<unknown>(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output']);
/** The program's own additions, sent as if the person had written them. */
const CONTEXT =
  /^\s*<(?:environment_context|user_instructions|permissions|recommended_plugins|turn_aborted|INSTRUCTIONS)/;

const isHead = ({ id, timestamp, instructions }: Raw): boolean =>
  typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;

/** A result is text, or an object with text in it; some versions write that object as JSON. */
function resultOf(output: unknown): { readonly content: unknown; readonly failed?: true } {
  const parsed = typeof output === 'string' && output.startsWith('{') ? jsonIn(output) : output;
  if (!isObject(parsed) || (typeof output === 'string' && !('output' in parsed))) {
    return {
      content: typeof output === 'string' || Array.isArray(output) ? output : JSON.stringify(whole(output) ?? ''),
    };
  }
  const content = parsed.content ?? parsed.output ?? '';
  const status = objectIn(parsed.metadata).exit_code;
  const failed = parsed.success === false || (typeof status === 'number' && status !== 0);
  return failed ? { content, failed } : { content };
}

export const codex: Format = {
  name: 'codex',
  recognises: ({ values, isLines }) => {
    const [first] = values;
    if (objectsIn(values).some(({ type, payload }) => WRAPPED.has(String(type)) && isObject(payload))) return true;
    return isLines && isObject(first) && isHead(first);
  },
  read({ values }) {
    const story = new Story();
    let [model, first, at]: (string | undefined)[] = [];
    /** An answer's reasoning, text and calls are their own items. */
    let isOpen = false;
    /** Usage that came before its answer, by some versions, and the sum up to then. */
    let early: Usage | undefined;
    let counted: string | undefined;
    const plain = (content: unknown): string => (typeof content === 'string' ? content : new Story().words(content));
    const answer = (given: Partial<Extract<ForeignMessage, { role: 'assistant' }>>, when: string | undefined): void => {
      story.answer({ model, at: when, usage: isOpen ? undefined : early, ...given }, isOpen);
      early = undefined;
      isOpen = true;
    };
    const item = (one: Raw, when: string | undefined): void => {
      const { type, role, content } = one;
      const name = CALLS.get(type) ?? textIn(one.name) ?? '';
      if (type === 'message' && role === 'assistant') answer({ text: story.words(content) }, when);
      else if (type === 'message') {
        isOpen = false;
        if (role === 'user' && CONTEXT.test(plain(content))) story.skip(one, 'context');
        else story.say(one, { role: role === 'user' ? 'user' : 'system', at: when });
      } else if (type === 'reasoning') {
        const reasoning = story.reasoningOf(one);
        if (reasoning === '') story.skip(one, 'reasoning');
        else answer({ reasoning }, when);
      } else if (CALLS.has(type)) {
        const id = textIn(one.call_id) ?? textIn(one.id) ?? '';
        answer(
          { calls: [{ id, name, arguments: argumentsOf(one.action ?? one.arguments ?? one.input), at: when }] },
          when,
        );
      } else if (OUTPUTS.has(type)) {
        isOpen = false;
        const { content: said, failed } = resultOf(one.output);
        story.result(textIn(one.call_id), said, { at: when, ...defined({ failed }) });
      } else if (!story.take(one, { at: when })) story.skip(one, String(type ?? 'line'));
    };
    const event = (payload: Raw, when: string | undefined): void => {
      const { type } = payload;
      if (type === 'user_message' && !asksInItems) {
        isOpen = false;
        story.say({ content: payload.message }, { role: 'user', at: when });
      } else if (type === 'token_count') {
        const last = story.list.findLastIndex(({ role }) => role === 'assistant');
        const said = story.list[last];
        const { last_token_usage, total_token_usage } = objectIn(whole(payload.info));
        const usage = usageIn(last_token_usage);
        const sum = total_token_usage === undefined ? undefined : JSON.stringify(total_token_usage);
        if (usage === undefined || (sum !== undefined && sum === counted)) return;
        counted = sum;
        if (!isOpen && (said?.role !== 'assistant' || said.usage !== undefined)) early = usage;
        else if (said?.role === 'assistant') story.list[last] = { ...said, usage };
      } else if (type === 'turn_aborted') {
        isOpen = false;
        story.list.push({ role: 'stopped', at: when });
      } else if (REPEATED.has(String(type))) whole(payload);
      else story.skip(payload, String(type ?? 'event'));
    };
    // A person's text is an item and an event, or an event alone beside the program's own items.
    const asksInItems = objectsIn(values).some(
      ({ payload }) => isObject(payload) && payload.role === 'user' && !CONTEXT.test(plain(payload.content)),
    );
    for (const line of objectsIn(values)) {
      const when = timeOf(line);
      at ??= when;
      const { type, payload } = line;
      if (!WRAPPED.has(String(type)) || !isObject(payload)) {
        if (isHead(line) || line.record_type !== undefined) continue;
        item(line, when);
      } else if (type === 'response_item') item(payload, when);
      else if (type === 'session_meta') {
        const base = textIn(objectIn(payload.base_instructions).text) ?? textIn(payload.instructions);
        if (base !== undefined) story.say({ content: base }, { role: 'system' });
      } else if (type === 'turn_context') {
        model = textIn(payload.model) ?? model;
        first ??= model;
      } else if (type === 'compacted') story.say({ content: payload.message }, { role: 'system', at: when });
      else event(payload, when);
    }
    const head = objectIn(objectsIn(values).find(({ type }) => type === 'session_meta')?.payload);
    return [
      { id: textIn(unopened(head).id), messages: story.list, model: first, at, source: values, leftOut: story.leftOut },
    ];
  },
};
