import type { ApprovalNeed } from '../../agent/ports.ts';

const NEVER = 'Not run: calls to MCP servers are switched off in this session (--approve never).';

export const NEVER_SERVERS: ApprovalNeed = { kind: 'refused', message: NEVER, refusal: { code: 'servers-off' } };
