/** Chats beside an editor, a row each. */
import { objectIn, objectsIn, type Raw, textIn, timeIn, timeOf, whole } from './raw.ts';
import { at, has, type Shape, some } from './shape.ts';
import type { Story } from './story.ts';
import { argumentsOf, callOf, usageIn } from './values.ts';

/** Name of what an answer refers to, a file or a symbol. */
function nameOf({ name, inlineReference: to }: Raw): string {
  const path = textIn(at(to, 'path') ?? at(to, 'uri.path'));
  return `\`${textIn(name) ?? textIn(at(to, 'name')) ?? path?.split('/').at(-1) ?? 'file'}\``;
}

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
    if (kind === 'inlineReference' && rounds.length === 0) story.adds(nameOf(part));
    else if (kind === 'toolInvocationSerialized') {
      const { toolCallId, toolId, pastTenseMessage: done } = part;
      const shown = textIn(at(done, 'value')) ?? textIn(done) ?? textIn(at(part, 'invocationMessage.value')) ?? '';
      if (rounds.length > 0) whole(part);
      else {
        const data = part.toolSpecificData;
        story.call({
          id: textIn(toolCallId) ?? '',
          name: textIn(toolId) ?? '',
          arguments: argumentsOf(data),
          at: when,
        });
        story.result(textIn(toolCallId), shown, {});
      }
    } else if (!['text', 'markdownContent', 'thinking'].includes(kind) || text === undefined) story.skip(part, kind);
    else if (rounds.length > 0) whole(part);
    else if (kind === 'thinking') story.answer({ model, reasoning: text }, index > 0);
    else if (index === 0 || !story.adds(text)) story.answer({ model, text }, index > 0);
  }
}

/** A prompt of VS Code's chat replay, with the requests and tools that it led to. */
function replay(story: Story, prompt: Raw): undefined {
  story.say({ content: prompt.prompt }, { role: 'user' });
  for (const log of objectsIn(prompt.logs)) {
    const about = objectIn(log.metadata);
    if (log.kind === 'toolCall') {
      const id = textIn(log.id) ?? '';
      story.call({ id, name: textIn(log.tool) ?? '', arguments: argumentsOf(log.args), at: timeOf(log) });
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

export const EDITORS: readonly Shape[] = [
  {
    name: 'vscode',
    is: (one) => some(one.requests, (asked) => has(asked, 'message', 'response')),
    id: 'sessionId',
    list: 'requests',
    say: vscode,
  },
  {
    name: 'vscode',
    is: (one) => some(one.prompts, (asked) => has(asked, 'prompt', 'logs')),
    list: 'prompts',
    say: replay,
  },
];
