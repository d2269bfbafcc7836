/** The wires by name. */
import type { Wire as WireName } from '../../../shared/events.ts';
import { chatWire } from './chat/index.ts';
import type { Wire } from './wire.ts';

export const WIRE: Readonly<Record<WireName, Wire>> = {
  chat: chatWire,
  responses: chatWire,
  anthropic: chatWire,
};
