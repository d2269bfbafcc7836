/** A skill's wish to use an MCP server that is off: asked for once, then the server serves it while it is loaded. */
import { GRANT_SPANS } from '../../../shared/approvals/approval-facts.ts';
import type { ApprovalNeed, ToolResult } from '../../agent/ports.ts';
import { NO_ACCESS } from '../approval/approval-detail.ts';
import type { GrantSeed } from '../approval/grants.ts';
import { noes } from '../shell/judged-call.ts';
import type { ReadyCall, ServerWish, ToolContext } from '../types.ts';
import { NEVER_SERVERS } from './never-servers.ts';

export function readyWish(wish: ServerWish, context: ToolContext): ReadyCall {
  const { host, grants, servers } = context;
  const { server, skill, grantKey } = wish;
  const seed = (key: string): GrantSeed => ({ key, what: 'needs', label: `MCP ${server}`, skill });
  return {
    async approval(): Promise<ApprovalNeed | ToolResult> {
      if (grantKey === undefined) return missing(wish);
      const mode = host.approve?.() ?? host.state().approve;
      if (mode === 'never') return NEVER_SERVERS;
      if (mode === 'auto' || grants.has(grantKey)) return { kind: 'allowed' };
      return askFor(wish, grantKey, context);
    },
    remember(decision) {
      if (grantKey !== undefined) grants.remember(seed(grantKey), decision);
    },
    async execute(signal) {
      if (grantKey === undefined) return missing(wish);
      // An approval to this one call holds for this conversation: there is nothing else that it could be for.
      if (!grants.has(grantKey)) grants.remember(seed(grantKey), 'session');
      await servers?.connect(host.state(), signal, true);
      const fault = servers?.fault(host.state().environment, server);
      if (fault !== undefined) return { ok: false, content: `MCP server "${server}": ${fault} Go on without it.` };
      return { ok: true, content: `MCP server "${server}" is connected. Its tools are there from now on.` };
    },
  };
}

const missing = ({ server, skill }: ServerWish): ToolResult => ({
  ok: false,
  content: `There is no MCP server "${server}" here, which the skill ${skill} uses. Only the person can add it (Settings, MCP servers, or skilldeck mcp add ${server}). Go on without it, or tell them.`,
});

async function askFor(wish: ServerWish, key: string, { runner }: ToolContext): Promise<ApprovalNeed> {
  const { server, skill, host, sandbox } = wish;
  const kind = host !== undefined || !sandbox ? 'none' : (await runner.sandbox()).kind;
  return {
    kind: 'ask',
    action: 'call-tool',
    detail: {
      skill,
      reason: `The skill ${skill} wants to use the MCP server "${server}", which is off.`,
      needsPerson: false,
      facts: {
        ...NO_ACCESS,
        subject: 'tool',
        skill,
        server: { name: server, ...(host === undefined ? {} : { host }), claims: 'none' },
        thirdParty: true,
        sandbox: kind,
        network: host === undefined && kind !== 'none' ? 'none' : 'open',
        offers: [...GRANT_SPANS],
        keys: [key],
      },
    },
    ...noes(false),
  };
}
