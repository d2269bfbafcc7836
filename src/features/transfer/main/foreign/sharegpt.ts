/** ShareGPT's conversations, as training sets keep them: a list of `{from, value}` for each. */
import {
  type ForeignTranscript,
  type Format,
  isObject,
  jsonIn,
  listIn,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
} from './format.ts';
import { roleIn, Story } from './story.ts';

const isConversation = (value: unknown): value is Raw =>
  isObject(value) && objectsIn(value.conversations).some((one) => 'from' in one && 'value' in one);

function callIn(value: string): { readonly name: string; readonly arguments: string } {
  const call = value.startsWith('{') ? jsonIn(value) : undefined;
  if (!isObject(call) || typeof call.name !== 'string') return { name: 'function', arguments: value };
  return { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
}

function readOne(one: Raw): ForeignTranscript {
  const story = new Story();
  const system = textIn(one.system);
  if (system !== undefined) story.say({ content: system }, { role: 'system' });
  for (const said of objectsIn(one.conversations)) {
    const role = roleIn(said.from);
    const text = story.words(said.value);
    if (role === undefined) story.skip(said, String(said.from));
    else if (role === 'call') story.answer({ calls: [{ id: '', ...callIn(text) }] }, true);
    else story.say({ content: text }, { role });
  }
  return {
    messages: story.list,
    // A list, or the same as JSON.
    tools: listIn(jsonIn(one.tools)),
    model: textIn(one.model),
    title: textIn(one.title),
    at: timeOf(one),
    source: [one],
    leftOut: story.leftOut,
  };
}

export const sharegpt: Format = {
  name: 'sharegpt',
  recognises: ({ values }) => values.flat().some(isConversation),
  read: ({ values }) => values.flat().filter(isConversation).map(readOne),
};
