/**
 * A request as the model reads it: tool definitions, the sections of the system message, then each message, with what
 * was loaded inside a result as pieces of their own. Manifest, prefix and difference are all made of these.
 */
import type { PartKind } from '../../../shared/events.ts';
import type { Turn } from '../../model/wires/wire.ts';
import type { AssembledRequest } from '../build-request.ts';
import type { ConversationItem } from '../conversation.ts';
import { mediaReason } from '../media/media-reason.ts';
import { mediaTokens } from '../media/media-tokens.ts';
import type { ShownAttachment } from '../media/shown-media.ts';
import type { OfferedTool } from '../prompt/offered-tools.ts';
import type { DocumentSection, Section } from '../prompt/system-message.ts';
import { ownTokens } from '../token-table.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { baseOverhead, toolTokens } from '../tokens/overheads.ts';

export interface Piece {
  /** The same piece in another request of the session has the same id. */
  readonly id: string;
  readonly kind: PartKind;
  readonly label: string;
  /** As the section gives it; '' for messages and tools. */
  readonly reason: string;
  readonly place: 'tools' | 'system' | number;
  readonly text: string;
  /** What stands around the text in the bytes: two pieces are the same where text and frame are. */
  readonly frame: string;
  /** Of the event that brought it in, where the request itself says it. */
  readonly seq?: number;
  /** Whose it is, of what a loaded skill brings. */
  readonly skill?: string;
  /** With the message's own overhead: the pieces' tokens add up to the table's total. */
  tokens(counter: TokenCounter): number;
}

export function requestPieces({ request: { model }, offered, sections, items }: AssembledRequest): Piece[] {
  const pieces = offered.map(toolPiece);
  for (const [index, section] of sections.entries()) pieces.push(sectionPiece(section, index, offered));
  pieces.push(...conversationPieces(items, model));
  return withOwnIds(pieces);
}

/** What follows the system message, which is the first. */
export function conversationPieces(items: readonly ConversationItem[], model: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, item] of items.entries()) {
    itemPieces(item, index + 2, pieces);
    pieces.push(...(item.media ?? []).map((one, place) => mediaPiece(one, { item, model, index: place }, index + 2)));
  }
  return pieces;
}

export function samePiece(one: Piece, other: Piece): boolean {
  return one.text === other.text && one.frame === other.frame;
}

function toolPiece({ definition: tool, skill }: OfferedTool): Piece {
  return {
    id: `tool:${tool.name}`,
    kind: 'tools',
    label: tool.name,
    reason: '',
    place: 'tools',
    text: JSON.stringify(tool),
    frame: 'tool',
    ...(skill === undefined ? {} : { skill: skill.id, seq: skill.seq }),
    tokens: (counter) => toolTokens(tool, counter),
  };
}

function sectionPiece(section: Section, index: number, offered: readonly OfferedTool[]): Piece {
  const { kind, label, reason, text } = section;
  return {
    id: sectionId(section),
    ...{ kind, label, reason, text },
    place: 'system',
    frame: index === 0 ? 'system' : 'section',
    ...(isDocument(section) ? { seq: section.seq } : {}),
    ...(section.skill === undefined ? {} : { skill: section.skill }),
    tokens: (counter) => (index === 0 ? baseOverhead(offered, counter) : 0) + counter.count(text),
  };
}

function isDocument(section: Section): section is DocumentSection {
  return section.kind === 'skill' || section.kind === 'reference';
}

function sectionId(section: Section): string {
  if (isDocument(section)) return documentId(section);
  const { kind, label, text, skill } = section;
  if (kind === 'catalog') return 'catalog';
  if (kind === 'tools') return skill === undefined ? 'tool-list' : `tool-line:${label}`;
  if (label === 'base prompt') return 'base';
  return label === 'headings' ? `heading:${text.replace(/^#+\s*/, '')}` : label;
}

function documentId({ skill, path }: DocumentSection): string {
  return path === undefined ? `skill:${skill}` : `reference:${skill}/${path}`;
}

function itemPieces(item: ConversationItem, place: number, pieces: Piece[]): void {
  const frame = frameOf(item.turn);
  const own = ownPiece(item, place, frame);
  const documents = item.documents.map((document, index): Piece => {
    const { kind, label, reason, text, skill, seq } = document;
    // A message that is nothing but what was loaded has no piece of its own: its overhead goes with the first.
    const isFirst = own === undefined && index === 0;
    return {
      id: documentId(document),
      ...{ kind, label, reason, text, place },
      frame: isFirst ? frame : 'document',
      ...{ skill, seq },
      tokens: (counter) => (isFirst ? ownTokens(item, counter) : 0) + counter.count(text),
    };
  });
  if (own === undefined) pieces.push(...documents);
  else if (documents.length === 0) pieces.push(own);
  else pieces.push(...inOrder(own, documents, item.turn.content));
}

/** Its text says what it is: the bytes themselves are in the request alone. */
function mediaPiece(
  { name, mime, bytes, sha256, media }: ShownAttachment,
  { item, model, index }: { readonly item: ConversationItem; readonly model: string; readonly index: number },
  place: number,
): Piece {
  const { tokens, rule } = mediaTokens(model, media);
  const { seq } = item;
  return {
    id: `media:${seq}:${index + 1}`,
    kind: 'user',
    label: name,
    reason: mediaReason(media, rule),
    place,
    text: `${name} (${mime}, ${bytes} bytes, SHA-256 ${sha256})`,
    frame: 'media',
    ...(seq === undefined ? {} : { seq }),
    tokens: () => tokens,
  };
}

/** What a result carries stands before its other words; what was put behind it, after them. */
function inOrder(own: Piece, documents: readonly Piece[], content: string): Piece[] {
  const first = own.text.split('\n\n', 1)[0] ?? '';
  const at = content.startsWith(own.text) ? 0 : content.lastIndexOf(first);
  const before = documents.filter((document) => content.indexOf(document.text) < at);
  const behind = documents.filter((document) => !before.includes(document));
  return [...before, own, ...behind];
}

function ownPiece(item: ConversationItem, place: number, frame: string): Piece | undefined {
  if (item.text === '' && item.documents.length > 0) return undefined;
  const { seq } = item;
  return {
    id: ownId(item),
    kind: item.kind === 'documents' ? 'skill' : item.kind,
    label: item.name,
    reason: '',
    place,
    text: ownText(item),
    frame,
    ...(seq === undefined ? {} : { seq }),
    tokens: (counter) => ownTokens(item, counter),
  };
}

function ownId({ kind, seq, turn }: ConversationItem): string {
  if (seq !== undefined) return `${kind === 'summary' ? 'summary' : 'message'}:${seq}`;
  return turn.role === 'tool' ? `unanswered:${turn.callId}` : kind;
}

/** The reasoning that goes back, an answer's words, then each call, a line each. */
function ownText({ turn, text }: ConversationItem): string {
  if (turn.role !== 'assistant') return text;
  const calls = turn.calls.map(({ id, name, arguments: json }) =>
    JSON.stringify({ id, type: 'function', function: { name, arguments: json } }),
  );
  return [turn.thinking?.text ?? '', text, ...calls].filter((line) => line !== '').join('\n');
}

/** What goes back unread is part of the bytes, though nobody reads it. */
function frameOf(turn: Turn): string {
  if (turn.role === 'tool') return `tool ${turn.callId}`;
  if (turn.role !== 'assistant') return turn.role;
  const unread = [turn.thinking?.opaque, ...turn.calls.map(({ extra }) => extra)];
  return unread.every((value) => value === undefined) ? turn.role : `${turn.role} ${JSON.stringify(unread)}`;
}

/** Ids are unique in a request, whatever its texts are called. */
function withOwnIds(pieces: readonly Piece[]): Piece[] {
  const seen = new Map<string, number>();
  return pieces.map((piece) => {
    const times = (seen.get(piece.id) ?? 0) + 1;
    seen.set(piece.id, times);
    return times === 1 ? piece : { ...piece, id: `${piece.id}#${times}` };
  });
}
