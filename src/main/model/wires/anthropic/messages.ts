/** The conversation in Anthropic's order: a person's and the model's messages take turns, results right after their calls. */
import type { ContentBlockParam, DocumentBlockParam, ImageBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { perObject } from '../../../../shared/per-object.ts';
import { sharedLength } from '../../../lib/growing.ts';
import { answerParts, type Part } from '../answer-order.ts';
import { idOfForm } from '../call-ids.ts';
import { shapeTurns } from '../shape-turns.ts';
import type { Media, Turn, WireRequest } from '../wire.ts';

/** Other ids are refused. */
const callId = idOfForm(/^[a-zA-Z0-9_-]+$/, 32);

export interface Message {
  readonly role: Role;
  readonly content: ContentBlockParam[];
}

/** The first message has to be a person's. */
const BEGINNING: Message = {
  role: 'user',
  content: [{ type: 'text', text: '(The beginning of this conversation is not part of it any more.)' }],
};

type Role = 'user' | 'assistant';
type Blocks = readonly ContentBlockParam[];

export function messages(request: WireRequest): Message[] {
  const groups: { readonly role: Role; readonly blocks: Blocks[] }[] = [];
  for (const [index, blocks] of blocksOfTurns(request).entries()) {
    if (blocks.length === 0) continue;
    const role = request.turns[index]?.role === 'assistant' ? 'assistant' : 'user';
    const last = groups.at(-1);
    if (last?.role === role) last.blocks.push(blocks);
    else groups.push({ role, blocks: [blocks] });
  }
  const grouped = groups.map(({ role, blocks }) => messageOf(role, blocks));
  return grouped[0]?.role === 'assistant' ? [BEGINNING, ...grouped] : grouped;
}

const blocksOfTurns = shapeTurns(blocksOf);

/** Stays the same message from request to request until a turn is added to it. */
function messageOf(role: Role, blocks: readonly Blocks[]): Message {
  const known = lastOf(blocks[0] as Blocks);
  if (known.blocks.length === blocks.length && sharedLength(known.blocks, blocks) === blocks.length)
    return known.message;
  // Results come before everything else in a message.
  const content = blocks.flat().sort((one, other) => Number(isResult(other)) - Number(isResult(one)));
  known.blocks = blocks;
  known.message = { role, content };
  return known.message;
}

/** By the first blocks of a message. */
const lastOf = perObject((_: Blocks): { blocks: readonly Blocks[]; message: Message } => ({
  blocks: [],
  message: BEGINNING,
}));

const isResult = ({ type }: ContentBlockParam): boolean => type === 'tool_result';

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
