import type { Dialect } from '../../shared/events.ts';
import { type DialectPrompt, omni } from './dialects.ts';
import { agentCore, agentscope, standard, trpc } from './more-dialects.ts';

export const DIALECT_PROMPTS: Readonly<Record<Dialect, DialectPrompt>> = {
  omni,
  trpc,
  'agent-core': agentCore,
  agentscope,
  standard,
};
