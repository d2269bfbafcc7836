/** The conversation in Anthropic's order: a person's and the model's messages take turns, results right after their calls. */
import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { answerParts, type Part } from '../answer-order.ts';
import { idOfForm } from '../call-ids.ts';
import type { Media, Turn, WireRequest } from '../wire.ts';

/** Other ids are refused. */
const callId = idOfForm(/^[a-zA-Z0-9_-]+$/, 32);

/** The first message has to be a person's. */
const NO_BEGINNING = '(The beginning of this conversation is not part of it any more.)';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlockParam[];
}

export function messages({ turns, dataOf }: WireRequest): MessageParam[] {
  const grouped: Message[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(turn, dataOf);
    if (blocks.length === 0) continue;
    const last = grouped.at(-1);
    if (last?.role !== role) grouped.push({ role, content: blocks });
    else if (turn.role === 'tool') last.content.splice(resultsIn(last), 0, ...blocks);
    else last.content.push(...blocks);
  }
  if (grouped[0]?.role === 'assistant') {
    grouped.unshift({ role: 'user', content: [{ type: 'text', text: NO_BEGINNING }] });
  }
  return grouped;
}

/** Results come before everything else in a message. */
const resultsIn = ({ content }: Message): number => content.filter(({ type }) => type === 'tool_result').length;

function blocksOf(turn: Turn, dataOf: WireRequest['dataOf']): ContentBlockParam[] {
  switch (turn.role) {
    case 'system':
      return text(turn.content);
    case 'user':
      return [...text(turn.content), ...(turn.media ?? []).flatMap((one) => mediaBlock(one, dataOf(one)))];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: callId(turn.callId), content: turn.content }];
    case 'assistant':
      return answerParts(turn).flatMap(answerBlock);
  }
}

/** Blocks of blank text are refused. */
const text = (words: string): ContentBlockParam[] => (words.trim() === '' ? [] : [{ type: 'text', text: words }]);

function answerBlock(part: Part): ContentBlockParam[] {
  switch (part.kind) {
    case 'kept':
      return [part.item as unknown as ContentBlockParam];
    case 'text':
      return text(part.text);
    case 'call': {
      const { id, name, arguments: json } = part.call;
      return [{ type: 'tool_use', id: callId(id), name, input: JSON.parse(json) as unknown }];
    }
  }
}

function mediaBlock({ kind, name, mime }: Media, data: string | undefined): (ImageBlockParam | DocumentBlockParam)[] {
  if (data === undefined) return [];
  if (kind === 'pdf') {
    return [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, title: name }];
  }
  switch (mime) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/gif':
    case 'image/webp':
      return [{ type: 'image', source: { type: 'base64', media_type: mime, data } }];
    default:
      return [];
  }
}
