/** Sessions of agents in a terminal, a row each. */
import { isObject, objectIn, objectsIn, type Raw, textIn, timeIn } from './raw.ts';
import { has, type Shape, some } from './shape.ts';
import type { Story } from './story.ts';

const GOOSE: Shape = {
  name: 'goose',
  is: (one) => has(one, 'working_dir', 'conversation'),
  id: 'id',
  list: 'conversation',
};

/** A command that the person ran: its call and its result. */
function executed(story: Story, { command, output, exitCode, cancelled }: Raw, at: string | undefined): true {
  const failed = cancelled === true || (typeof exitCode === 'number' && exitCode !== 0);
  story.call({ id: '', name: 'bash', arguments: JSON.stringify({ command }), at });
  story.result(undefined, output, { at, failed });
  return true;
}

const isContent = (one: Raw): boolean => roleNamed(one) && Array.isArray(one.parts) && one.id === undefined;
const roleNamed = ({ role }: Raw): boolean => role === 'user' || role === 'model';
/** Fields of a request, or of a checkpoint, that hold its contents. */
const contentsIn = ({ contents, history }: Raw): unknown => contents ?? history;

/** The most particular first. */
export const ASSISTANTS: readonly Shape[] = [
  {
    name: 'gemini',
    is: (one) => has(one, 'sessionId') && some(one.messages, ({ type }) => type === 'gemini' || type === 'user'),
    id: 'sessionId',
    list: 'messages',
  },
  {
    name: 'gemini',
    lines: true,
    is: (one) => has(one, 'sessionId', 'projectHash', 'startTime') && !has(one, 'messages'),
    id: 'sessionId',
    say(story, one) {
      if (has(one, 'sessionId', 'projectHash')) return true;
      if (has(one, '$set')) story.skip(one, 'update');
      else if (has(one, '$rewindTo')) story.rewinds(one.$rewindTo);
      else if (story.begins(one.id)) story.skip(one, 'update');
      else return story.take(one);
      return true;
    },
  },
  { name: 'gemini', lines: true, is: isContent },
  {
    name: 'gemini',
    is: (one) => some(contentsIn(one), isContent),
    list: (one) => [
      ...[one.systemInstruction ?? one.system_instruction]
        .filter(isObject)
        .map((said) => ({ ...said, role: 'system' })),
      ...objectsIn(contentsIn(one)),
    ],
  },
  {
    name: 'pi',
    lines: true,
    is: (one) => one.type === 'session' && has(one, 'cwd', 'id'),
    id: 'id',
    tree: ['id', 'parentId'],
    say(story, _, entry) {
      const { type, message, summary } = entry;
      const at = timeIn(entry.timestamp);
      if (type === 'message' && isObject(message))
        return message.role === 'bashExecution' ? executed(story, message, at) : story.take(message, { at });
      if (type === 'custom_message') return story.say(entry, { role: 'user', at });
      if (type === 'session_info') story.title = textIn(entry.name);
      if (type === 'compaction' || type === 'branch_summary')
        return story.say({ content: summary }, { role: 'system', at });
      return type === 'session' || type === 'session_info';
    },
  },
  GOOSE,
  {
    ...GOOSE,
    lines: true,
    is: (one) => has(one, 'working_dir') && !has(one, 'conversation'),
    say: (story, one) => has(one, 'working_dir') || story.take(one),
  },
  {
    name: 'opencode',
    is: (one) => has(one, 'info') && some(one.messages, (said) => has(said, 'info.role', 'parts')),
    id: 'info.id',
    list: 'messages',
    head: 'info',
    say(story, { info, parts }) {
      const about = objectIn(info);
      const time = objectIn(about.time);
      const content = objectsIn(parts).filter((part) => {
        const isSaid = ['text', 'reasoning', 'tool', 'file'].includes(String(part.type));
        if (!isSaid) story.skip(part, String(part.type));
        return isSaid;
      });
      return story.say(about, { content, from: timeIn(time.created), at: timeIn(time.completed ?? time.created) });
    },
  },
];
