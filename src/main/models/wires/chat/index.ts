/** Chat Completions: what OpenAI published first, and what nearly every other server speaks. */
import { WIRE_PATHS } from '../../../../shared/models/model-test-codes.ts';
import type { Wire } from '../wire.ts';
import { ChatReader } from './reader.ts';
import { chatBody } from './request.ts';

export const chatWire: Wire = {
  name: 'chat',
  path: WIRE_PATHS.chat,
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  conversation: 'messages',
  body: chatBody,
  reader: (onDelta) => new ChatReader(onDelta),
};
