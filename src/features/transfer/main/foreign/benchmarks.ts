/** Trajectories of agents that are measured, a row each. */
import { isObject, listIn, objectIn, objectsIn, opened, type Raw, textIn, timeIn, timeOf, whole } from './raw.ts';
import { at, has, type Shape, some } from './shape.ts';
import type { Story } from './story.ts';
import { callOf, pictureAt, roleIn, usageIn } from './values.ts';

const isEvent = (one: Raw): boolean =>
  (has(one, 'source') && (has(one, 'action', 'args') || has(one, 'observation') || has(one, 'kind'))) ||
  has(one, 'action', 'action_risk') ||
  has(one, 'observation', 'content');

/** Actions of OpenHands and their observations: events of three generations; the oldest has no sources and ids. */
function openhands(story: Story, event: Raw): boolean {
  const { action, observation, kind, source, llm_message: said } = event;
  const when = timeOf(event);
  const told = objectIn(event.tool_call_metadata);
  const given = objectIn(event.args ?? (source === undefined ? event : undefined));
  const id = textIn(told.tool_call_id ?? event.tool_call_id);
  if (kind === 'SystemPromptEvent') return story.say({ content: event.system_prompt }, { role: 'system', at: when });
  if (isObject(said)) return story.say(said, { at: when });
  if (typeof observation === 'string' || isObject(observation)) {
    const failed = ![0, -1, undefined].includes(at(event, 'extras.metadata.exit_code') as number | undefined);
    const content = isObject(observation) ? observation.content : event.content;
    const cause = event.cause ?? event.action_id;
    if (observation === 'recall' || (!story.isCalling && (cause === undefined || cause === null))) return false;
    whole(told);
    story.result(id ?? textIn(String(cause ?? '')), content, { at: when, failed: failed || observation === 'error' });
    return true;
  }
  if (action === 'system') return story.say({ content: given.content }, { role: 'system', at: when });
  if (action === 'message') {
    const content = [given.content, ...listIn(given.image_urls).map(pictureAt)];
    const isUser = source === 'user' || (source === undefined && given.wait_for_response !== true);
    return story.say(given, { role: isUser ? 'user' : 'assistant', at: when, content });
  }
  if (action === undefined || source === 'user') return false;
  // Its arguments and its answer, in other words.
  whole(action);
  const response = objectIn(whole(told.model_response));
  const thought =
    textIn(given.thought) ??
    textIn(given.final_thought) ??
    (event.thought === undefined ? '' : story.words(event.thought));
  const name = textIn(told.function_name ?? event.tool_name) ?? String(action);
  const called =
    event.tool_call === undefined ? JSON.stringify(whole(given)) : callOf(objectIn(event.tool_call)).arguments;
  story.answer(
    {
      text: thought,
      calls: [{ id: id ?? String(event.id ?? ''), name, arguments: called }],
      usage: usageIn(response.usage),
      model: textIn(response.model),
      at: when,
    },
    story.sameAnswer(response.id ?? event.llm_response_id),
  );
  return true;
}

/** Messages with the call of the model that brought each answer: by its id, else by their order. */
function inspected({ messages, events, output }: Raw): readonly Raw[] {
  const calls = objectsIn(events).filter(({ event }) => event === 'model');
  const idOf = (call: Raw): unknown => at(objectsIn(at(call, 'output.choices'))[0] ?? {}, 'message.id');
  const byId = new Map(calls.map((call) => [idOf(call), call]));
  for (const call of calls) whole(at(call, 'output.choices'));
  whole(objectIn(output).choices);
  const answers = objectsIn(messages).filter(({ role, source }) => role === 'assistant' && source !== 'input');
  const last = answers.at(-1);
  return objectsIn(messages).map((message) => {
    const call = byId.get(message.id) ?? (byId.has(undefined) ? calls[answers.indexOf(message)] : undefined);
    return opened({ message, call: call ?? (message === last ? { output } : {}) });
  });
}

/** The most particular first. */
export const BENCHMARKS: readonly Shape[] = [
  {
    name: 'openhands',
    is: (one) => some(listIn(one.history).flat(), isEvent),
    list: ({ history }) => listIn(history).flat(),
    say: openhands,
  },
  { name: 'openhands', is: (one) => some(one.trajectory, isEvent), list: 'trajectory', say: openhands },
  { name: 'openhands', lines: true, is: isEvent, say: openhands },
  {
    name: 'swe-agent',
    is: (one) => some(one.history, (said) => has(said, 'role', 'agent')),
    list: 'history',
    say(story, one) {
      // An observation comes as if the person had said it.
      const role = story.isCalling && one.role === 'user' ? 'tool' : roleIn(one.role);
      const action = textIn(one.action);
      const given =
        role !== 'assistant' || action === undefined || listIn(one.tool_calls).length > 0 ? undefined : action;
      // Its thought is in its content too.
      const known = story.say(
        { tool_call_id: listIn(one.tool_call_ids)[0], ...one },
        { role, reasoning: '', content: one.content },
      );
      if (given !== undefined) story.call({ id: '', name: 'action', arguments: JSON.stringify({ command: given }) });
      return known;
    },
  },
  {
    name: 'inspect',
    is: (one) => has(one, 'epoch', 'messages'),
    id: 'uuid',
    list: inspected,
    tools: (one) => listIn(objectsIn(one.events).find(({ event }) => event === 'model')?.tools),
    inner: 'message',
    say(story, message, { call }) {
      const [usage, from] = [usageIn(at(call, 'output.usage')), timeIn(at(call, 'timestamp'))];
      const seconds = at(call, 'output.time');
      const to = from === undefined || typeof seconds !== 'number' ? from : timeIn(Date.parse(from) + seconds * 1_000);
      return story.take(message, { usage, from, at: timeIn(at(call, 'completed')) ?? to });
    },
  },
];
