/** Anthropic's Messages API, and the servers that speak it too. */
import { ANTHROPIC_VERSION, THINKING_BINDING, WIRE_PATHS } from '../../../../shared/models/model-test-codes.ts';
import type { Wire } from '../wire.ts';
import { AnthropicReader } from './reader.ts';
import { anthropicBody, bindsThinking } from './request.ts';

export const anthropicWire: Wire = {
  name: 'anthropic',
  path: WIRE_PATHS.anthropic,
  headers: (apiKey, model): Readonly<Record<string, string>> => ({
    'anthropic-version': ANTHROPIC_VERSION,
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...(bindsThinking(model) ? { 'anthropic-beta': THINKING_BINDING } : {}),
  }),
  conversation: 'messages',
  body: anthropicBody,
  reader: (onDelta) => new AnthropicReader(onDelta),
};
