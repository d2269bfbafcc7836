/** Content of the session that the request lacks, wholly or in part, each with the reason. */

import { setImmediate as rest } from 'node:timers/promises';
import { type LeftOut, type Manifest, type ManifestPart, RECENT_MESSAGES } from '../../shared/context-views.ts';
import {
  type EventOf,
  type PartFacts,
  type PrefixKept,
  type SessionEvent,
  UNLOAD_REASONS,
} from '../../shared/events.ts';
import { activeEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { listedSkills, modelSkills } from '../../shared/skills/skill-list.ts';
import { sha256 } from '../lib/text.ts';
import { type AssembledRequest, assembleRequest } from './build-request.ts';
import { isLoadedText } from './compacted-messages.ts';
import { cappedSkills, isCapped } from './more-dialects.ts';
import { causeOf, prefixOf, type ReadRequest, readRequest } from './prefix.ts';
import { type Piece, requestPieces } from './token-table.ts';
import { counting, isEstimated, type TokenCounter } from './tokens/counter.ts';

/** The event behind what no message and no load added: tools, fixed words, the catalog. */
export interface Origins {
  of(id: string): number | undefined;
}

/** @param events those that the request was built from. */
export function originsOf(events: readonly SessionEvent[]): Origins {
  const since = new Map<string, { readonly text: string; readonly seq: number }>();
  const note = (id: string, text: string, seq: number) => {
    if (since.get(id)?.text !== text) since.set(id, { text, seq });
  };
  for (const event of events) {
    if (event.type === 'catalog-changed') {
      note(
        'catalog',
        // `userInvocable` and the fingerprint change no list.
        JSON.stringify(
          modelSkills({ catalog: event.skills }).map(({ userInvocable: _, content: __, ...listed }) => listed),
        ),
        event.seq,
      );
    }
    if (event.type !== 'prompt-changed') continue;
    note('base', event.basePrompt, event.seq);
    note('workspace', event.workspaceSection, event.seq);
    note('tool-list', JSON.stringify(event.tools.map(({ name, description }) => [name, description])), event.seq);
    for (const tool of event.tools) note(`tool:${tool.name}`, JSON.stringify(tool), event.seq);
  }
  return { of: (id) => since.get(id)?.seq };
}

/** Reasons why each piece is in the request, as far as the log has to be asked. */
type Facts = ReturnType<typeof factsOf>;

function factsOf(state: SessionState, events: readonly SessionEvent[]) {
  const loaded = new Map(state.loadedSkills.map((skill) => [skill.id, skill]));
  return {
    origins: originsOf(events),
    loaded,
    /** The content of each result as it came. */
    results: new Map(state.messages.flatMap((one) => (one.role === 'tool' ? [[one.seq, one.content] as const] : []))),
    shortening: state.compactions.filter(({ strategy }) => strategy === 'tool-results'),
    pinned: new Set(state.pinnedMessages),
    /** Messages from here on are kept in full. */
    recentFrom: state.messages.at(-RECENT_MESSAGES)?.seq ?? 0,
  };
}

function isPinned({ part: { skill, reason }, seq }: Piece, { loaded, pinned }: Facts): boolean {
  if (skill !== undefined) return loaded.get(skill)?.pinned === true;
  return reason === 'conversation' && seq !== undefined && pinned.has(seq);
}

/** Reason that keeps a message there or shortened it; for other pieces only what they do not say themselves. */
function reasonOf(piece: Piece, facts: Facts): Partial<Pick<PartFacts, 'reason' | 'event'>> {
  const { part, seq } = piece;
  if (part.reason !== 'conversation' || seq === undefined) return {};
  if (isPinned(piece, facts)) return { reason: 'pinned' };
  const by = shortenedBy(piece, seq, facts);
  if (by !== undefined) return { reason: 'result-shortened', event: by.seq };
  return seq >= facts.recentFrom ? { reason: 'recent' } : {};
}

function shortenedBy({ part: { kind }, text }: Piece, seq: number, { results, shortening }: Facts) {
  if (kind !== 'tool-result' || results.get(seq) === text) return undefined;
  return shortening.find(({ coversSeq: [from, to] }) => seq >= from && seq <= to);
}

function leftOut(state: SessionState, pieces: readonly Piece[], events: readonly SessionEvent[]): LeftOut[] {
  return [
    ...messages(state, pieces),
    ...skills(state, activeEvents(events)),
    ...references(state, activeEvents(events)),
    ...rewound(events),
  ];
}

function messages(state: SessionState, pieces: readonly Piece[]): LeftOut[] {
  if (state.compactions.length === 0) return [];
  const present = new Map(pieces.map((piece) => [piece.id, piece]));
  const summary = state.compactions.findLast(({ strategy }) => strategy === 'turns');
  const shortening = state.compactions.filter(({ strategy }) => strategy === 'tool-results');
  return state.messages.flatMap((message): LeftOut[] => {
    const id = `message:${message.seq}`;
    const piece = present.get(id);
    const label = message.role === 'tool' ? message.name : message.role;
    if (piece === undefined) {
      if (summary === undefined || message.seq > summary.coversSeq[1]) return [];
      return [{ id, label, reason: 'left-summarised', event: summary.seq, seq: message.seq }];
    }
    if (message.role !== 'tool' || isLoadedText(state, message.callId)) return [];
    const by = shortening.find(({ coversSeq: [from, to] }) => message.seq >= from && message.seq <= to);
    if (by === undefined || piece.text === message.content) return [];
    const figures = { from: message.content.length, to: piece.text.length };
    return [{ id, label, reason: 'left-shortened', event: by.seq, figures, seq: message.seq }];
  });
}

function skills(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'skill-unloaded', ({ skill }) => skill);
  const loaded = new Set(state.loadedSkills.map(({ id }) => id));
  const listed = isCapped(state) ? cappedSkills(state) : listedSkills(state).skills;
  const shown = new Set(listed.map(({ id }) => id));
  const all = modelSkills(state);
  const { budget = 0 } = state.listing ?? {};
  const unlisted = { figures: { shown: listed.length, of: all.length, ...(budget === 0 ? {} : { budget }) } };
  return all.flatMap(({ id }): LeftOut[] => {
    if (loaded.has(id)) return [];
    const unload = gone.get(id);
    const figures = shown.has(id) ? {} : unlisted;
    const part = { id: `skill:${id}`, label: id, skill: id, ...figures };
    return [{ ...part, ...(unload === undefined ? { reason: 'left-never-loaded' } : unloaded(unload)) }];
  });
}

function unloaded({ reason, seq }: { readonly reason: string; readonly seq: number }) {
  const known = UNLOAD_REASONS.find((code) => code === reason);
  return { reason: 'left-unloaded', seq, ...(known === undefined ? {} : { unloaded: known }) } as const;
}

function references(state: SessionState, events: readonly SessionEvent[]): LeftOut[] {
  const gone = latest(events, 'reference-unloaded', ({ skill, path }) => `${skill}/${path}`);
  return [...gone.values()].flatMap(({ skill, path, reason, seq }): LeftOut[] => {
    const owner = state.loadedSkills.find(({ id }) => id === skill);
    // Without its skill it went with it.
    if (owner === undefined || owner.references.some((one) => one.path === path)) return [];
    const part = { id: `reference:${skill}/${path}`, label: `${skill} - ${path}`, skill, path };
    return [{ ...part, ...unloaded({ reason, seq }) }];
  });
}

function rewound(events: readonly SessionEvent[]): LeftOut[] {
  const last = events.findLast((event) => event.type === 'history-rewound');
  if (last === undefined) return [];
  const active = new Set(activeEvents(events));
  const count = events.filter((event) => isMessage(event) && !active.has(event)).length;
  if (count === 0) return [];
  const { seq } = last;
  return [{ id: 'rewound', label: 'rewound', reason: 'left-set-aside', figures: { messages: count }, seq }];
}

function isMessage(event: SessionEvent): boolean {
  if (event.type === 'user-message-added' || event.type === 'tool-finished') return true;
  return event.type === 'model-responded' && event.purpose !== 'summary';
}

function latest<T extends 'skill-unloaded' | 'reference-unloaded'>(
  events: readonly SessionEvent[],
  type: T,
  key: (event: EventOf<T>) => string,
): Map<string, EventOf<T>> {
  const found = new Map<string, EventOf<T>>();
  for (const event of events) {
    if (event.type !== type) continue;
    const one = event as EventOf<T>;
    found.set(key(one), one);
  }
  return found;
}

// The manifest of a request: every piece with its tokens, its hash and the reason it is in; and what was left out.

/** Tokens of a piece and of its lines. */
export interface CountedPiece {
  readonly tokens: number;
  readonly lines?: ManifestPart['lines'];
}

/** Pieces listed before others get their turn. */
const BATCH = 2_000;
/** Characters hashed before: ten milliseconds. */
const HASHED_AT_ONCE = 8_000_000;

/**
 * @param counted figures of the pieces, in their order.
 * @param events the session's log up to the state.
 */
async function manifestOf(
  state: SessionState,
  pieces: readonly Piece[],
  counted: readonly CountedPiece[],
  events: readonly SessionEvent[],
): Promise<Manifest> {
  const facts = factsOf(state, activeEvents(events));
  const parts: ManifestPart[] = [];
  let hashed = 0;
  for (const [index, piece] of pieces.entries()) {
    hashed += piece.text.length;
    if (index % BATCH === 0 || hashed > HASHED_AT_ONCE) {
      await rest();
      hashed = 0;
    }
    // A heading was added with the first piece below it.
    const owner = piece.part.reason === 'heading' ? (pieces[index + 1] ?? piece) : piece;
    const since = sinceOf(owner, facts);
    parts.push({
      ...listedPart(piece, counted[index] as CountedPiece),
      ...reasonOf(piece, facts),
      ...(since === undefined ? {} : { since }),
      ...(isPinned(piece, facts) ? { pinned: true } : {}),
    });
  }
  await rest();
  return { parts, leftOut: leftOut(state, pieces, events) };
}

export function countedPiece({ text, lines, tokens }: Piece, counter: TokenCounter): CountedPiece {
  if (lines === undefined) return { tokens: tokens(counter) };
  // Each line is counted alone, so that together they may be a few tokens off the whole.
  const counted = lines.map((line) => ({
    ...line,
    tokens: counter.count(text.slice(line.from, line.from + line.length)),
  }));
  return { tokens: tokens(counter), lines: counted };
}

/** Facts of a piece that the request itself says. */
export function listedPart({ id, part, place, text }: Piece, { tokens, lines }: CountedPiece): ManifestPart {
  return {
    id,
    ...part,
    place,
    tokens,
    sha256: sha256(text),
    length: text.length,
    ...(lines === undefined ? {} : { lines }),
    ...(isEstimated(text) ? { approximate: true } : {}),
  };
}

const sinceOf = ({ id, seq }: Piece, { origins }: Facts): number | undefined => seq ?? origins.of(id);

// Manifest and prefix with their token figures: counting may load an encoding, so these are asynchronous.

/** @param events the log up to the state. */
export async function manifestWithFigures(
  state: SessionState,
  events: readonly SessionEvent[],
  request: AssembledRequest = assembleRequest(state),
): Promise<Manifest> {
  const pieces = requestPieces(request);
  await rest();
  return manifestOf(state, pieces, await countedPieces(state.model, pieces), events);
}

/** Figures of a request's pieces, in their order. */
export const countedPieces = (model: string, pieces: readonly Piece[]): Promise<CountedPiece[]> =>
  counting(model, (counter) => pieces.map((piece) => countedPiece(piece, counter)));

/** The parts of a session's request that comparisons need. */
export interface RequestOf {
  readonly state: SessionState;
  readonly read: ReadRequest;
}

export const requestOf = (state: SessionState): RequestOf => ({ state, read: readRequest(state) });

/**
 * The part of the later request that the earlier one of the same session had too.
 * @param events the log, up to the later state at least.
 */
export function prefixKept(
  earlier: SessionState,
  later: SessionState,
  events: readonly SessionEvent[],
): Promise<PrefixKept> {
  return prefixBetween(requestOf(earlier), requestOf(later), events);
}

/** Like `prefixKept`, with the two requests in either order. */
export function prefixBetween(one: RequestOf, other: RequestOf, events: readonly SessionEvent[]): Promise<PrefixKept> {
  const [first, last] = one.state.lastSeq <= other.state.lastSeq ? [one.state, other.state] : [other.state, one.state];
  const causes = new Map<number | undefined, number | undefined>();
  const cause = (brokeAt: number | undefined) => {
    if (!causes.has(brokeAt)) causes.set(brokeAt, causeOf(first, eventsBetween(events, first, last), events, brokeAt));
    return causes.get(brokeAt);
  };
  return counting(other.state.model, (counter) => prefixOf(one.read, other.read, counter, cause));
}

export function eventsBetween(
  events: readonly SessionEvent[],
  earlier: SessionState,
  later: SessionState,
): readonly SessionEvent[] {
  return events.filter(({ seq }) => seq > earlier.lastSeq && seq <= later.lastSeq);
}
