/** Protocol facts that the screen shows too: the path of each wire, and Anthropic's headers besides the key. */
import type { Wire } from '../events.ts';

/** Below the base address. */
export const WIRE_PATHS: Readonly<Record<Wire, string>> = {
  chat: '/chat/completions',
  responses: '/responses',
  anthropic: '/messages',
};

export const ANTHROPIC_VERSION = '2023-06-01';
/** Value of `anthropic-beta` that lets a request choose how to treat thinking whose prefix has changed. */
export const THINKING_BINDING = 'thinking-binding-controls-2026-08-01';
