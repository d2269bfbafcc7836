/** Exports of chats, and data for training, a row each. */
import { type Format, isObject, jsonIn, listIn, objectIn, objectsIn, type Raw, textIn, timeOf } from './format.ts';
import { at, formatOf, has, type Shape, some, valuesOf } from './shape.ts';
import { roleIn } from './values.ts';

/** Arguments of a call in ShareGPT, where the text is JSON of the call. */
function callIn(text: string): { readonly name: string; readonly arguments: string } {
  const call = text.startsWith('{') ? jsonIn(text) : undefined;
  if (!isObject(call) || typeof call.name !== 'string') return { name: 'function', arguments: text };
  return { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
}

const CHILDREN = 'children';
const flattened = (list: unknown): readonly Raw[] =>
  objectsIn(list).flatMap((one) => [one, ...flattened(one[CHILDREN])]);

/** A picture or file that a part of ChatGPT refers to. */
const pointer = (part: unknown): unknown =>
  isObject(part) && part.type === undefined
    ? { type: part.content_type, ...(part.text === undefined ? {} : { text: part.text }) }
    : part;

/** Parts, or a text that says the same without them. */
const contentOf = ({ content, text }: Raw): unknown => (listIn(content).length > 0 ? content : text);

const SHAPES: readonly Shape[] = [
  {
    name: 'chatgpt',
    is: (one) => some(valuesOf(one.mapping), (node) => 'message' in node && 'parent' in node),
    list: 'mapping',
    tree: ['id', 'parent', 'current_node'],
    inner: 'message',
    say(story, message) {
      const content = objectIn(message.content);
      const [name, model] = [textIn(at(message, 'author.name')), textIn(at(message, 'metadata.model_slug'))];
      const role = roleIn(at(message, 'author.role'));
      const when = timeOf(message);
      const type = String(content.content_type);
      const said = content.text ?? content.parts ?? content.result ?? content.content;
      const words = story.words(objectsIn(said).length > 0 ? listIn(said).map(pointer) : said);
      const thoughts = objectsIn(content.thoughts).map((one) => [one.summary, one.content].filter(Boolean).join(': '));
      if (role === undefined || (role === 'system' && words === ''))
        return role === undefined ? message.author === undefined : true;
      if (type === 'thoughts') story.answer({ reasoning: thoughts.join('\n'), model, at: when }, true);
      else if (role === 'tool') story.list.push({ role, callId: '', name: name ?? '', text: words, at: when });
      else if (role === 'assistant') {
        const to = textIn(message.recipient) ?? 'all';
        const called = { id: '', name: to, arguments: words };
        story.answer({ model, at: when, ...(to === 'all' ? { text: words } : { calls: [called] }) }, story.isThinking);
      } else story.say({ content: words }, { role, at: when });
      return true;
    },
  },
  {
    name: 'claude-ai',
    is: (one) => has(one, 'chat_messages'),
    list: 'chat_messages',
    tree: ['uuid', 'parent_message_uuid', 'current_leaf_message_uuid'],
    say: (story, one) => story.say(one, { role: roleIn(one.sender), content: contentOf(one) }),
  },
  {
    name: 'librechat',
    is: (one) => has(one, 'conversationId') && some(one.messages, (said) => 'isCreatedByUser' in said),
    list: ({ messages }) => flattened(messages),
    tree: ['messageId', 'parentMessageId'],
    say: (story, one) =>
      story.say(one, { role: one.isCreatedByUser === true ? 'user' : 'assistant', content: contentOf(one) }),
  },
  {
    name: 'open-webui',
    is: (one) => has(one, 'chat.history.messages'),
    list: 'chat.history.messages',
    tree: ['id', 'parentId', 'chat.history.currentId'],
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
  { name: 'openai', is: (one) => has(one, 'task_id') && Array.isArray(one.traj), list: 'traj' },
  {
    name: 'instructions',
    is: ({ instruction, output }) => typeof instruction === 'string' && typeof output === 'string',
    list: ({ system, instruction, input, output }) => [
      ...(textIn(system) === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: [instruction, input].filter((text) => textIn(text) !== undefined).join('\n') },
      { role: 'assistant', content: output },
    ],
  },
];
export const APPS: readonly Format[] = SHAPES.map(formatOf);
