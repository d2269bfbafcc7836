import type { Dialect } from '../../../shared/events.ts';
import { agentCore } from './agent-core.ts';
import { agentscope } from './agentscope.ts';
import { omni } from './omni.ts';
import { standard } from './standard.ts';
import { trpc } from './trpc.ts';
import type { DialectPrompt } from './types.ts';

export const DIALECT_PROMPTS: Readonly<Record<Dialect, DialectPrompt>> = {
  omni,
  trpc,
  'agent-core': agentCore,
  agentscope,
  standard,
};
