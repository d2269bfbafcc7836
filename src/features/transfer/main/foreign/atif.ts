/** ATIF, Harbor's Agent Trajectory Interchange Format. https://github.com/laude-institute/harbor (docs/rfcs/0001-trajectory-format.md) */
import { refuse } from '../../../../main/store/log-intake.ts';
import {
  argumentsOf,
  countIn,
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  Messages,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
  wordsOf,
} from './format.ts';

const isTrajectory = (value: unknown): value is Raw =>
  isObject(value) && /^ATIF-v1\.\d+$/.test(String(value.schema_version)) && Array.isArray(value.steps);

function readOne(trajectory: Raw): ForeignTranscript {
  const [messages, leftOut] = [new Messages(), new LeftOut()];
  const agent = isObject(trajectory.agent) ? trajectory.agent : {};
  for (const [index, step] of (trajectory.steps as unknown[]).entries()) {
    if (!isObject(step)) refuse('foreign-step', { n: index + 1 });
    const at = timeOf(step);
    const when = at === undefined ? {} : { at };
    const text = wordsOf(step.message, leftOut);
    if (step.source === 'user' || step.source === 'system') messages.add({ role: step.source, text, ...when });
    else if (step.source === 'agent') {
      const metrics = isObject(step.metrics) ? step.metrics : undefined;
      const cached = countIn(metrics?.cached_tokens);
      const [reasoning, model] = [textIn(step.reasoning_content), textIn(step.model_name)];
      messages.answer(
        {
          text,
          calls: objectsIn(Array.isArray(step.tool_calls) ? step.tool_calls : []).map((call) => ({
            id: textIn(call.tool_call_id) ?? '',
            name: textIn(call.function_name) ?? '',
            arguments: argumentsOf(call.arguments),
          })),
          ...(reasoning === undefined ? {} : { reasoning }),
          ...(model === undefined ? {} : { model }),
          ...(metrics === undefined
            ? {}
            : {
                usage: {
                  promptTokens: countIn(metrics.prompt_tokens),
                  completionTokens: countIn(metrics.completion_tokens),
                  ...(cached === 0 ? {} : { cachedPromptTokens: cached }),
                },
              }),
          ...when,
        },
        false,
      );
    } else leftOut.add(String(step.source ?? 'step'));
    const results =
      isObject(step.observation) && Array.isArray(step.observation.results) ? step.observation.results : [];
    for (const { source_call_id, content } of objectsIn(results)) {
      messages.add({
        role: 'tool',
        callId: textIn(source_call_id) ?? '',
        name: '',
        text: wordsOf(content, leftOut),
        ...when,
      });
    }
  }
  return {
    messages: messages.list,
    tools: Array.isArray(agent.tool_definitions) ? agent.tool_definitions : [],
    model: textIn(agent.model_name),
    title: textIn(trajectory.session_id),
    at: undefined,
    leftOut,
  };
}

export const atif: Format = {
  name: 'atif',
  recognises: ({ values }) => values.flat().some(isTrajectory),
  read: ({ values }) => values.flat().filter(isTrajectory).map(readOne),
};
