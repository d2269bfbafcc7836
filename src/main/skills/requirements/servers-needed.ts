/** MCP servers that a skill says it uses: `metadata.mcp`, or tools of theirs in `allowed-tools`. Only a request. */
import { serverOfPattern } from '../../../shared/mcp.ts';
import type { SkillSummary } from '../types.ts';

export interface NeededServer {
  /** Name as the skill writes it. */
  readonly server: string;
  /** Patterns of the tools' names; those of one server, `mcp__calendar__*` for all. */
  readonly tools: readonly string[];
}

/** Keys of `metadata`, without regard to case, `_` and `-`. */
const KEYS = new Set(['mcp', 'mcpserver', 'mcpservers', 'requiresmcp', 'requiresmcpserver', 'requiresmcpservers']);
const ALL: readonly string[] = ['*'];

export function serversNeeded({ metadata, allowedTools }: Pick<SkillSummary, 'metadata' | 'allowedTools'>) {
  const found = new Map<string, readonly string[]>();
  for (const pattern of allowedTools) {
    const server = serverOfPattern(pattern);
    if (server === undefined) continue;
    const whole = pattern.endsWith(server) ? ALL : [pattern];
    found.set(server, [...(found.get(server) ?? []), ...whole]);
  }
  for (const [key, value] of Object.entries(metadata)) {
    if (!KEYS.has(key.toLowerCase().replaceAll(/[-_.]/g, ''))) continue;
    const names = value.split(',').map((name) => name.trim());
    for (const name of names) if (name !== '') found.set(name, found.get(name) ?? ALL);
  }
  return [...found].map(([server, tools]): NeededServer => ({ server, tools }));
}
