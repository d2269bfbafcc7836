/** Values of messages in the names that programs give them: roles, calls, tokens, costs. */
import { defined } from '../../../../shared/defined.ts';
import type { Usage } from '../../../../shared/events.ts';
import type { ForeignCall } from './format.ts';
import { countIn, isObject, jsonIn, objectIn, type Raw, textIn, timeIn, whole } from './raw.ts';

export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'call';

const NAMES: Readonly<Record<Role, string>> = {
  system: 'system developer instructions',
  user: 'user human',
  assistant: 'assistant model gpt chatgpt bing bard ai gemini agent bot',
  tool: 'tool function observation function_response toolResult function_call_output',
  call: 'function_call tool_call',
};
const ROLES: Readonly<Record<string, Role>> = Object.fromEntries(
  (Object.keys(NAMES) as Role[]).flatMap((role) => NAMES[role].split(' ').map((name) => [name, role])),
);

export const roleIn = (name: unknown): Role | undefined =>
  typeof name === 'string' && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;

/** Some programs log them as a parsed object. */
export const argumentsOf = (given: unknown): string =>
  typeof given === 'string' ? given : JSON.stringify(whole(given) ?? {});

export const firstIn = (given: Raw, names: readonly string[]): unknown => {
  for (const name of names) if (given[name] !== undefined && given[name] !== null) return given[name];
  return undefined;
};
/** A result names these; an item's own id comes last. */
export const CALL_IDS = [
  'tool_call_id',
  'call_id',
  'callID',
  'callId',
  'toolCallId',
  'toolCallRequestId',
  'tool_use_id',
  'toolUseId',
  'toolUseID',
  'id',
];

export function callOf(given: Raw): ForeignCall {
  const value = objectIn(given.toolCall).value;
  const called =
    [
      given.function,
      given.functionCall,
      given.function_call,
      given.tool_call,
      given.custom,
      given.toolUse,
      value,
      jsonIn(given.value),
      given.kwargs,
    ].find(isObject) ?? given;
  const state = objectIn(given.state);
  const name = firstIn(called, ['name', 'function_name', 'toolName', 'tool_name', 'tool', 'function', 'toolId']);
  return {
    id: textIn(firstIn(given, CALL_IDS)) ?? textIn(firstIn(called, CALL_IDS)) ?? '',
    name: textIn(name) ?? /^tool-(.+)/.exec(String(given.type))?.[1] ?? '',
    arguments: argumentsOf(
      firstIn(called, ['arguments', 'args', 'input', 'parameters', 'parsed_arguments']) ?? state.input,
    ),
    ...defined({ at: timeIn(objectIn(state.time).start) }),
  };
}

const APART = ['cache_read_input_tokens', 'cacheReadInputTokens', 'cacheRead', 'input_tokens_cache_read'] as const;
const WRITTEN = [
  'cache_creation_input_tokens',
  'cacheCreationInputTokens',
  'cacheWrite',
  'input_tokens_cache_write',
] as const;

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

/** Base64, or the web address, of a picture or PDF within a message, in the forms of all APIs. */
export function mediaIn(part: Raw): string | undefined {
  const [source, inline] = [objectIn(part.source), objectIn(part.inlineData ?? part.inline_data)];
  const address =
    (isObject(part.image_url) ? part.image_url.url : part.image_url) ?? objectIn(part.file).file_data ?? part.url;
  const all = [source.data, source.url, source.path, inline.data, part.data, part.file_data, address];
  const given = textIn(all.find((one) => typeof one === 'string'))?.replace(/^data:[^,]{0,200};base64,/, '');
  return given !== undefined && /^(https?:|[A-Za-z0-9+/]{16})/.test(given) ? given : undefined;
}

/** A part with a picture that is named by its address alone. */
export const pictureAt = (url: unknown): Raw => ({ type: 'image_url', image_url: { url } });

/** Names of parts that are calls, and of those that are results. */
const CALLS = new Set(
  'tool_use server_tool_use tool_call tool-call toolCall toolRequest function_call mcp_tool_use tool'.split(' '),
);
const RESULTS = new Set(
  'tool_result tool-result tool_call_response mcp_tool_result web_search_tool_result toolResult toolResponse'.split(
    ' ',
  ),
);

/** The AI SDK for pages names the tool in the type. */
export const isCall = (part: Raw): boolean =>
  CALLS.has(String(part.type)) ||
  [part.functionCall, part.function_call, part.toolUse].some(isObject) ||
  (String(part.type).startsWith('tool-') && typeof part.state === 'string');
export const isResult = (part: unknown): boolean =>
  isObject(part) &&
  (RESULTS.has(String(part.type)) || [part.functionResponse, part.function_response, part.toolResult].some(isObject));
/** Around a result, in several programs. An output without a type of the AI SDK's is the result itself. */
export const aroundOf = ({ toolResult, run, output }: Raw): Raw => {
  const isWrapper = /^(?:(?:error-)?(?:text|json)|content)$/.test(`${objectIn(output).type}`);
  return objectIn(toolResult ?? run ?? (isWrapper ? output : undefined));
};
export const hasFailed = ({ is_error, isError, status, error }: Raw): boolean =>
  is_error === true || isError === true || status === 'error' || isObject(error) || textIn(error) !== undefined;
