/** Files of agents that write code or are measured, a row each. */
import type { ForeignAgent, Format } from './format.ts';
import { isObject, jsonIn, listIn, objectIn, objectsIn, type Raw, textIn, timeIn, timeOf } from './raw.ts';
import { at, formatOf, has, readOne, type Shape, some } from './shape.ts';
import type { Story } from './story.ts';
import { opened, whole } from './unread.ts';
import { callOf, costIn, roleIn, usageIn } from './values.ts';

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

const ATIF: Shape = {
  name: 'atif',
  is: isTrajectory,
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

/** Actions of OpenHands and their observations: events of two generations. */
function openhands(story: Story, event: Raw): boolean {
  const { action, observation, kind, source, llm_message: said } = event;
  const when = timeOf(event);
  const told = objectIn(event.tool_call_metadata);
  const given = objectIn(event.args);
  const id = textIn(told.tool_call_id ?? event.tool_call_id);
  if (kind === 'SystemPromptEvent') return story.say({ content: event.system_prompt }, { role: 'system', at: when });
  if (isObject(said)) return story.say(said, { at: when });
  if (typeof observation === 'string' || isObject(observation)) {
    const failed = ![0, -1, undefined].includes(at(event, 'extras.metadata.exit_code') as number | undefined);
    const content = isObject(observation) ? observation.content : event.content;
    const cause = event.cause ?? event.action_id;
    if (cause === undefined || cause === null) return false;
    whole(told);
    story.result(id ?? String(cause), content, { at: when, failed: failed || observation === 'error' });
    return true;
  }
  if (action === 'system') return story.say({ content: given.content }, { role: 'system', at: when });
  if (action === 'message') return story.say(given, { role: source === 'user' ? 'user' : 'assistant', at: when });
  if (action === undefined || source === 'user') return false;
  // Its arguments and its answer, in other words.
  whole(action);
  const response = objectIn(whole(told.model_response));
  const thought = textIn(given.thought) ?? (event.thought === undefined ? '' : story.words(event.thought));
  const name = textIn(told.function_name ?? event.tool_name) ?? String(action);
  const called =
    event.tool_call === undefined ? JSON.stringify(whole(given)) : callOf(objectIn(event.tool_call)).arguments;
  story.answer(
    {
      text: thought,
      calls: [{ id: id ?? String(event.id), name, arguments: called }],
      usage: usageIn(response.usage),
      model: textIn(response.model),
      at: when,
    },
    story.sameAnswer(response.id ?? event.llm_response_id),
  );
  return true;
}

/** Arguments of a call as a text. */
const json = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(whole(given) ?? {}));

/** A request of VS Code's chat: its rounds of calls where it kept them, else the parts that were shown. */
function vscode(story: Story, request: Raw): undefined {
  const when = timeOf(request);
  story.say(objectIn(request.message), { role: 'user', at: when, content: at(request, 'message.text') });
  const [model, results] = [textIn(request.modelId), objectIn(at(request, 'result.metadata.toolCallResults'))];
  const rounds = objectsIn(at(request, 'result.metadata.toolCallRounds'));
  for (const round of rounds) {
    const calls = objectsIn(round.toolCalls).map(callOf);
    const reasoning = textIn(at(round, 'thinking.text'));
    story.answer({ text: textIn(round.response) ?? '', calls, reasoning, model, at: timeIn(round.timestamp) }, false);
    for (const { id } of calls) {
      if (results[id] !== undefined)
        story.result(
          id,
          objectsIn(at(results[id], 'content')).map((part) => part.value ?? part),
          {},
        );
    }
  }
  for (const [index, part] of objectsIn(request.response).entries()) {
    const kind = textIn(part.kind) ?? 'text';
    const text = textIn(part.value) ?? textIn(at(part, 'content.value')) ?? textIn(at(part, 'value.value'));
    if (kind === 'toolInvocationSerialized') {
      const { toolCallId, toolId, pastTenseMessage: done } = part;
      const shown = textIn(at(done, 'value')) ?? textIn(done) ?? textIn(at(part, 'invocationMessage.value')) ?? '';
      if (rounds.length > 0) whole(part);
      else {
        const data = part.toolSpecificData;
        story.call({ id: textIn(toolCallId) ?? '', name: textIn(toolId) ?? '', arguments: json(data), at: when });
        story.result(textIn(toolCallId), shown, {});
      }
    } else if (!['text', 'markdownContent', 'thinking'].includes(kind) || text === undefined) story.skip(part, kind);
    else if (rounds.length > 0) whole(part);
    else story.answer({ model, ...(kind === 'thinking' ? { reasoning: text } : { text }) }, index > 0);
  }
}

/** A prompt of VS Code's chat replay, with the requests and tools that it led to. */
function replay(story: Story, prompt: Raw): undefined {
  story.say({ content: prompt.prompt }, { role: 'user' });
  for (const log of objectsIn(prompt.logs)) {
    const about = objectIn(log.metadata);
    if (log.kind === 'toolCall') {
      const id = textIn(log.id) ?? '';
      story.call({ id, name: textIn(log.tool) ?? '', arguments: json(log.args), at: timeOf(log) });
      story.result(id, log.response, {});
    } else if (log.kind === 'request') {
      const { message } = objectIn(log.response);
      // Each request repeats those before it.
      whole(log.requestMessages);
      story.answer(
        {
          text: story.words(message),
          model: textIn(about.model),
          usage: usageIn(about.usage),
          from: timeIn(about.startTime),
          at: timeIn(about.endTime),
        },
        false,
      );
    } else story.skip(log, String(log.kind ?? 'log'));
  }
}

/** Messages of Cline and Roo Code as they were shown: `ui_messages.json` of a task's folder. */
function cline(story: Story, one: Raw): undefined {
  const kind = String(one.say ?? one.ask);
  const when = timeOf(one);
  const text = textIn(one.text) ?? '';
  if (kind === 'user_feedback' || (kind === 'text' && story.list.length === 0)) {
    story.say({ content: text }, { role: 'user', at: when });
  } else if (kind === 'api_req_started') {
    const { tokensIn, tokensOut, cacheReads, cacheWrites, cost } = objectIn(jsonIn(text));
    const usage = { input: tokensIn, output: tokensOut, cacheRead: cacheReads, cacheWrite: cacheWrites };
    story.answer({ usage: usageIn(usage), cost: costIn(cost), at: when }, false);
  } else if (kind === 'text' || kind === 'completion_result') story.answer({ text, at: when }, true);
  else if (kind === 'reasoning') story.answer({ reasoning: text, at: when }, true);
  else if (kind === 'command_output') story.result(undefined, text, { at: when });
  else if (kind === 'command' || kind === 'tool' || kind === 'use_mcp_server') {
    const name = textIn(objectIn(jsonIn(text)).tool) ?? kind;
    story.call({ id: '', name, arguments: kind === 'command' ? JSON.stringify({ command: text }) : text, at: when });
  } else story.skip(one, kind);
}

const GOOSE: Shape = {
  name: 'goose',
  is: (one) => has(one, 'working_dir', 'conversation'),
  list: 'conversation',
};

/** The most particular first. */
const SHAPES: readonly Shape[] = [
  ATIF,
  {
    name: 'gemini',
    is: (one) => has(one, 'sessionId') && some(one.messages, ({ type }) => type === 'gemini' || type === 'user'),
    list: 'messages',
  },
  {
    name: 'gemini',
    lines: true,
    is: (one) => has(one, 'sessionId', 'projectHash', 'startTime') && !has(one, 'messages'),
    say(story, one) {
      if (has(one, 'sessionId', 'projectHash')) return true;
      if (has(one, '$set')) story.skip(one, 'update');
      else if (has(one, '$rewindTo')) story.rewinds(one.$rewindTo);
      else if (story.begins(one.id)) story.skip(one, 'update');
      else return story.take(one);
      return true;
    },
  },
  {
    name: 'gemini',
    lines: true,
    is: (one) => (one.role === 'user' || one.role === 'model') && Array.isArray(one.parts) && one.id === undefined,
  },
  {
    name: 'pi',
    lines: true,
    is: (one) => one.type === 'session' && has(one, 'cwd', 'id'),
    tree: ['id', 'parentId'],
    say(story, _, { type, message, summary, timestamp }) {
      if (type === 'message' && isObject(message)) return story.take(message, { at: timeIn(timestamp) });
      if (type !== 'compaction' && type !== 'branch_summary') return type === 'session';
      return story.say({ content: summary }, { role: 'system', at: timeIn(timestamp) });
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
  {
    name: 'vscode',
    is: (one) => some(one.requests, (asked) => has(asked, 'message', 'response')),
    list: 'requests',
    say: vscode,
  },
  {
    name: 'vscode',
    is: (one) => some(one.prompts, (asked) => has(asked, 'prompt', 'logs')),
    list: 'prompts',
    say: replay,
  },
  {
    name: 'cline',
    lines: true,
    is: (one) => has(one, 'ts') && (one.type === 'say' || one.type === 'ask') && (has(one, 'say') || has(one, 'ask')),
    say: cline,
  },
  {
    name: 'openhands',
    is: (one) => has(one, 'instance_id') && listIn(one.history).length > 0,
    list: ({ history }) => listIn(history).flat(),
    say: openhands,
  },
  {
    name: 'openhands',
    lines: true,
    is: (one) => has(one, 'source') && (has(one, 'action', 'args') || has(one, 'observation') || has(one, 'kind')),
    say: openhands,
  },
  {
    name: 'swe-agent',
    is: (one) => has(one, 'trajectory') && some(one.history, ({ role }) => role !== undefined),
    list: 'history',
    say(story, one) {
      const role = one.message_type === 'observation' ? 'tool' : roleIn(one.role);
      const action = textIn(one.action);
      const given =
        role !== 'assistant' || action === undefined || listIn(one.tool_calls).length > 0 ? undefined : action;
      // Its thought is in its content too.
      const known = story.say(one, { role, reasoning: '' });
      if (given !== undefined) story.call({ id: '', name: 'action', arguments: JSON.stringify({ command: given }) });
      return known;
    },
  },
  { name: 'inspect', is: (one) => has(one, 'epoch', 'messages'), list: 'messages' },
  { name: 'aider', is: (one) => has(one, 'aider'), list: 'aider' },
];
export const AGENTS: readonly Format[] = SHAPES.map(formatOf);

/** Aider's history, a Markdown file: conversations as values that a row reads. */
export function aiderIn(text: string): readonly unknown[] | undefined {
  if (!/^\s*# aider chat started at /.test(text)) return undefined;
  return text.split(/^(?=# aider chat started at )/m).flatMap((chat) => {
    if (chat.trim() === '') return [];
    const created = /^# aider chat started at (.*)/.exec(chat)?.[1]?.trim();
    const asked = Math.max(chat.search(/^#### /m), 0);
    const program = chat.slice(chat.indexOf('\n'), asked).trim();
    const said = chat
      .slice(asked)
      .split(/^((?:#### .*\n?)+)/m)
      .map((part) => ({
        role: part.startsWith('#### ') ? 'user' : 'assistant',
        content: part.replace(/^#### /gm, '').trim(),
      }));
    const aider = said.filter(({ content }) => content !== '');
    return [{ aider, created, program }];
  });
}
