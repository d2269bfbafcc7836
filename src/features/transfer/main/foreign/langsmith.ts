/** LangSmith's runs as its API exports them; messages in the forms that LangChain has written over time. */

import { refuse } from '../../../../main/store/log-intake.ts';
import type { Usage } from '../../../../shared/events.ts';
import {
  argumentsOf,
  conversationOf,
  countIn,
  exchangeOf,
  type ForeignMessage,
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  objectsIn,
  type Raw,
  textIn,
} from './format.ts';

const isRun = (value: unknown): value is Raw =>
  isObject(value) && typeof value.run_type === 'string' && (isObject(value.inputs) || isObject(value.outputs));

/** `HumanMessage` of a constructor, `human` of a type, `user` of a role. */
function roleOf(message: Raw, fields: Raw): string {
  const className = Array.isArray(message.id) ? String(message.id.at(-1)) : '';
  const named = className.replace(/Message(?:Chunk)?$/, '').toLowerCase();
  return named === '' || message.lc === undefined ? String(fields.role ?? fields.type ?? message.type ?? '') : named;
}

function words(content: unknown, leftOut: LeftOut): string {
  if (typeof content === 'string') return content;
  return objectsIn(Array.isArray(content) ? content : [])
    .map((part) => {
      if (typeof part.text === 'string') return part.text;
      if (part.type === 'tool_use' || part.type === 'thinking') return '';
      leftOut.add(String(part.type ?? 'part'));
      return `[${String(part.type ?? 'part')}]`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

function callsOf(fields: Raw): { id: string; name: string; arguments: string }[] {
  const extra = isObject(fields.additional_kwargs) ? fields.additional_kwargs : {};
  const own = Array.isArray(fields.tool_calls) && fields.tool_calls.length > 0 ? fields.tool_calls : extra.tool_calls;
  return objectsIn(Array.isArray(own) ? own : []).map((call) => {
    const called = isObject(call.function) ? call.function : call;
    return {
      id: textIn(call.id) ?? '',
      name: textIn(called.name) ?? '',
      arguments: argumentsOf(called.arguments ?? called.args),
    };
  });
}

function readMessage(message: Raw, leftOut: LeftOut): ForeignMessage[] {
  const fields = isObject(message.kwargs) ? message.kwargs : isObject(message.data) ? message.data : message;
  const text = words(fields.content, leftOut);
  switch (roleOf(message, fields)) {
    case 'system':
    case 'developer':
      return [{ role: 'system', text }];
    case 'human':
    case 'user':
      return [{ role: 'user', text }];
    case 'ai':
    case 'assistant': {
      const usage = isObject(fields.usage_metadata) ? fields.usage_metadata : undefined;
      const thought = objectsIn(Array.isArray(fields.content) ? fields.content : [])
        .flatMap(({ thinking }) => textIn(thinking) ?? [])
        .join('\n');
      return [
        {
          role: 'assistant',
          text,
          calls: callsOf(fields),
          ...(thought === '' ? {} : { reasoning: thought }),
          ...(usage === undefined
            ? {}
            : { usage: { promptTokens: countIn(usage.input_tokens), completionTokens: countIn(usage.output_tokens) } }),
        },
      ];
    }
    case 'tool':
    case 'function': {
      const failed = fields.status === 'error' ? { failed: true } : {};
      return [
        { role: 'tool', callId: textIn(fields.tool_call_id) ?? '', name: textIn(fields.name) ?? '', text, ...failed },
      ];
    }
    default:
      leftOut.add(roleOf(message, fields) || 'message');
      return [];
  }
}

/** Messages are a list, or a list of lists with one batch in it. */
function asked({ inputs }: Raw, leftOut: LeftOut): ForeignMessage[] {
  if (!isObject(inputs)) return [];
  if (Array.isArray(inputs.messages))
    return objectsIn(inputs.messages.flat()).flatMap((one) => readMessage(one, leftOut));
  const prompt = Array.isArray(inputs.prompts) ? inputs.prompts.map(String).join('\n') : (textIn(inputs.input) ?? '');
  return prompt === '' ? [] : [{ role: 'user', text: prompt }];
}

function answered({ outputs }: Raw, leftOut: LeftOut): ForeignMessage[] {
  if (!isObject(outputs)) return [];
  if (Array.isArray(outputs.generations)) {
    return objectsIn(outputs.generations.flat())
      .slice(0, 1)
      .flatMap((generation) =>
        isObject(generation.message)
          ? readMessage(generation.message, leftOut)
          : [{ role: 'assistant' as const, text: String(generation.text ?? ''), calls: [] }],
      );
  }
  const first = objectsIn(Array.isArray(outputs.choices) ? outputs.choices : [])[0];
  if (isObject(first?.message)) return readMessage(first.message, leftOut);
  if (Array.isArray(outputs.messages))
    return objectsIn(outputs.messages.flat()).flatMap((one) => readMessage(one, leftOut));
  return isObject(outputs.output) ? readMessage(outputs.output, leftOut) : [];
}

function modelOf({ extra, outputs }: Raw): string | undefined {
  const metadata = isObject(extra) && isObject(extra.metadata) ? extra.metadata : {};
  const params = isObject(extra) && isObject(extra.invocation_params) ? extra.invocation_params : {};
  const llm = isObject(outputs) && isObject(outputs.llm_output) ? outputs.llm_output : {};
  return textIn(metadata.ls_model_name) ?? textIn(params.model) ?? textIn(params.model_name) ?? textIn(llm.model_name);
}

/** LangSmith writes UTC, often without saying so, or milliseconds. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(typeof value === 'number' || /[zZ]$|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Usage of the run, or of its answer. */
function usageOf({ prompt_tokens, completion_tokens, outputs }: Raw): Usage | undefined {
  if (prompt_tokens != null)
    return { promptTokens: countIn(prompt_tokens), completionTokens: countIn(completion_tokens) };
  const usage = isObject(outputs) && isObject(outputs.usage_metadata) ? outputs.usage_metadata : undefined;
  return usage && { promptTokens: countIn(usage.input_tokens), completionTokens: countIn(usage.output_tokens) };
}

function readTrace(runs: readonly Raw[]): ForeignTranscript {
  const leftOut = new LeftOut();
  const sorted = runs.toSorted((a, b) => (String(a.start_time) < String(b.start_time) ? -1 : 1));
  const models = sorted.filter(({ run_type }) => run_type === 'llm');
  const told = models.length > 0 ? models : sorted.filter(({ parent_run_id }) => parent_run_id == null);
  leftOut.add('run', sorted.length - told.length);
  const exchanges = told.map((run) => {
    const [from, to, model] = [timeOf(run.start_time), timeOf(run.end_time), modelOf(run)];
    return exchangeOf({
      asked: asked(run, leftOut),
      answered: answered(run, leftOut),
      from,
      to,
      model,
      usage: usageOf(run),
    });
  });
  const root = sorted.find(({ parent_run_id }) => parent_run_id == null) ?? sorted[0];
  return {
    messages: conversationOf(exchanges),
    tools: [],
    model: told.map(modelOf).find((model) => model !== undefined),
    title: textIn(root?.name),
    at: timeOf(root?.start_time),
    leftOut,
  };
}

export const langsmith: Format = {
  name: 'langsmith',
  recognises: ({ values }) => values.flat().some((one) => isRun(one) || (isObject(one) && runsIn(one).some(isRun))),
  read({ values }) {
    const runs = objectsIn(values.flat()).flatMap((one) => (isRun(one) ? [one] : runsIn(one).filter(isRun)));
    const groups = Map.groupBy(runs, ({ trace_id, id }) => String(trace_id ?? id));
    const transcripts = [...groups.values()].map(readTrace).filter(({ messages }) => messages.length > 0);
    if (transcripts.length === 0) return refuse('foreign-runs');
    return transcripts;
  },
};

/** An export's list, or a batch as it is sent: runs that begin, and what ended since. */
function runsIn({ runs, post, patch }: Raw): readonly unknown[] {
  if (Array.isArray(runs)) return runs;
  if (!Array.isArray(post)) return [];
  const ended = new Map(objectsIn(Array.isArray(patch) ? patch : []).map((run) => [keyOf(run), run]));
  return objectsIn(post).map((run) => ({ ...run, ...ended.get(keyOf(run)) }));
}

const keyOf = ({ dotted_order, id }: Raw): unknown => dotted_order ?? id;
