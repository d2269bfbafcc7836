/** `gen_ai.provider.name` and the server of an endpoint, by OpenTelemetry's list of well-known providers. */
import type { Route } from '../../../shared/events.ts';
import type { Attributes } from './span.ts';

/** Ends of host names. */
const PROVIDERS: readonly (readonly [string, string])[] = [
  ['openai.azure.com', 'azure.ai.openai'],
  ['services.ai.azure.com', 'azure.ai.inference'],
  ['api.openai.com', 'openai'],
  ['anthropic.com', 'anthropic'],
  ['amazonaws.com', 'aws.bedrock'],
  ['cohere.com', 'cohere'],
  ['deepseek.com', 'deepseek'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['groq.com', 'groq'],
  ['mistral.ai', 'mistral_ai'],
  ['moonshot.ai', 'moonshot_ai'],
  ['moonshot.cn', 'moonshot_ai'],
  ['perplexity.ai', 'perplexity'],
  ['x.ai', 'x_ai'],
];
/** Provider of the model that answers offline. */
const DEMO = 'skilldeck';

/** An unknown host gets the provider whose protocol it speaks. */
export function providerOf({ wire, endpoint }: Pick<Route, 'wire' | 'endpoint'>): string {
  if (endpoint === '') return DEMO;
  const host = URL.parse(endpoint)?.hostname ?? '';
  const known = PROVIDERS.find(([end]) => host === end || host.endsWith(`.${end}`));
  return known?.[1] ?? (wire === 'anthropic' ? 'anthropic' : 'openai');
}

export function serverOf(endpoint: string): Attributes {
  const url = URL.parse(endpoint);
  if (url === null) return {};
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { 'server.address': url.hostname.replace(/^\[(.*)\]$/, '$1'), 'server.port': port };
}

/** Parameters of the request that the conventions name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  temperature: 'gen_ai.request.temperature',
  top_p: 'gen_ai.request.top_p',
  top_k: 'gen_ai.request.top_k',
  seed: 'gen_ai.request.seed',
  frequency_penalty: 'gen_ai.request.frequency_penalty',
  presence_penalty: 'gen_ai.request.presence_penalty',
};

export function requestAttributes(route: Route | undefined): Attributes {
  const { params = {}, maxOutput } = route ?? {};
  return {
    ...(maxOutput === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutput }),
    ...Object.fromEntries(
      Object.entries(PARAMETERS).flatMap(([name, attribute]) => {
        const value = Object.hasOwn(params, name) ? params[name] : undefined;
        return typeof value === 'number' ? [[attribute, value]] : [];
      }),
    ),
  };
}
