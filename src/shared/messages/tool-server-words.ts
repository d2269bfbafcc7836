/** States of an MCP server in words: the same in window, terminal and export. */
import type { EventOf } from '../events.ts';
import type { LEFT_OUT, McpFault } from '../mcp-faults.ts';
import type { Translate } from './types.ts';
import { withReason } from './value-fault.ts';

/** `why` of the reason, in this language, for the `message` that was stored in English. */
export function faultWords(t: Translate, { code, values }: McpFault): string {
  const { why, ...others } = withReason(t, values);
  return t(`mcp.fault.${code}`, why === undefined ? others : { ...others, why, message: why });
}

/** A line for each tool that is not offered, and one for those whose schema was repaired. */
export function leftOutLines(
  t: Translate,
  {
    leftOut,
    repaired,
  }: { leftOut: readonly { tool: string; why: (typeof LEFT_OUT)[number] }[]; repaired: readonly { tool: string }[] },
): readonly string[] {
  const tools = repaired.map(({ tool }) => tool).join(', ');
  return [
    ...leftOut.map(({ tool, why }) => t(`mcp.leftOut.${why}`, { tool })),
    ...(tools === '' ? [] : [t('mcp.repaired', { tools })]),
  ];
}

type ToolServerNews = Pick<EventOf<'tool-server-changed'>, 'server' | 'state' | 'tools' | 'fault'>;

export function toolServerWords(t: Translate, { server, state, tools = 0, fault }: ToolServerNews): string {
  const why = fault === undefined ? '' : faultWords(t, fault);
  return t(`mcp.event.${state}`, { server, why, count: tools });
}
