/**
 * The walk that all formats share: a message in any of the forms that programs write becomes messages of a
 * conversation, with its thoughts, calls, results, usage, cost, model and times. A reader says only what is its own.
 */
import { defined } from '../../../../shared/defined.ts';
import type { Usage } from '../../../../shared/events.ts';
import {
  countIn,
  type ForeignCall,
  type ForeignMessage,
  isObject,
  LeftOut,
  listIn,
  objectIn,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
} from './format.ts';
import { whole } from './unread.ts';

export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'call';

const ROLES: Readonly<Record<string, Role>> = {
  ...Object.fromEntries(['system', 'developer', 'info', 'instructions'].map((name) => [name, 'system'])),
  ...Object.fromEntries(['user', 'human'].map((name) => [name, 'user'])),
  ...Object.fromEntries(
    ['assistant', 'model', 'gpt', 'chatgpt', 'bing', 'bard', 'ai', 'gemini', 'agent', 'bot'].map((name) => [
      name,
      'assistant',
    ]),
  ),
  ...Object.fromEntries(
    ['tool', 'function', 'observation', 'function_response', 'toolResult', 'function_call_output'].map((name) => [
      name,
      'tool',
    ]),
  ),
  ...Object.fromEntries(['function_call', 'tool_call'].map((name) => [name, 'call'])),
};

export const roleIn = (name: unknown): Role | undefined =>
  typeof name === 'string' && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;

const CALLS = new Set([
  'tool_use',
  'server_tool_use',
  'tool_call',
  'toolCall',
  'function_call',
  'mcp_tool_use',
  'tool',
]);
const RESULTS = new Set([
  'tool_result',
  'tool_call_response',
  'mcp_tool_result',
  'web_search_tool_result',
  'toolResult',
]);
const THOUGHTS = new Set(['thinking', 'reasoning', 'thought', 'reasoning_text', 'think']);
const WORDS = new Set(['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text', 'refusal', 'undefined']);

/** Some programs log them as a parsed object. */
const argumentsOf = (given: unknown): string =>
  typeof given === 'string' ? given : JSON.stringify(whole(given) ?? {});

const firstIn = (given: Raw, names: readonly string[]): unknown => {
  for (const name of names) if (given[name] !== undefined && given[name] !== null) return given[name];
  return undefined;
};
const CALL_IDS = ['id', 'tool_call_id', 'call_id', 'callID', 'callId', 'toolCallId', 'tool_use_id', 'toolUseId'];

export function callOf(given: Raw): ForeignCall {
  const called = [given.function, given.functionCall, given.custom, given.kwargs].find(isObject) ?? given;
  const name = firstIn(called, ['name', 'function_name', 'toolName', 'tool', 'function', 'toolId']);
  return {
    id: textIn(firstIn(given, CALL_IDS)) ?? textIn(called.id) ?? '',
    name: textIn(name) ?? '',
    arguments: argumentsOf(firstIn(called, ['arguments', 'args', 'input', 'parameters', 'parsed_arguments'])),
  };
}

const APART = ['cache_read_input_tokens', 'cacheRead', 'input_tokens_cache_read'] as const;
const WRITTEN = ['cache_creation_input_tokens', 'cacheWrite', 'input_tokens_cache_write'] as const;

/** Tokens in any of the names that programs give them. Undefined where there are none. */
export function usageIn(given: unknown): Usage | undefined {
  if (!isObject(given)) return undefined;
  const details = (...names: string[]) => objectIn(firstIn(given, names));
  const cache = objectIn(given.cache);
  const apart = countIn(firstIn(given, APART) ?? cache.read);
  const written = countIn(firstIn(given, WRITTEN) ?? cache.write);
  const within = countIn(
    firstIn(given, ['cached_tokens', 'cached_input_tokens', 'cachedContentTokenCount', 'cached']) ??
      details('prompt_tokens_details', 'input_tokens_details', 'input_token_details').cached_tokens,
  );
  const input = countIn(
    firstIn(given, ['input_tokens', 'prompt_tokens', 'inputTokens', 'promptTokens', 'promptTokenCount', 'input']),
  );
  const output = countIn(
    firstIn(given, ['output_tokens', 'completion_tokens', 'outputTokens', 'completionTokens', 'output']) ??
      given.candidatesTokenCount,
  );
  const thoughts = countIn(firstIn(given, ['thoughts', 'thoughtsTokenCount']));
  const reasoning =
    thoughts ||
    countIn(
      firstIn(given, ['reasoning_output_tokens', 'reasoning_tokens', 'reasoning']) ??
        details('completion_tokens_details', 'output_tokens_details').reasoning_tokens,
    );
  if (input + output + apart + written + within === 0) return undefined;
  return {
    promptTokens: input + apart + written,
    completionTokens: output + thoughts,
    ...(apart + within === 0 ? {} : { cachedPromptTokens: apart + within }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    ...(reasoning === 0 ? {} : { reasoningTokens: reasoning }),
  };
}

/** US dollars; undefined where the source says none. */
export function costIn(given: unknown): number | undefined {
  const value = isObject(given) ? given.total : given;
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

interface Parts {
  readonly text: string[];
  readonly thoughts: string[];
  readonly calls: ForeignCall[];
  readonly results: Extract<ForeignMessage, { role: 'tool' }>[];
}

type Answer = Omit<Extract<ForeignMessage, { role: 'assistant' }>, 'role'>;

/** Facts of a message that its reader knows better, or that have another place in its format. */
export interface Told {
  readonly role?: Role | undefined;
  readonly content?: unknown;
  readonly at?: string | undefined;
  readonly from?: string | undefined;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly cost?: number | undefined;
  /** Continues the answer before it. */
  readonly joins?: boolean | undefined;
}

export class Story {
  readonly list: ForeignMessage[] = [];
  readonly leftOut: LeftOut;

  constructor(leftOut = new LeftOut()) {
    this.leftOut = leftOut;
  }

  /** Counts it, all of it, as left out. */
  skip(given: unknown, kind: string): void {
    whole(given);
    this.leftOut.add(kind);
  }

  /** Text of a content; of a part without one, its type. */
  words(content: unknown): string {
    const parts: Parts = { text: [], thoughts: [], calls: [], results: [] };
    this.#parts(content, parts);
    return [...parts.thoughts, ...parts.text, ...parts.results.map(({ text }) => text)].join('\n');
  }

  /** @returns false for a message of no known role, which is left to the caller. */
  say(raw: Raw, told: Told = {}): boolean {
    const role = told.role ?? roleIn(raw.role ?? raw.type ?? raw.from ?? raw.sender);
    if (role === undefined) return false;
    const at = told.at ?? timeOf(raw);
    const content = 'content' in told ? told.content : firstIn(raw, ['content', 'parts', 'text', 'value']);
    const when = defined({ at, from: told.from });
    if (role === 'system') this.list.push({ role, text: this.words(content), ...when });
    else if (role === 'tool') this.#result(raw, content, when);
    else {
      const parts: Parts = { text: [], thoughts: [], calls: [], results: [] };
      this.#parts(content, parts);
      if (role === 'user') {
        for (const one of parts.results) this.list.push({ ...one, ...when });
        if (parts.text.length > 0 || parts.results.length === 0) {
          this.list.push({ role, text: parts.text.join('\n'), ...when });
        }
      } else this.#answer(raw, parts, { ...told, at });
    }
    return true;
  }

  /** Adds to an answer: another text, thought or call joins the last message where `joins` says that it belongs to it. */
  answer(given: Partial<Answer>, joins: boolean): void {
    const last = this.list.at(-1);
    const { text = '', calls = [], ...rest } = defined(given);
    if (!joins || last?.role !== 'assistant') {
      this.list.push({ role: 'assistant', text, calls, ...rest });
      return;
    }
    const both = (a: string | undefined, b: string | undefined): string =>
      [a, b].filter((part) => part !== undefined && part !== '').join('\n');
    const reasoning = both(last.reasoning, given.reasoning);
    this.list[this.list.length - 1] = defined({
      ...last,
      ...rest,
      from: last.from ?? last.at,
      text: both(last.text, text),
      calls: [...last.calls, ...calls],
      reasoning: reasoning === '' ? undefined : reasoning,
    });
  }

  #answer(raw: Raw, { text, thoughts, calls, results }: Parts, told: Told): void {
    const extra = objectIn(raw.additional_kwargs);
    const own = objectsIn(firstIn(raw, ['tool_calls', 'toolCalls', 'action_calls']) ?? extra.tool_calls);
    const called = isObject(raw.function_call) ? [raw.function_call] : [];
    const thought = firstIn(raw, ['reasoning_content', 'reasoning', 'thinking', 'thoughts', 'thought']);
    const usage = told.usage ?? usageIn(firstIn(raw, ['usage', 'usage_metadata', 'tokens', 'metrics']));
    const list = [...calls, ...[...own, ...called].map((one) => ({ ...callOf(one), ...defined({ at: timeOf(one) }) }))];
    const said = [...text, ...(typeof raw.refusal === 'string' && text.join('') === '' ? [raw.refusal] : [])].join(
      '\n',
    );
    const reasoning = [...(thought === undefined ? [] : [this.#thought(thought)]), ...thoughts].join('\n');
    const { joins = false, at, from } = told;
    this.answer(
      {
        text: said,
        calls: list,
        reasoning: reasoning === '' ? undefined : reasoning,
        usage,
        cost: told.cost ?? costIn(raw.cost ?? objectIn(raw.usage).cost ?? objectIn(raw.metrics).cost_usd),
        model: told.model ?? textIn(raw.model ?? raw.model_name ?? raw.modelID),
        at,
        from,
      },
      joins,
    );
    for (const one of results) this.list.push({ ...defined({ at }), ...one });
    for (const one of own) this.#inline(one);
  }

  /** A call that has its result within it. */
  #inline(call: Raw): void {
    const given = firstIn(call, ['result', 'output', 'response']);
    if (given === undefined) return;
    const at = timeOf(call);
    const failed = call.status === 'error' || call.isError === true;
    this.list.push({
      role: 'tool',
      callId: callOf(call).id,
      name: callOf(call).name,
      text: this.words(given),
      ...defined({ at, failed: failed || undefined }),
    });
  }

  #thought(given: unknown): string {
    if (typeof given === 'string') return given;
    return listIn(given)
      .map((one) => {
        if (!isObject(one)) return String(one);
        const [subject, said] = [textIn(one.subject), firstIn(one, ['description', 'thinking', 'text', 'content'])];
        return [subject, typeof said === 'string' ? said : undefined].filter((part) => part !== undefined).join(': ');
      })
      .join('\n');
  }

  #result(raw: Raw, content: unknown, when: { readonly at?: string; readonly from?: string }): void {
    this.list.push({
      role: 'tool',
      callId: textIn(firstIn(raw, ['tool_call_id', 'call_id', 'toolCallId', 'tool_use_id', 'callId'])) ?? '',
      name: textIn(firstIn(raw, ['name', 'toolName', 'function'])) ?? '',
      text: this.words(content ?? raw.output),
      ...(hasFailed(raw) ? { failed: true } : {}),
      ...when,
    });
  }

  #parts(content: unknown, parts: Parts): void {
    if (content === null || content === undefined || content === '') return;
    if (typeof content !== 'object') parts.text.push(String(content));
    else if (Array.isArray(content)) for (const one of content) this.#parts(one, parts);
    else this.#part(content as Raw, parts);
  }

  #part(part: Raw, parts: Parts): void {
    const type = String(part.type);
    const { text } = part;
    if (isObject(part.functionCall) || (CALLS.has(type) && part.state === undefined)) parts.calls.push(callOf(part));
    else if (isObject(part.functionResponse)) {
      const { id, name, response } = part.functionResponse;
      const given = objectIn(response);
      const said = given.output ?? given.error ?? response;
      parts.results.push({
        role: 'tool',
        callId: textIn(id) ?? '',
        name: textIn(name) ?? '',
        text: typeof said === 'string' ? said : JSON.stringify(whole(said)),
        ...(given.error === undefined ? {} : { failed: true }),
      });
    } else if (RESULTS.has(type)) {
      const given = firstIn(part, ['content', 'response', 'result', 'output']);
      parts.results.push({
        role: 'tool',
        callId: textIn(firstIn(part, ['tool_use_id', 'id', 'toolUseId', 'call_id'])) ?? '',
        name: textIn(part.name) ?? '',
        text: this.words(given),
        ...(hasFailed(part) ? { failed: true } : {}),
      });
    } else if (THOUGHTS.has(type) || part.thought === true) {
      const said = firstIn(part, ['thinking', 'text', 'reasoning', 'content', 'summary', 'think']);
      if (typeof said === 'string' && said !== '') parts.thoughts.push(said);
      else if (said !== undefined && said !== '') parts.thoughts.push(this.words(said));
      else this.skip(part, type);
    } else if (typeof text === 'string' && (WORDS.has(type) || !('data' in part))) parts.text.push(text);
    else if (typeof part.refusal === 'string') parts.text.push(part.refusal);
    else if (WORDS.has(type) && typeof part.content === 'string') parts.text.push(part.content);
    else if (part.type === undefined && !['image_url', 'inlineData', 'source'].some((name) => name in part)) {
      parts.text.push(JSON.stringify(whole(part), null, 2));
    } else {
      const kind = part.type === undefined ? 'picture' : type;
      this.skip(part, kind);
      parts.text.push(`[${kind}]`);
    }
  }
}

const hasFailed = (given: Raw): boolean =>
  given.is_error === true || given.isError === true || given.status === 'error' || isObject(given.error);
