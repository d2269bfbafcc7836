/** Recognises "your prompt is too long" in the words of many providers: no two say it alike. */

const CODES = new Set([
  'context_length_exceeded', // OpenAI, Azure, OpenRouter, DeepSeek
  'exceed_context_size_error', // llama.cpp
  'string_above_max_length', // OpenAI
  'model_context_window_exceeded', // Anthropic-compatible
  'prompt_too_long',
  '1261', // Zhipu
]);

const WORDINGS: readonly RegExp[] = [
  /maximum context length/i, // OpenAI, Azure, vLLM, DeepSeek, OpenRouter, Mistral
  /context[_ ]length[_ ]exceeded/i,
  /exceed\w*\b.{0,60}\bcontext (window|length|size|limit)/i, // OpenAI, llama.cpp, Ollama
  /context (window|length|size|limit)\b.{0,60}\bexceed/i, // MiniMax
  /(greater|longer|larger) than the (maximum )?(context|model) (length|window|size)/i, // LM Studio, vLLM
  /longer than the maximum model length/i, // vLLM ("The decoder prompt …")
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
  /request too large for/i, // OpenAI and Groq: more than the account's tokens per minute, so waiting does not help
  /prompt ?超长|(输入|上下文|提示词|prompt)[^。]{0,20}(过长|超长|超出|超过)/i, // Zhipu, Qianfan
];

/** @param code the provider's `code` or `type`, where it gave one. */
export function isContextTooLong(message: string, code: string | undefined): boolean {
  if (code !== undefined && CODES.has(code)) return true;
  return WORDINGS.some((wording) => wording.test(message));
}
