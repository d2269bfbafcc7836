import type { Wire as WireName } from '../../../shared/events.ts';
import { anthropicWire } from './anthropic.ts';
import { chatWire } from './chat.ts';
import { responsesWire } from './responses.ts';
import type { Wire } from './wire.ts';

export const WIRE: Readonly<Record<WireName, Wire>> = {
  chat: chatWire,
  responses: responsesWire,
  anthropic: anthropicWire,
};
