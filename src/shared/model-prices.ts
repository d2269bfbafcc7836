/** What models cost, where the person's own table does not say otherwise. */
import type { Price, PriceTable } from './context-views.ts';

const price = (input: number, cachedInput: number | undefined, output: number): Price =>
  cachedInput === undefined ? { input, output } : { input, cachedInput, output };

/**
 * US dollars for a million tokens: fresh input, input from the prompt cache, output. List prices of the standard tier and
 * the shortest prompts, as the pages named below gave them at the date beside each; surcharges for long prompts and busy
 * hours, and the price of writing to a cache, are not in them. They change: the settings go over them. A model that is
 * not here has no price, rather than a guessed one.
 */
export const MODEL_PRICES: PriceTable = {
  'skilldeck-demo': price(0, undefined, 0),

  // OpenAI, "Pricing" (developers.openai.com/api/docs/pricing), GPT-6 as of October 2026, the others as of September 2026.
  'gpt-6.1-sol': price(2, 0.1, 10),
  'gpt-6-sol': price(2, 0.2, 10),
  'gpt-6-luna': price(0.1, 0.01, 0.5),
  'gpt-6-astra': price(10, 1, 50),
  'gpt-5.6-terra': price(2, 0.2, 12),
  'gpt-5.6-luna': price(0.2, 0.02, 1.2),
  'gpt-5.4': price(2.5, 0.25, 15),
  'gpt-5.4-mini': price(0.75, 0.075, 4.5),
  'gpt-5.2': price(1.75, 0.175, 14),
  'gpt-5.1': price(1.25, 0.125, 10),
  'gpt-5': price(1.25, 0.125, 10),
  'gpt-5-chat': price(1.25, 0.125, 10),
  'gpt-5-codex': price(1.25, 0.125, 10),
  'gpt-5-mini': price(0.25, 0.025, 2),
  'gpt-5-nano': price(0.05, 0.005, 0.4),
  'gpt-5-pro': price(15, undefined, 120),
  'gpt-4.1': price(2, 0.5, 8),
  'gpt-4.1-mini': price(0.4, 0.1, 1.6),
  'gpt-4.1-nano': price(0.1, 0.025, 0.4),
  'gpt-4o': price(2.5, 1.25, 10),
  'gpt-4o-2024-05-13': price(5, undefined, 15),
  'gpt-4o-mini': price(0.15, 0.075, 0.6),
  'gpt-4-turbo': price(10, undefined, 30),
  'gpt-4-0125-preview': price(10, undefined, 30),
  'gpt-4-1106-preview': price(10, undefined, 30),
  'gpt-4': price(30, undefined, 60),
  'gpt-4-32k': price(60, undefined, 120),
  'gpt-3.5-turbo': price(0.5, undefined, 1.5),
  o1: price(15, 7.5, 60),
  'o1-mini': price(1.1, 0.55, 4.4),
  'o1-pro': price(150, undefined, 600),
  o3: price(2, 0.5, 8),
  'o3-mini': price(1.1, 0.55, 4.4),
  'o3-pro': price(20, undefined, 80),
  'o4-mini': price(1.1, 0.275, 4.4),

  // Anthropic, "Pricing" (platform.claude.com/docs/en/about-claude/pricing), as of October 2026.
  'claude-fable-5-1': price(10, 0.25, 50),
  'claude-fable-5': price(10, 1, 50),
  'claude-opus-5-5': price(4, 0.2, 20),
  'claude-opus-5': price(5, 0.5, 25),
  'claude-opus-4-8': price(5, 0.5, 25),
  'claude-opus-4-7': price(5, 0.5, 25),
  'claude-opus-4-6': price(5, 0.5, 25),
  'claude-opus-4-5': price(5, 0.5, 25),
  'claude-opus-4': price(15, 1.5, 75),
  'claude-3-opus': price(15, 1.5, 75),
  'claude-sonnet-5-5': price(2, 0.1, 10),
  'claude-sonnet-5': price(2, 0.2, 10),
  'claude-sonnet-4': price(3, 0.3, 15),
  'claude-3-7-sonnet': price(3, 0.3, 15),
  'claude-3-5-sonnet': price(3, 0.3, 15),
  'claude-haiku-5-5': price(0.1, 0.01, 0.5),
  'claude-haiku-4-5': price(1, 0.1, 5),
  'claude-3-5-haiku': price(0.8, 0.08, 4),
  'claude-3-haiku': price(0.25, 0.03, 1.25),

  // DeepSeek, "Models & Pricing" (api-docs.deepseek.com/quick_start/pricing): outside busy hours as of October 2026, and
  // the names of before as of September 2025.
  'deepseek-flash': price(0.15, 0.003, 0.6),
  'deepseek-v4-pro': price(0.66, 0.022, 1.98),
  'deepseek-chat': price(0.28, 0.028, 0.42),
  'deepseek-reasoner': price(0.28, 0.028, 0.42),

  // Alibaba Cloud Model Studio, "Model invocation pricing", international, as of November 2025.
  'qwen3-max': price(1.2, undefined, 6),
  'qwen3-coder-plus': price(1, undefined, 5),
  'qwen-max': price(1.6, undefined, 6.4),
  'qwen-plus': price(0.4, undefined, 1.2),
  'qwen-flash': price(0.05, undefined, 0.4),
  'qwen-turbo': price(0.05, undefined, 0.2),

  // Google, "Gemini Developer API pricing" (ai.google.dev/gemini-api/docs/pricing), as of December 2025.
  'gemini-3-pro': price(2, 0.2, 12),
  'gemini-2.5-pro': price(1.25, 0.125, 10),
  'gemini-2.5-flash': price(0.3, 0.03, 2.5),
  'gemini-2.5-flash-lite': price(0.1, 0.01, 0.4),
  'gemini-2.0-flash': price(0.1, 0.025, 0.4),
  'gemini-2.0-flash-lite': price(0.075, undefined, 0.3),

  // Mistral AI, "Pricing" (mistral.ai/pricing), as of November 2025.
  'mistral-large-2411': price(2, undefined, 6),
  'mistral-medium': price(0.4, undefined, 2),
  'mistral-small': price(0.1, undefined, 0.3),
  'magistral-medium': price(2, undefined, 5),
  'magistral-small': price(0.5, undefined, 1.5),
  'devstral-medium': price(0.4, undefined, 2),
  codestral: price(0.3, undefined, 0.9),
  'ministral-8b': price(0.1, undefined, 0.1),
  'ministral-3b': price(0.04, undefined, 0.04),

  // Moonshot AI, "Pricing" (platform.kimi.ai/docs/pricing): K3 as of July 2026, the others as of November 2025.
  'kimi-k3': price(3, 0.3, 15),
  'kimi-k2': price(0.6, 0.15, 2.5),
  'kimi-k2-turbo': price(1.15, 0.15, 8),
  'kimi-k2-thinking': price(0.6, 0.15, 2.5),
  'kimi-k2-thinking-turbo': price(1.15, 0.15, 8),
  'moonshot-v1-8k': price(0.2, undefined, 2),
  'moonshot-v1-32k': price(1, undefined, 3),
  'moonshot-v1-128k': price(2, undefined, 5),

  // Z.AI, "Pricing" (docs.z.ai/guides/overview/pricing): GLM-5.3 as of August 2026, the others as of May 2026.
  'glm-5.3': price(1.4, 0.26, 4.4),
  'glm-4.7': price(0.6, 0.11, 2.2),
  'glm-4.6': price(0.6, 0.11, 2.2),
  'glm-4.5': price(0.6, 0.11, 2.2),
  'glm-4.5-air': price(0.2, 0.03, 1.1),
  'glm-4.5-flash': price(0, undefined, 0),

  // xAI, "Models and Pricing" (docs.x.ai/docs/models), as of November 2025.
  'grok-4': price(3, 0.75, 15),
  'grok-4-fast': price(0.2, 0.05, 0.5),
  'grok-3': price(3, 0.75, 15),
  'grok-3-mini': price(0.3, 0.075, 0.5),
};
