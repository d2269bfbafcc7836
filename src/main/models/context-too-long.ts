/** Recognises "your prompt is too long" in the words of many providers, and the figures in it: no two say it alike. */
import { defined } from '../../shared/defined.ts';
import type { TooLong } from '../agent/ports.ts';

const CODES = new Set([
  'context_length_exceeded', // OpenAI, Azure, OpenRouter, DeepSeek
  'exceed_context_size_error', // llama.cpp
  'string_above_max_length', // OpenAI
  'model_context_window_exceeded', // Anthropic-compatible
  'prompt_too_long',
  'tokens_limit_reached', // GitHub Models
  'model_max_prompt_tokens_exceeded', // GitHub Copilot
  'max_prompt_tokens_exceeded',
  '1261', // Zhipu
]);

const WORDINGS: readonly RegExp[] = [
  /maximum context length/i, // OpenAI, Azure, vLLM, DeepSeek, OpenRouter, Mistral
  /context[_ ]length[_ ]exceeded/i,
  /exceed\w*\b.{0,60}\bcontext (window|length|size|limit)/i, // OpenAI, llama.cpp, Ollama
  /context (window|length|size|limit)\b.{0,60}\bexceed/i, // MiniMax
  /(greater|longer|larger) than the (maximum )?(context|model) (length|window|size)/i, // LM Studio, vLLM
  /longer than the (maximum )?model('s)? (maximum )?(length|context)/i, // vLLM ("The decoder prompt …"), SGLang
  /context (size|length|window) has been exceeded/i, // LM Studio
  /loaded with context length of only/i, // LM Studio
  /configured context size is/i, // llama.cpp derivatives
  /prompt too long/i, // Ollama ("prompt too long; exceeded max context length")
  /(prompt|input|text)( length| size)? (is |was )?too (long|large)\b/i, // Azure, Cohere, gateways
  /exceed\w*\b.{0,40}\b(context|prompt|input) ?(window|length|size|limit|tokens)/i, // Ollama, Cloudflare
  /\btokens?\b.{0,60}\bexceed\w*\b.{0,40}\b(context|prompt|limit of)\b/i, // GitHub Copilot, llama-cpp-python
  /prompt token count\b.{0,40}\bexceeds/i, // GitHub Copilot
  /body too large for .{0,60}\btokens\b/i, // GitHub Models
  /prompt exceeds the length limit/i,
  /prompt is too long/i, // Anthropic
  /input is too long/i, // Bedrock
  /(input|prompt) tokens?\b.{0,40}\bexceed/i, // Gemini, Doubao, Hunyuan
  /exceed\w*\b.{0,40}\b(model token limit|max(imum)? (message|input|prompt) tokens?)/i, // Moonshot, Doubao
  /range of input length should be/i, // Qwen on DashScope
  /input length\b.{0,40}\bexceed/i,
  /length of prompt_tokens\b.{0,60}\bmax_seq_len/i, // SiliconFlow
  /maximum prompt length is \d/i, // xAI
  /prompt contains \d+ tokens/i, // Mistral
  /reduce the length of the (messages|input|prompt)/i, // Groq, Cerebras, vLLM
  /inputs. tokens \+ .max_new_tokens. must be/i, // TGI, Together
  /too many (input |prompt )?tokens/i, // Cohere, Bedrock
  /tokens in request more than max tokens allowed/i, // Z.ai
  /request too large for/i, // OpenAI and Groq: more than the account's tokens per minute, so waiting does not help
  /prompt ?超长|(输入|上下文|提示词|prompt)[^。]{0,20}(过长|超长|超出|超过)/i, // Zhipu, Qianfan
];

/** @param code the provider's `code` or `type`, where it gave one. */
export function isContextTooLong(message: string, code: string | undefined): boolean {
  if (code !== undefined && CODES.has(code)) return true;
  return WORDINGS.some((wording) => wording.test(message));
}

const FIGURE = String.raw`(\d[\d,_ ]*\d|\d)`;
/** `#` matches a figure. */
const figure = ({ raw: [pattern = ''] }: TemplateStringsArray): RegExp =>
  new RegExp(pattern.replaceAll('#', FIGURE), 'i');

/** The provider's limit. The first match counts. */
const LIMITS: readonly RegExp[] = [
  figure`maximum (?:context|prompt) length (?:is|of) # ?`, // OpenAI, Azure, vLLM, DeepSeek, OpenRouter, xAI
  figure`> # ?maximum`, // Anthropic: "208411 tokens > 200000 maximum"
  figure`exceed context limit: .*> #`, // Anthropic: "190000 + 20000 > 200000"
  figure`maximum number of tokens allowed \(#\)`, // Gemini
  figure`input length should be \[\d+, ?#\]`, // Qwen on DashScope
  figure`context (?:size|length|window(?: limit)?) ?\(# ?(?:tokens)?\)`, // llama.cpp, SGLang, Cloudflare
  figure`context length of only # tokens`, // LM Studio
  figure`context size is # tokens`,
  figure`maximum model length of #`, // vLLM: "The decoder prompt (length 9000) …"
  figure`model with # maximum context length`, // Mistral
  figure`model maximum context length: #`, // Fireworks
  figure`model token limit: #`, // Moonshot
  figure`max_seq_len \(#\)`, // SiliconFlow
  figure`context window of #`, // llama-cpp-python
  figure`must be <= #`, // TGI, Together
  figure`cannot exceed #`, // Cohere
  figure`exceeds the (?:limit|maximum(?: length)?) (?:of )?#`, // GitHub Copilot, Doubao
  figure`max size: # tokens`, // GitHub Models
  figure`while limit is #`, // Cerebras
  figure`\blimit:? #`, // Groq: "Limit 6000, Requested 7000"
];

/** Size of the request by the provider's count; of several figures, that of the messages alone. */
const ASKED: readonly RegExp[] = [
  figure`\(# (?:in|of) (?:the messages|your prompt|text input|the input)`, // OpenAI, DeepSeek, OpenRouter
  figure`messages resulted in # tokens`, // OpenAI, Azure
  figure`prompt is too long: # tokens`, // Anthropic
  figure`input token count \(#\)`, // Gemini
  figure`request \(# tokens\)`, // llama.cpp
  figure`input \(# tokens\)`, // SGLang
  figure`\(length #\)`, // vLLM
  figure`prompt_tokens \(#\)`, // SiliconFlow
  figure`keep the first # tokens`, // LM Studio
  figure`request contains # tokens`, // xAI
  figure`prompt (?:contains|has) # tokens`, // Mistral
  figure`given: # .?inputs`, // TGI
  figure`received #`, // Cohere
  figure`token count of #`, // GitHub Copilot
  figure`current length is #`, // Cerebras
  figure`requested(?: about)? # ?`, // OpenAI, Groq
];

/** Tokens: figures outside of this are something else. */
const LEAST_LIMIT = 256;
const MOST_LIMIT = 100_000_000;

/** The figures in the provider's words, as far as it gave them. */
export function readTooLong(message: string): TooLong {
  const limit = firstFigure(LIMITS, message);
  const asked = firstFigure(ASKED, message);
  return defined({ limit, asked });
}

function firstFigure(patterns: readonly RegExp[], message: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(message)?.[1]?.replace(/\D/g, '') ?? '';
    const value = Number(digits);
    if (digits !== '' && value >= LEAST_LIMIT && value <= MOST_LIMIT) return value;
  }
  return undefined;
}
