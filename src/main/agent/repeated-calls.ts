/** Notices a model that repeats itself: the same call with the same arguments and the same result, no other between. */
import type { ToolCall } from '../../shared/events.ts';
import { type ExplainedFailure, failedFor } from '../../shared/messages/run-failure.ts';
import type { ToolResult } from './ports.ts';

/** The result says so from here on (CONTRACT §9). */
const WARN_AT = 3;
/** The run ends. */
const END_AT = 5;

export interface RepeatedCalls {
  /** Takes a call's result in; @returns it with a note where it repeats, and whether the run has to end. */
  next(call: ToolCall, result: ToolResult): { readonly result: ToolResult; readonly isLoop: boolean };
}

export function createRepeatedCalls(): RepeatedCalls {
  let last = '';
  let times = 0;
  return {
    next(call, result) {
      const key = JSON.stringify([call.name, canonical(call.arguments), result.ok, comparable(result.content)]);
      times = key === last ? times + 1 : 1;
      last = key;
      if (times < WARN_AT) return { result, isLoop: false };
      const note = `(This call was made ${times} times in a row with the same arguments and the same result. Do something else: at ${END_AT} the run ends.)`;
      return { result: { ...result, content: `${result.content}\n\n${note}` }, isLoop: times >= END_AT };
    },
  };
}

export const loopFailure = (name: string): ExplainedFailure =>
  failedFor({ reason: 'loop', figures: { name, times: END_AT } });

/** Arguments with their keys in order: the same values written otherwise are the same call. */
function canonical(json: string): unknown {
  try {
    return sorted(JSON.parse(json));
  } catch {
    return json;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Ignores run times when comparing results. */
const comparable = (content: string): string => content.replace(/"duration_ms":\s*\d+(\.\d+)?/g, '"duration_ms":0');
