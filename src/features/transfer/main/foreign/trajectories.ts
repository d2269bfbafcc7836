/** Trajectories in Harbor's format, and data for training and for tests, a row each. */
import type { ForeignAgent } from './format.ts';
import { isObject, jsonIn, listIn, objectIn, objectsIn, opened, type Raw, textIn, timeOf, whole } from './raw.ts';
import { at, has, readOne, type Shape, some } from './shape.ts';
import { roleIn } from './values.ts';

const SOURCES: Raw = { agent: 'assistant', user: 'user', system: 'system' };
const isTrajectory = (one: Raw): boolean =>
  /^ATIF-v1\.\d+$/.test(String(one.schema_version)) && Array.isArray(one.steps);

/** Trajectories within one, under the call whose result refers to them. */
function agentsIn(one: Raw): readonly ForeignAgent[] {
  const calls = new Map<unknown, unknown>();
  for (const step of objectsIn(one.steps)) {
    for (const result of objectsIn(objectIn(step.observation).results)) {
      for (const { session_id } of objectsIn(result.subagent_trajectory_ref))
        calls.set(session_id, result.source_call_id);
    }
  }
  return objectsIn(one.subagent_trajectories).map((child) => {
    // Counted with its own session, and not with the one that it is nested in.
    const own = opened({ ...child });
    whole(child);
    return { callId: textIn(calls.get(child.session_id)), transcript: readOne(ATIF, own, listIn(own.steps), [own]) };
  });
}

export const ATIF: Shape = {
  name: 'atif',
  is: isTrajectory,
  id: 'session_id',
  list: 'steps',
  model: 'agent.model_name',
  tools: (one) => listIn(at(one, 'agent.tool_definitions')),
  agents: agentsIn,
  say(story, step) {
    const role = roleIn(SOURCES[String(step.source)]);
    const when = timeOf(step);
    if (role === undefined || !story.say(step, { role, content: step.message, at: when })) return false;
    for (const result of objectsIn(objectIn(step.observation).results)) {
      story.result(textIn(result.source_call_id), result.content, { at: when });
    }
    return true;
  },
};

/** Arguments of a call in ShareGPT, where the text is JSON of the call. */
function callIn(text: string): { readonly name: string; readonly arguments: string } {
  const call = text.startsWith('{') ? jsonIn(text) : undefined;
  if (!isObject(call) || typeof call.name !== 'string') return { name: 'function', arguments: text };
  return { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
}

function exampleOf(given: unknown, role: string): readonly Raw[] {
  const { messages, ...rest } = objectIn(given);
  if (Array.isArray(messages)) return objectsIn(messages);
  const values = Object.values(rest);
  const [only] = values;
  return [{ role, content: values.length === 1 && typeof only === 'string' ? only : JSON.stringify(whole(given)) }];
}

export const TRAINING: readonly Shape[] = [
  // An example of a Phoenix dataset.
  {
    name: 'openinference',
    is: (one) => isObject(one.input) && isObject(one.output) && has(one, 'metadata'),
    list: ({ input, output }) => [...exampleOf(input, 'user'), ...exampleOf(output, 'assistant')],
  },
  {
    name: 'sharegpt',
    is: (one) => some(one.conversations, (said) => 'from' in said && 'value' in said),
    list: (one) => [
      ...(textIn(one.system) === undefined ? [] : [{ from: 'system', value: one.system }]),
      ...listIn(one.conversations),
    ],
    tools: (one) => listIn(jsonIn(one.tools)),
    say(story, said) {
      const role = roleIn(said.from);
      if (role !== 'call') return story.say(said, { role });
      story.answer({ calls: [{ id: '', ...callIn(story.words(said.value)) }] }, true);
      return true;
    },
  },
  {
    name: 'instructions',
    is: ({ instruction, output }) => typeof instruction === 'string' && typeof output === 'string',
    list: ({ system, instruction, input, output }) => [
      ...(textIn(system) === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: [instruction, input].filter((text) => textIn(text) !== undefined).join('\n') },
      { role: 'assistant', content: output },
    ],
  },
  { name: 'openai', is: (one) => has(one, 'task_id') && Array.isArray(one.traj), list: 'traj' },
];
