/** The token table of a request: its pieces, added up to a row for each skill, reference, attachment, tool and kind. */
import { perObject } from '../../shared/defined.ts';
import {
  PART_KINDS,
  type PartFacts,
  type TokenPart,
  type TokenTable,
  type ToolDefinition,
} from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { mapGrowing, sharedLength } from '../lib/growing.ts';
import type { Turn } from '../models/wires/wire.ts';
import { type AssembledRequest, assembleRequest } from './build-request.ts';
import type { ConversationItem } from './conversation.ts';
import { mediaTokens, type ShownAttachment } from './media.ts';
import type { OfferedTool } from './prompt/offered-tools.ts';
import type { Section } from './prompt/system-message.ts';
import {
  baseOverhead,
  isEstimated,
  type Kept,
  PER_CALL,
  PER_MESSAGE,
  type TokenCounter,
  toolTokens,
} from './tokens/counter.ts';

// A request as the model reads it: tool definitions, the sections of the system message, then each message, with
// documents loaded inside a result as separate pieces. Manifest, prefix and difference all use these.

export interface Piece {
  /** The same piece in another request of the session has the same id. */
  readonly id: string;
  readonly part: PartFacts;
  readonly place: 'tools' | 'system' | number;
  readonly text: string;
  /** Bytes around the text: two pieces are equal if text and frame are. */
  readonly frame: string;
  /** Event that added it, if the request itself says so. */
  readonly seq?: number;
  /** Number that it counts for in the row of a token table. */
  readonly count?: number;
  readonly lines?: Section['lines'];
  /** Includes the message's overhead: the pieces' tokens add up to the table's total. */
  tokens(counter: TokenCounter): number;
}

export function requestPieces({ request: { model }, offered, sections, items }: AssembledRequest): Piece[] {
  const system = sections.map((section, index) => sectionPiece(section, index, offered));
  return withOwnIds([...offered.map(toolPiece), ...system], conversationPieces(items, model));
}

/** Those of a state's request. */
export const piecesOf = perObject((state: SessionState): readonly Piece[] => requestPieces(assembleRequest(state)));

/** Pieces after the system message, which is the first item. */
const conversationPieces = mapGrowing((item: ConversationItem, index, model: string): readonly Piece[] => {
  const own = placedPieces(item, index + 2);
  if (item.media === undefined) return own;
  return [...own, ...item.media.map((one, at) => mediaPiece(one, { item, model, index: at }, index + 2))];
});

/** An item keeps its place while messages are only added, so its pieces stay the same objects. */
function placedPieces(item: ConversationItem, place: number): readonly Piece[] {
  const known = placed(item);
  if (known.place !== place) {
    known.place = place;
    known.pieces = itemPieces(item, place);
  }
  return known.pieces;
}

const placed = perObject((_: ConversationItem) => ({ place: 0, pieces: [] as readonly Piece[] }));

export const samePiece = (one: Piece, other: Piece): boolean =>
  one === other || (one.text === other.text && one.frame === other.frame);

function toolPiece(offered: OfferedTool): Piece {
  const { definition: tool, skill, lists } = offered;
  const { json, sum } = written(tool);
  return {
    id: `tool:${tool.name}`,
    part: toolPart(offered),
    ...(skill === undefined ? {} : { seq: skill.seq }),
    place: 'tools',
    text: json,
    frame: 'tool',
    count: lists ?? 1,
    tokens: (counter) => counter.keep(sum, () => toolTokens(tool, counter)),
  };
}

/** A definition stays the same object from request to request. */
const written = perObject((tool: ToolDefinition) => ({ json: JSON.stringify(tool), sum: {} as Kept<number> }));

/** A tool whose description lists the skills counts as the list. */
function toolPart({ definition: { name }, skill, server, lists }: OfferedTool): PartFacts {
  if (lists !== undefined) return { kind: 'catalog', label: 'catalog', reason: 'catalog' };
  const part = { kind: 'tools', label: name } as const;
  if (skill !== undefined) return { ...part, reason: 'skill-tool', skill: skill.id, event: skill.seq };
  return server === undefined ? { ...part, reason: 'tool' } : { ...part, reason: 'server-tool', server };
}

function sectionPiece({ part, text, lines }: Section, index: number, offered: readonly OfferedTool[]): Piece {
  return {
    id: sectionId(part),
    part,
    place: 'system',
    text,
    frame: index === 0 ? 'system' : 'section',
    ...(part.event === undefined ? {} : { seq: part.event }),
    ...(lines === undefined ? {} : { lines, count: lines.length }),
    tokens: (counter) => (index === 0 ? baseOverhead(offered, counter) : 0) + counter.count(text),
  };
}

function sectionId({ kind, label, reason, skill, path }: PartFacts): string {
  if (kind === 'skill') return `skill:${skill}`;
  if (kind === 'reference') return `reference:${skill}/${path}`;
  return ['heading', 'tool-line', 'server-tool-line'].includes(reason) ? `${reason}:${label}` : reason;
}

function itemPieces(item: ConversationItem, place: number): readonly Piece[] {
  const frame = frameOf(item.turn);
  const own = ownPiece(item, place, frame);
  const documents = item.documents.map(({ part, text }, index): Piece => {
    // A message of loaded text only has no piece: its overhead is added to the first document.
    const isFirst = own === undefined && index === 0;
    return {
      id: sectionId(part),
      part,
      place,
      text,
      frame: isFirst ? frame : 'document',
      seq: part.event,
      tokens: (counter) => (isFirst ? ownTokens(item, counter) : 0) + counter.count(text),
    };
  });
  if (own === undefined) return documents;
  return documents.length === 0 ? [own] : inOrder(own, documents, item.turn.content);
}

/** Its text describes the file: only the request contains the bytes. */
function mediaPiece(
  { name, mime, bytes, sha256, media }: ShownAttachment,
  { item, model, index }: { readonly item: ConversationItem; readonly model: string; readonly index: number },
  place: number,
): Piece {
  const { kind, width = 0, height = 0, pages = 1 } = media;
  const facts = kind === 'image' ? { reason: kind, figures: { width, height } } : { reason: kind, figures: { pages } };
  const { seq } = item;
  return {
    id: `media:${seq}:${index + 1}`,
    part: { kind: 'user', label: name, ...facts },
    place,
    text: `${name} (${mime}, ${bytes} bytes, SHA-256 ${sha256})`,
    frame: 'media',
    ...(seq === undefined ? {} : { seq }),
    tokens: () => mediaTokens(model, media),
  };
}

/** Orders documents of a result: those it carries before its own text, those appended after it. */
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
  const sum: Kept<number> = {};
  return {
    id: ownId(item),
    part: { kind: item.kind === 'documents' ? 'skill' : item.kind, label: item.name, ...reasonOf(item) },
    place,
    text: ownText(item),
    frame,
    ...(seq === undefined ? {} : { seq }),
    count: 1,
    tokens: (counter) => counter.keep(sum, () => ownTokens(item, counter)),
  };
}

function reasonOf({ kind, seq, reason }: ConversationItem): Pick<PartFacts, 'reason' | 'event' | 'figures'> {
  if (reason !== undefined) return reason;
  if (seq === undefined) return { reason: 'unanswered' };
  return kind === 'summary' ? { reason: kind, event: seq } : { reason: 'conversation' };
}

const MESSAGE = 'message:';

function ownId({ kind, seq, turn }: ConversationItem): string {
  if (seq !== undefined) return kind === 'summary' ? `summary:${seq}` : `${MESSAGE}${seq}`;
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

/** Opaque fields that are sent back are part of the bytes, though no one reads them. */
function frameOf(turn: Turn): string {
  if (turn.role === 'tool') return `tool ${turn.callId}`;
  if (turn.role !== 'assistant') return turn.role;
  const unread = [turn.thinking?.opaque, ...turn.calls.map(({ extra }) => extra)];
  return unread.every((value) => value === undefined) ? turn.role : `${turn.role} ${JSON.stringify(unread)}`;
}

/** Makes ids unique in a request, whatever its texts are called. */
function withOwnIds(first: readonly Piece[], said: readonly Piece[]): Piece[] {
  const seen = new Map<string, number>();
  const own = (piece: Piece): Piece => {
    const times = (seen.get(piece.id) ?? 0) + 1;
    seen.set(piece.id, times);
    return times === 1 ? piece : { ...piece, id: `${piece.id}#${times}` };
  };
  const pieces = first.map(own).concat(said);
  for (const index of named(said)) pieces[first.length + index] = own(said[index] as Piece);
  return pieces;
}

/** Indexes of the pieces that are no message: a message's id has the number of its event. */
const named = mapGrowing(({ id }: Piece, index) => (id.startsWith(MESSAGE) ? [] : [index]));

/** Excludes the documents inside, which are separate parts. */
function ownTokens({ turn, text }: ConversationItem, counter: TokenCounter): number {
  const calls = turn.role === 'assistant' ? turn.calls : [];
  return calls.reduce(
    (sum, call) => sum + counter.count(call.name) + counter.count(call.arguments) + PER_CALL,
    PER_MESSAGE + counter.count(text) + thoughtTokens(turn, counter),
  );
}

/** Tokens of reasoning that is sent back: encrypted reasoning takes its original tokens, not its summary's. */
function thoughtTokens(turn: Turn, counter: TokenCounter): number {
  if (turn.role !== 'assistant' || turn.thinking?.opaque === undefined) return 0;
  const { text = '', tokens = 0 } = turn.thinking;
  return Math.max(tokens, text === '' ? 0 : counter.count(text));
}

interface Sums {
  readonly rows: ReadonlyMap<string, TokenPart>;
  readonly approximate: boolean;
}

const NOTHING: Sums = { rows: new Map(), approximate: false };

/** @param max tokens of the model's context window. */
export function tokenTable(pieces: readonly Piece[], max: number, counter: TokenCounter): TokenTable {
  const { rows, approximate } = counter.keep(sumsKept(pieces), () => sumsOf(pieces, counter));
  const parts = [...rows.values()].sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max,
    parts,
    encoding: counter.encoding,
    ...(approximate ? { approximate } : {}),
  };
}

/** Each request's are asked for twice: for its table, and beside those of the request before. */
const sumsKept = perObject((_: readonly Piece[]): Kept<Sums> => ({}));

function sumsOf(pieces: readonly Piece[], counter: TokenCounter): Sums {
  const start = pieces.findIndex(({ place }) => typeof place === 'number');
  if (start === -1) return plus(NOTHING, pieces, counter);
  const first = plus(NOTHING, pieces.slice(0, start), counter);
  const said = sumsOfSaid(pieces.slice(start), counter);
  const rows = new Map(first.rows);
  for (const [key, row] of said.rows) {
    const before = rows.get(key);
    rows.set(key, before === undefined ? row : { ...before, ...counted(before, row.tokens, row.count) });
  }
  return { rows, approximate: first.approximate || said.approximate };
}

/** Keyed by the first piece of a conversation. */
const before = new WeakMap<Piece, { readonly said: readonly Piece[]; readonly sums: Kept<Sums> }>();

/** Pieces of the conversation, which grows at its end: goes on from the sums of those before. */
function sumsOfSaid(said: readonly Piece[], counter: TokenCounter): Sums {
  const first = said[0] as Piece;
  const known = before.get(first);
  const isBeginning = known !== undefined && sharedLength(known.said, said) === known.said.length;
  const earlier = isBeginning ? known : { said: [], sums: {} };
  const sums: Kept<Sums> = {};
  const all = counter.keep(sums, () =>
    plus(
      counter.keep(earlier.sums, () => plus(NOTHING, earlier.said, counter)),
      said.slice(earlier.said.length),
      counter,
    ),
  );
  if (sums.value !== undefined) before.set(first, { said, sums });
  return all;
}

function plus(sums: Sums, pieces: readonly Piece[], counter: TokenCounter): Sums {
  let { approximate } = sums;
  const rows = new Map([...sums.rows].map(([key, row]) => [key, { ...row }]));
  for (const piece of pieces) {
    if (isEstimated(piece.text)) approximate = true;
    const [group, id, label] = rowOf(piece);
    const key = `${group}\n${id}`;
    const row = rows.get(key) ?? { ...piece.part, label, tokens: 0 };
    rows.set(key, Object.assign(row, counted(row, piece.tokens(counter), piece.count)));
  }
  return { rows, approximate };
}

const counted = (row: TokenPart, tokens: number, count = 0): Pick<TokenPart, 'tokens' | 'count'> => ({
  tokens: row.tokens + tokens,
  ...(count > 0 ? { count: (row.count ?? 0) + count } : {}),
});

/** A row a message would make every event as long as the conversation. */
function rowOf({
  id,
  part: { kind, label, reason, skill, server },
}: Piece): readonly [group: string, id: string, label: string] {
  if (kind === 'skill' || kind === 'reference' || reason === 'image' || reason === 'pdf') return ['piece', id, label];
  if (kind === 'tool-result') return [kind, label, label];
  if (server !== undefined) return [`server ${kind}`, server, server];
  return skill === undefined ? [kind, kind, kind] : [kind, skill, skill];
}
