/** Sessions of agents in a terminal, a row each. */
import { isObject, objectIn, objectsIn, type Raw, textIn, timeIn, whole } from './raw.ts';
import { at, has, type Shape, some } from './shape.ts';
import type { Story } from './story.ts';
import { argumentsOf, firstIn, usageIn } from './values.ts';

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

const PI: Shape = {
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
    if (type === 'session_info' || type === 'session_start') story.title = textIn(entry.name ?? entry.title);
    if (type === 'compaction' || type === 'branch_summary')
      return story.say({ content: summary }, { role: 'system', at });
    return String(type).startsWith('session');
  },
};

/** Events of GitHub Copilot's command line. A thought comes before or after the words that it is of, and in them too. */
function copilot(story: Story, data: Raw, { type, timestamp }: Raw): boolean {
  const at = timeIn(timestamp);
  const last = story.list.at(-1);
  const thought = textIn(data.content) ?? '';
  if (type === 'user.message') return story.say(data, { role: 'user', at });
  if (type === 'assistant.message') {
    const told = story.isThinking ? { joins: true, reasoning: '' } : {};
    return story.say(data, { role: 'assistant', at, ...told });
  }
  if (type === 'assistant.reasoning') {
    if (last?.role !== 'assistant' || last.reasoning?.includes(thought) !== true)
      story.answer({ reasoning: thought, at }, true);
  } else if (type === 'assistant.usage') story.spent({ usage: usageIn(data), model: textIn(data.model) });
  else if (type === 'tool.execution_complete') {
    const said = objectIn(data.result).content ?? data.result ?? objectIn(data.error).message;
    story.result(textIn(data.toolCallId), said, { at, failed: data.success === false });
  } else if (type === 'tool.execution_start') whole(data);
  else if (type === 'abort') story.list.push({ role: 'stopped', at });
  else return /^(?:session\.start|assistant\.turn_)/.test(String(type));
  return true;
}

/** Lines that Cursor's agent prints: pieces of an answer, perhaps, and then all of it. */
function cursor(story: Story, line: Raw): boolean {
  const { type } = line;
  const at = timeIn(line.timestamp_ms);
  const message = objectIn(line.message);
  const last = story.list.at(-1);
  if (type === 'user') return story.take(message, { at });
  if (type === 'assistant') {
    const text = story.words(message.content);
    return (last?.role === 'assistant' && last.text === text) || story.adds(text) || story.take(message, { at });
  }
  if (type === 'thinking') {
    const text = textIn(line.text) ?? '';
    if (!story.isThinking || !story.adds(text, 'reasoning')) story.answer({ reasoning: text, at }, false);
  } else if (type === 'result') story.spent({ usage: usageIn(line.usage) });
  else if (type === 'tool_call') {
    const id = textIn(line.call_id) ?? '';
    const [[kind, given] = ['', undefined]] = Object.entries(objectIn(line.tool_call));
    const { args, result, name = kind.replace(/ToolCall$/, ''), arguments: text } = objectIn(given);
    if (!story.begins(id)) story.call({ id, name: String(name), arguments: argumentsOf(text ?? args), at });
    const { success, ...others } = objectIn(result);
    const said = firstIn(objectIn(success), ['content', 'stdout']) ?? success ?? others;
    const failed = ['error', 'rejected', 'failure'].some((one) => one in others);
    if (line.subtype === 'completed') story.result(id, said, { at, failed });
  } else return type === 'system';
  return true;
}

/** Fields of the items of `codex exec --json` that a call's arguments have, and its result. */
const ITEM_CALLS: Readonly<Record<string, readonly [name: string, ...given: string[]]>> = {
  command_execution: ['shell', 'command'],
  file_change: ['apply_patch', 'changes'],
  mcp_tool_call: ['mcp', 'server', 'tool', 'arguments'],
  web_search: ['web_search', 'query'],
  todo_list: ['update_plan', 'items'],
};

/** Lines that `codex exec --json` prints. */
function codexExec(story: Story, line: Raw): boolean {
  const { type } = line;
  const item = objectIn(line.item);
  const kind = String(item.type ?? item.item_type);
  const [name, ...given] = ITEM_CALLS[kind] ?? [];
  if (type === 'turn.completed') story.spent({ usage: usageIn(line.usage) });
  else if (type === 'turn.failed') story.list.push({ role: 'stopped' });
  else if (name !== undefined) {
    const id = textIn(item.id) ?? '';
    const args = Object.fromEntries(given.map((field) => [field, item[field]]));
    if (!story.begins(id)) story.answer({ calls: [{ id, name, arguments: argumentsOf(args) }] }, story.isThinking);
    const { exit_code, status, error } = item;
    const said = item.aggregated_output ?? objectIn(item.result).content ?? objectIn(error).message ?? status ?? '';
    const failed = status === 'failed' || (typeof exit_code === 'number' && exit_code !== 0);
    if (type === 'item.completed') story.result(id, said, { failed });
  } else if (type === 'item.completed' && kind === 'reasoning') story.answer({ reasoning: textIn(item.text) }, false);
  else if (type === 'item.completed' && /^(?:agent|assistant)_message$/.test(kind))
    story.answer({ text: textIn(item.text) ?? '' }, story.isThinking);
  else return type === 'thread.started' || type === 'turn.started';
  return true;
}

const isContent = (one: Raw): boolean => roleNamed(one) && Array.isArray(one.parts) && one.id === undefined;
const roleNamed = ({ role }: Raw): boolean => role === 'user' || role === 'model';
const systemOf = (one: Raw): Raw | null => {
  const said = one.systemInstruction ?? one.system_instruction;
  return isObject(said) && Object.keys(said).length > 0 ? { ...said, role: 'system' } : null;
};

/** A piece of a prompt of Google AI Studio: words, a thought, or a file beside them. */
function aiStudio(story: Story, chunk: Raw): boolean {
  const { text, isThought, inlineImage, inlineFile, role } = chunk;
  // The same in pieces.
  if (text !== undefined) whole(chunk.parts);
  if (isThought === true) story.answer({ reasoning: textIn(text) }, false);
  else if (text === undefined && inlineImage === undefined && inlineFile === undefined && chunk.parts === undefined) {
    story.skip(chunk, Object.keys(chunk).find((name) => isObject(chunk[name])) ?? String(role));
  } else {
    const files = [inlineImage, inlineFile].filter(isObject).map((inlineData) => ({ inlineData }));
    return story.take(chunk, { content: [text ?? chunk.parts, ...files].flat(), joins: story.isThinking });
  }
  return true;
}

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
    is: (one) => has(one, 'chunkedPrompt.chunks'),
    model: 'runSettings.model',
    list: (one) => [systemOf(one), ...objectsIn(at(one, 'chunkedPrompt.chunks'))],
    say: aiStudio,
  },
  {
    name: 'gemini',
    is: (one) => some(contentsIn(one), isContent),
    list: (one) => [systemOf(one), ...objectsIn(contentsIn(one))],
  },
  PI,
  { ...PI, name: 'droid', is: (one) => one.type === 'session_start' && has(one, 'id') },
  {
    name: 'copilot',
    lines: true,
    is: (one) => one.type === 'session.start' && has(one, 'data.sessionId'),
    id: 'data.sessionId',
    model: 'data.selectedModel',
    inner: 'data',
    say: copilot,
  },
  {
    name: 'cursor',
    lines: true,
    is: (one) => one.type === 'system' && one.subtype === 'init' && has(one, 'session_id'),
    id: 'session_id',
    say: cursor,
  },
  {
    name: 'codex',
    lines: true,
    is: (one) => has(one, 'thread_id') && one.type === 'thread.started',
    id: 'thread_id',
    say: codexExec,
  },
  {
    name: 'qwen',
    lines: true,
    is: (one) => has(one, 'sessionId', 'uuid', 'message.parts'),
    id: 'sessionId',
    tree: ['uuid', 'parentUuid'],
    inner: 'message',
    say: (story, message, entry) =>
      story.take(message, {
        at: timeIn(entry.timestamp),
        model: textIn(entry.model),
        usage: usageIn(entry.usageMetadata),
      }),
  },
  {
    name: 'continue',
    is: (one) => has(one, 'sessionId') && some(one.history, (said) => has(said, 'message.role')),
    id: 'sessionId',
    list: 'history',
    inner: 'message',
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
