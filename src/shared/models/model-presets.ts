/** The usual providers and local servers, for the settings screen and for recognising a pasted key. */

export interface ModelPreset {
  readonly id: string;
  readonly name: { readonly en: string; readonly zh: string };
  readonly baseUrl: string;
  /** Examples that can call tools, the best first guess first. Each is in the table of models (`models/models.json`). */
  readonly models: readonly string[];
  /** False for a server on the person's own machine. */
  readonly needsKey: boolean;
  /** Page to create a key, or for a local server to get the program. */
  readonly website: string;
  /** Prefix of its keys, if it distinguishes the provider. */
  readonly keyPrefix?: string;
}

const PRESETS: readonly Omit<ModelPreset, 'needsKey'>[] = [
  {
    id: 'openai',
    name: { en: 'OpenAI', zh: 'OpenAI' },
    baseUrl: 'https://api.openai.com/v1',
    models: ['gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-6-luna'],
    website: 'https://platform.openai.com/api-keys',
    keyPrefix: 'sk-proj-',
  },
  {
    id: 'anthropic',
    name: { en: 'Anthropic (Claude)', zh: 'Anthropic（Claude）' },
    baseUrl: 'https://api.anthropic.com/v1',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
    website: 'https://console.anthropic.com/settings/keys',
    keyPrefix: 'sk-ant-',
  },
  {
    id: 'gemini',
    name: { en: 'Google Gemini', zh: 'Google Gemini' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    models: ['gemini-3.8-flash', 'gemini-4-argon', 'gemini-3.1-pro-preview'],
    website: 'https://aistudio.google.com/apikey',
    keyPrefix: 'AIza',
  },
  {
    id: 'deepseek',
    name: { en: 'DeepSeek', zh: '深度求索 DeepSeek' },
    baseUrl: 'https://api.deepseek.com/v1',
    models: ['deepseek-flash', 'deepseek-v4-pro'],
    website: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'dashscope',
    name: { en: 'Qwen (Alibaba Cloud Model Studio)', zh: '通义千问（阿里云百炼）' },
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    models: ['qwen3.7-plus', 'qwen3.8-max', 'qwen3.8-flash'],
    website: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
  },
  {
    id: 'moonshot',
    name: { en: 'Moonshot AI (Kimi)', zh: '月之暗面 Kimi' },
    baseUrl: 'https://api.moonshot.cn/v1',
    models: ['kimi-k3.1-pro', 'kimi-k3', 'kimi-k2.6'],
    website: 'https://platform.moonshot.cn/console/api-keys',
  },
  {
    id: 'zhipu',
    name: { en: 'Zhipu AI (GLM)', zh: '智谱 GLM' },
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    models: ['glm-5.3', 'glm-5.3-flash', 'glm-4.7'],
    website: 'https://open.bigmodel.cn/usercenter/apikeys',
  },
  {
    id: 'siliconflow',
    name: { en: 'SiliconFlow', zh: '硅基流动' },
    baseUrl: 'https://api.siliconflow.cn/v1',
    models: ['deepseek-ai/DeepSeek-V4.1-Flash', 'zai-org/GLM-5.3', 'Qwen/Qwen3.6-27B'],
    website: 'https://cloud.siliconflow.cn/account/ak',
  },
  {
    id: 'openrouter',
    name: { en: 'OpenRouter', zh: 'OpenRouter' },
    baseUrl: 'https://openrouter.ai/api/v1',
    models: ['anthropic/claude-sonnet-5.5', 'openai/gpt-6.1-terra', 'google/gemini-3.8-flash'],
    website: 'https://openrouter.ai/settings/keys',
    keyPrefix: 'sk-or-',
  },
  {
    id: 'ollama',
    name: { en: 'Ollama (this computer)', zh: 'Ollama（本机）' },
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: ['gpt-oss', 'qwen3', 'llama3.1'],
    website: 'https://ollama.com/download',
  },
  {
    id: 'lm-studio',
    name: { en: 'LM Studio (this computer)', zh: 'LM Studio（本机）' },
    baseUrl: 'http://127.0.0.1:1234/v1',
    models: ['openai/gpt-oss-20b', 'qwen/qwen3-8b'],
    website: 'https://lmstudio.ai/download',
  },
  {
    id: 'llama-cpp',
    name: { en: 'llama.cpp (this computer)', zh: 'llama.cpp（本机）' },
    baseUrl: 'http://127.0.0.1:8080/v1',
    models: ['default'],
    website: 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server',
  },
  {
    id: 'vllm',
    name: { en: 'vLLM (this computer)', zh: 'vLLM（本机）' },
    baseUrl: 'http://127.0.0.1:8000/v1',
    models: ['Qwen/Qwen3-8B'],
    website: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  },
];

export const MODEL_PRESETS: readonly ModelPreset[] = PRESETS.map((preset) => ({
  ...preset,
  needsKey: !preset.baseUrl.startsWith('http://127.0.0.1:'),
}));

/** The provider that a key certainly belongs to; many share the plain `sk-`. */
export function presetOfKey(key: string): ModelPreset | undefined {
  const text = key.trim();
  return MODEL_PRESETS.find(({ keyPrefix }) => keyPrefix !== undefined && text.startsWith(keyPrefix));
}

/** The preset of an address as stored in the settings. */
export function presetOfUrl(baseUrl: string): ModelPreset | undefined {
  const bare = (url: string) => url.trim().replace(/\/+$/, '').replace('//localhost', '//127.0.0.1').toLowerCase();
  return MODEL_PRESETS.find((preset) => bare(preset.baseUrl) === bare(baseUrl));
}
