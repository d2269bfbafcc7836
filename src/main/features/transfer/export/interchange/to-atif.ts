/** ATIF, Harbor's Agent Trajectory Interchange Format. https://github.com/laude-institute/harbor (docs/rfcs/0001-trajectory-format.md) */
import type { Usage } from '../../../../../shared/events.ts';
import type { Conversation, Said } from './conversation.ts';

const SCHEMA = 'ATIF-v1.4';

interface Step {
  readonly timestamp: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  readonly [field: string]: unknown;
}

/** @param version of this app. */
export function toAtif({ session, model, system, tools, said, leftOut }: Conversation, version: string): string {
  const steps: Step[] = [];
  const [first] = said;
  if (system !== '') steps.push({ timestamp: first?.at ?? '', source: 'system', message: system });
  for (const one of said) {
    if (one.role === 'user') steps.push({ timestamp: one.at, source: 'user', message: one.text });
    else if (one.role === 'agent') steps.push(agentStep(one));
    else if (!observe(steps, one)) leftOut.add('result-without-call');
  }
  // The format has no place for the names that results repeat, nor for the offered tools before version 1.5.
  leftOut.add('tool-definition', tools.length);
  const usages = said.flatMap((one) => (one.role === 'agent' && one.usage !== undefined ? [one.usage] : []));
  const sum = (pick: (usage: Usage) => number) => usages.reduce((total, usage) => total + pick(usage), 0);
  return `${JSON.stringify(
    {
      schema_version: SCHEMA,
      session_id: session,
      agent: { name: 'skilldeck', version, model_name: model },
      steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
      final_metrics: {
        total_prompt_tokens: sum(({ promptTokens }) => promptTokens),
        total_completion_tokens: sum(({ completionTokens }) => completionTokens),
        total_cached_tokens: sum(({ cachedPromptTokens }) => cachedPromptTokens ?? 0),
        total_steps: steps.length,
      },
    },
    null,
    2,
  )}\n`;
}

function agentStep({ at, text, reasoning, calls, model, usage }: Extract<Said, { role: 'agent' }>): Step {
  return {
    timestamp: at,
    source: 'agent',
    model_name: model,
    message: text,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: given }) => ({
            tool_call_id: id,
            function_name: name,
            arguments: parsed(given),
          })),
        }),
    ...(usage === undefined
      ? {}
      : {
          metrics: {
            prompt_tokens: usage.promptTokens,
            completion_tokens: usage.completionTokens,
            ...(usage.cachedPromptTokens === undefined ? {} : { cached_tokens: usage.cachedPromptTokens }),
          },
        }),
  };
}

/** A result belongs to the step that asked for it. @returns false where none did. */
function observe(steps: Step[], { callId, text }: Extract<Said, { role: 'tool' }>): boolean {
  const at = steps.findLastIndex(({ tool_calls: calls }) =>
    (Array.isArray(calls) ? calls : []).some((call: { tool_call_id?: unknown }) => call.tool_call_id === callId),
  );
  const step = steps[at];
  if (step === undefined) return false;
  const before = (step.observation as { readonly results: readonly unknown[] } | undefined)?.results ?? [];
  steps[at] = { ...step, observation: { results: [...before, { source_call_id: callId, content: text }] } };
  return true;
}

/** The format wants an object; arguments that are none stay readable. */
function parsed(given: string): unknown {
  try {
    const value: unknown = JSON.parse(given);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // Written wrongly by the model.
  }
  return { arguments: given };
}
