/** The usual providers and local servers, for the settings screen and for recognising a pasted key. */

export interface ModelPreset {
  readonly id: string;
  readonly name: { readonly en: string; readonly zh: string };
  readonly baseUrl: string;
  /** Examples that can call tools, the best first guess at the start; what there is now, the server's own list says. */
  readonly models: readonly string[];
  readonly needsKey: boolean;
  /** Runs on the person's own machine. */
  readonly local: boolean;
  /** Where a key is made, or for a local server where the program comes from. */
  readonly website: string;
  /** With which its keys begin, where that tells it from the others. */
  readonly keyPrefix?: string;
}

export const MODEL_PRESETS: readonly ModelPreset[] = [
  {
    id: 'openai',
    name: { en: 'OpenAI', zh: 'OpenAI' },
    baseUrl: 'https://api.openai.com/v1',
    models: ['gpt-5-mini', 'gpt-5', 'gpt-4.1-mini'],
    needsKey: true,
    local: false,
    website: 'https://platform.openai.com/api-keys',
    keyPrefix: 'sk-proj-',
  },
  {
    // Its address for programs that speak OpenAI's protocol.
    id: 'anthropic',
    name: { en: 'Anthropic (Claude)', zh: 'Anthropic（Claude）' },
    baseUrl: 'https://api.anthropic.com/v1',
    models: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'],
    needsKey: true,
    local: false,
    website: 'https://console.anthropic.com/settings/keys',
    keyPrefix: 'sk-ant-',
  },
  {
    id: 'gemini',
    name: { en: 'Google Gemini', zh: 'Google Gemini' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    models: ['gemini-2.5-flash', 'gemini-2.5-pro'],
    needsKey: true,
    local: false,
    website: 'https://aistudio.google.com/apikey',
    keyPrefix: 'AIza',
  },
  {
    id: 'deepseek',
    name: { en: 'DeepSeek', zh: '深度求索 DeepSeek' },
    baseUrl: 'https://api.deepseek.com/v1',
    models: ['deepseek-chat', 'deepseek-reasoner'],
    needsKey: true,
    local: false,
    website: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'dashscope',
    name: { en: 'Qwen (Alibaba Cloud Model Studio)', zh: '通义千问（阿里云百炼）' },
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    models: ['qwen-plus', 'qwen-max', 'qwen-flash'],
    needsKey: true,
    local: false,
    website: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
  },
  {
    id: 'moonshot',
    name: { en: 'Moonshot AI (Kimi)', zh: '月之暗面 Kimi' },
    baseUrl: 'https://api.moonshot.cn/v1',
    models: ['kimi-k2-turbo-preview', 'kimi-latest', 'moonshot-v1-32k'],
    needsKey: true,
    local: false,
    website: 'https://platform.moonshot.cn/console/api-keys',
  },
  {
    id: 'zhipu',
    name: { en: 'Zhipu AI (GLM)', zh: '智谱 GLM' },
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    models: ['glm-4.6', 'glm-4.5-air', 'glm-4.5-flash'],
    needsKey: true,
    local: false,
    website: 'https://open.bigmodel.cn/usercenter/apikeys',
  },
  {
    id: 'siliconflow',
    name: { en: 'SiliconFlow', zh: '硅基流动' },
    baseUrl: 'https://api.siliconflow.cn/v1',
    models: ['deepseek-ai/DeepSeek-V3', 'Qwen/Qwen3-32B', 'zai-org/GLM-4.5'],
    needsKey: true,
    local: false,
    website: 'https://cloud.siliconflow.cn/account/ak',
  },
  {
    id: 'openrouter',
    name: { en: 'OpenRouter', zh: 'OpenRouter' },
    baseUrl: 'https://openrouter.ai/api/v1',
    models: ['anthropic/claude-sonnet-4.5', 'openai/gpt-5-mini', 'google/gemini-2.5-flash'],
    needsKey: true,
    local: false,
    website: 'https://openrouter.ai/settings/keys',
    keyPrefix: 'sk-or-',
  },
  {
    id: 'ollama',
    name: { en: 'Ollama (this computer)', zh: 'Ollama（本机）' },
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: ['qwen3', 'llama3.1', 'gpt-oss'],
    needsKey: false,
    local: true,
    website: 'https://ollama.com/download',
  },
  {
    id: 'lm-studio',
    name: { en: 'LM Studio (this computer)', zh: 'LM Studio（本机）' },
    baseUrl: 'http://127.0.0.1:1234/v1',
    models: ['qwen/qwen3-8b', 'openai/gpt-oss-20b'],
    needsKey: false,
    local: true,
    website: 'https://lmstudio.ai/download',
  },
  {
    id: 'llama-cpp',
    name: { en: 'llama.cpp (this computer)', zh: 'llama.cpp（本机）' },
    baseUrl: 'http://127.0.0.1:8080/v1',
    models: ['default'],
    needsKey: false,
    local: true,
    website: 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server',
  },
  {
    id: 'vllm',
    name: { en: 'vLLM (this computer)', zh: 'vLLM（本机）' },
    baseUrl: 'http://127.0.0.1:8000/v1',
    models: ['Qwen/Qwen3-8B'],
    needsKey: false,
    local: true,
    website: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  },
];

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
