import type { Wire } from '../events.ts';

// Protocol facts that the screen shows too: the path of each wire, and Anthropic's headers besides the key.

/** Below the base address. */
export const WIRE_PATHS: Readonly<Record<Wire, string>> = {
  chat: '/chat/completions',
  responses: '/responses',
  anthropic: '/messages',
};

export const ANTHROPIC_VERSION = '2023-06-01';
/** Value of `anthropic-beta` that lets a request choose how to treat thinking whose prefix has changed. */
export const THINKING_BINDING = 'thinking-binding-controls-2026-08-01';

/** Results of a model connection test (`ModelTest.code`); the screen has texts for each in each language. */
export const MODEL_TEST_CODES = [
  'ok',
  'bad-address',
  /** The server is there, one path further: the message names the right address. */
  'needs-v1',
  /** Something answers, but not as an OpenAI-compatible server. */
  'not-openai',
  /** No model was named; `models` lists what there is. */
  'no-model',
  /** The message names the nearest ones. */
  'model-unknown',
  /** The model answers in words, or its server refuses tools, which skills need. */
  'no-tools',
  /** The model calls tools on another wire: `otherWire` names it. */
  'other-wire',
  'unreachable',
  'timeout',
  'answer-stalled',
  'answer-too-large',
  'rate-limited',
  'server-error',
  'unauthorized',
  'not-found',
  'bad-request',
  'context-too-long',
  'redirected',
  'cut-off',
  'content-filter',
] as const;

export type ModelTestCode = (typeof MODEL_TEST_CODES)[number];

/** Test steps in order; the test stops at the first failure. */
export const MODEL_TEST_STEPS = ['address', 'list', 'tool-call', 'answer', 'usage'] as const;
export type ModelTestStep = (typeof MODEL_TEST_STEPS)[number];
