/** Anthropic's Messages API, and the servers that speak it too. */
import type { Wire } from '../wire.ts';
import { AnthropicReader } from './reader.ts';
import { anthropicBody } from './request.ts';
import { bindsThinking } from './thinking.ts';

const VERSION = '2023-06-01';
/** Lets a request say what becomes of thinking blocks whose prefix has changed. */
const BINDING_CONTROLS = 'thinking-binding-controls-2026-08-01';

export const anthropicWire: Wire = {
  name: 'anthropic',
  path: '/messages',
  headers: (apiKey, model): Readonly<Record<string, string>> => ({
    'anthropic-version': VERSION,
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...(bindsThinking(model) ? { 'anthropic-beta': BINDING_CONTROLS } : {}),
  }),
  body: anthropicBody,
  reader: (onDelta) => new AnthropicReader(onDelta),
};
