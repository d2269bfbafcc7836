/** LangSmith's runs as its API exports them; messages in the forms that LangChain has written over time. */

import { refuse } from '../../../../main/store/log-intake.ts';
import type { Usage } from '../../../../shared/events.ts';
import {
  conversationOf,
  exchangeOf,
  type ForeignMessage,
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  objectIn,
  objectsIn,
  type Raw,
  textIn,
  timeIn,
} from './format.ts';
import { costIn, roleIn, Story, usageIn } from './story.ts';
import { opened } from './unread.ts';

const isRun = (value: unknown): value is Raw =>
  isObject(value) && typeof value.run_type === 'string' && (isObject(value.inputs) || isObject(value.outputs));

/** `HumanMessage` of a constructor, `human` of a type, `user` of a role. */
function roleOf(message: Raw, fields: Raw): string {
  const className = Array.isArray(message.id) ? String(message.id.at(-1)) : '';
  const named = className.replace(/Message(?:Chunk)?$/, '').toLowerCase();
  return named === '' || message.lc === undefined ? String(fields.role ?? fields.type ?? message.type ?? '') : named;
}

function readMessage(message: Raw, leftOut: LeftOut): readonly ForeignMessage[] {
  const fields = [message.kwargs, message.data].find(isObject) ?? message;
  const story = new Story(leftOut);
  const role = roleIn(roleOf(message, fields));
  // Calls are in the content too, as the provider wrote them.
  const calls = objectsIn(fields.tool_calls).length > 0;
  const content = Array.isArray(fields.content)
    ? fields.content.filter((part) => !calls || !isObject(part) || part.type !== 'tool_use')
    : fields.content;
  if (!story.say(fields, { role, content })) story.skip(message, roleOf(message, fields) || 'message');
  return story.list;
}

/** Messages are a list, or a list of lists with one batch in it. */
function asked({ inputs }: Raw, leftOut: LeftOut): readonly ForeignMessage[] {
  if (!isObject(inputs)) return [];
  if (Array.isArray(inputs.messages))
    return objectsIn(inputs.messages.flat()).flatMap((one) => readMessage(one, leftOut));
  const prompt = Array.isArray(inputs.prompts) ? inputs.prompts.map(String).join('\n') : (textIn(inputs.input) ?? '');
  return prompt === '' ? [] : [{ role: 'user', text: prompt }];
}

function answered({ outputs }: Raw, leftOut: LeftOut): readonly ForeignMessage[] {
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
  const first = objectsIn(outputs.choices)[0];
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
const timeOf = (value: unknown): string | undefined =>
  timeIn(typeof value === 'string' && !/[zZ]$|[+-]\d\d:?\d\d$/.test(value) ? `${value}Z` : value);

/** Usage of the run, or of its answer. */
const usageOf = (run: Raw): Usage | undefined =>
  usageIn(run) ?? usageIn(objectIn(run.outputs).usage_metadata) ?? usageIn(objectIn(run.outputs).usage);

function readTrace(runs: readonly Raw[]): ForeignTranscript {
  const leftOut = new LeftOut();
  const sorted = runs.toSorted((a, b) => (String(a.start_time) < String(b.start_time) ? -1 : 1));
  const models = sorted.filter(({ run_type }) => run_type === 'llm');
  const told = models.length > 0 ? models : sorted.filter(({ parent_run_id }) => parent_run_id == null);
  for (const run of sorted) if (!told.includes(run)) leftOut.add('run');
  const exchanges = told.map((run) => {
    const [from, to, model] = [timeOf(run.start_time), timeOf(run.end_time), modelOf(run)];
    return exchangeOf({
      asked: asked(run, leftOut),
      answered: answered(run, leftOut),
      from,
      to,
      model,
      usage: usageOf(run),
      cost: costIn(run.total_cost),
    });
  });
  const root = sorted.find(({ parent_run_id }) => parent_run_id == null) ?? sorted[0];
  return {
    messages: conversationOf(exchanges),
    model: told.map(modelOf).find((model) => model !== undefined),
    title: textIn(root?.name),
    at: timeOf(root?.start_time),
    source: told,
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
  const ended = new Map(objectsIn(patch).map((run) => [keyOf(run), run]));
  return objectsIn(post).map((run) => opened({ ...run, ...ended.get(keyOf(run)) }));
}

const keyOf = ({ dotted_order, id }: Raw): unknown => dotted_order ?? id;
