/** Exports of chats, and data for training, a row each. */
import { isObject, listIn, objectIn, objectsIn, type Raw, textIn, timeOf } from './raw.ts';
import { at, has, type Shape, some, valuesOf } from './shape.ts';
import type { Story } from './story.ts';
import { roleIn } from './values.ts';

const CHILDREN = 'children';
const flattened = (list: unknown): readonly Raw[] =>
  objectsIn(list).flatMap((one) => [one, ...flattened(one[CHILDREN])]);

/** A picture or file that a part of ChatGPT refers to. */
const pointer = (part: unknown): unknown =>
  isObject(part) && part.type === undefined
    ? { type: part.content_type, ...(part.text === undefined ? {} : { text: part.text }) }
    : part;

/** Words of a file that claude.ai sends with a message. */
const attached = ({ file_name: name, extracted_content: words }: Raw): string =>
  `[${String(name)}]\n${String(words ?? '')}`;

/** Open WebUI puts thoughts into the text, quoted. */
const DETAILS = /<details type="reasoning"[^>]*>\s*<summary>[^<]*<\/summary>([\s\S]*?)<\/details>\s*/g;
function openWebui(story: Story, one: Raw): boolean {
  const { content } = one;
  if (typeof content !== 'string' || one.role !== 'assistant')
    return story.take(one, { content: [content, ...objectsIn(one.files)] });
  const thoughts = [...content.matchAll(DETAILS)].map(([, thought = '']) =>
    thought.replace(/^\s*(?:>|&gt;) ?/gm, '').trim(),
  );
  return story.take(one, {
    content: content.replace(DETAILS, ''),
    ...(thoughts.length === 0 ? {} : { reasoning: thoughts.join('\n') }),
  });
}

/** Parts, or a text that says the same without them. */
const contentOf = ({ content, text }: Raw): unknown => (listIn(content).length > 0 ? content : text);

/** Kinds of the fragments of DeepSeek's messages. */
function deepseek(story: Story, message: Raw): undefined {
  const [at, model] = [timeOf(message), textIn(message.model)];
  for (const part of objectsIn(message.fragments)) {
    const text = textIn(part.content);
    if (part.type === 'REQUEST') story.say(part, { role: 'user', at });
    else if (part.type === 'THINK') story.answer({ reasoning: text, model, at }, false);
    else if (part.type === 'RESPONSE') story.answer({ text: text ?? '', model, at }, story.isThinking);
    else story.skip(part, String(part.type));
  }
}

export const APPS: readonly Shape[] = [
  {
    name: 'deepseek',
    is: (one) => has(one, 'mapping', 'inserted_at'),
    id: 'id',
    list: 'mapping',
    tree: ['id', 'parent'],
    inner: 'message',
    say: deepseek,
  },
  {
    name: 'grok',
    is: (one) => has(one, 'conversation') && some(one.responses, (said) => has(said, 'response.sender')),
    id: 'conversation.conversation_id',
    head: 'conversation',
    list: ({ responses }) =>
      objectsIn(responses).map(({ response }) => {
        const { _id, response_id, parent_response_id } = objectIn(response);
        return { id: response_id ?? _id, parent: parent_response_id ?? undefined, response };
      }),
    tree: ['id', 'parent'],
    inner: 'response',
    say: (story, said) => story.say(said, { role: roleIn(String(said.sender).toLowerCase()), content: said.message }),
  },
  {
    name: 'chatgpt',
    is: (one) => some(valuesOf(one.mapping), (node) => 'message' in node && 'parent' in node),
    id: 'id',
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
    id: 'uuid',
    list: 'chat_messages',
    tree: ['uuid', 'parent_message_uuid', 'current_leaf_message_uuid'],
    say: (story, one) =>
      story.say(one, {
        role: roleIn(one.sender),
        content: [contentOf(one), ...objectsIn(one.attachments).map((file) => attached(file))].flat(),
      }),
  },
  {
    name: 'librechat',
    is: (one) =>
      has(one, 'conversationId') && some(one.messages ?? one.messagesTree, (said) => 'isCreatedByUser' in said),
    id: 'conversationId',
    list: ({ messages, messagesTree }) => flattened(messages ?? messagesTree),
    tree: ['messageId', 'parentMessageId'],
    say: (story, one) =>
      story.say(one, { role: one.isCreatedByUser === true ? 'user' : 'assistant', content: contentOf(one) }),
  },
  {
    name: 'open-webui',
    is: (one) => has(one, 'chat.history.messages'),
    id: 'id',
    list: 'chat.history.messages',
    tree: ['id', 'parentId', 'chat.history.currentId'],
    say: openWebui,
  },
  {
    name: 'open-webui',
    is: (one) => has(one, 'history.messages', 'history.currentId'),
    id: 'id',
    list: 'history.messages',
    tree: ['id', 'parentId', 'history.currentId'],
    say: openWebui,
  },
];
