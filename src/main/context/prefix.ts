/**
 * Measures how much of a request a provider's prompt cache can reuse from the request before it: the equal leading
 * bytes in the order in which providers read them, tools first, then the messages. In tokens.
 */
import type { PartFacts, PrefixKept, SessionEvent } from '../../shared/events.ts';
import { continueFold, foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { sharedLength } from '../lib/growing.ts';
import { type Piece, piecesOf, samePiece, tokenTable } from './token-table.ts';
import type { TokenCounter } from './tokens/counter.ts';

export interface ReadRequest {
  readonly model: string;
  readonly pieces: readonly Piece[];
}

interface LeadingPart {
  readonly tokens: number;
  /** Index of the first piece that differs; absent if the later request only appends. */
  readonly brokeAt?: number;
}

export const readRequest = (state: SessionState): ReadRequest => ({ model: state.model, pieces: piecesOf(state) });

/** Compares two requests to one model. */
function leadingPart(before: readonly Piece[], after: readonly Piece[], counter: TokenCounter): LeadingPart {
  const same = sharedLength(before, after, samePiece);
  // Requests mostly grow: what was added is shorter than what was there, and the whole is known.
  const added = after.slice(same).reduce((sum, piece) => sum + piece.tokens(counter), 0);
  const tokens = tokenTable(after, 0, counter).total - added;
  const [earlier, later] = [before[same], after[same]];
  if (earlier === undefined || later === undefined) return { tokens };
  return { tokens: tokens + sharedTokens(earlier, later, counter), brokeAt: same };
}

/** @param cause of a difference at that piece, or in the model where it is undefined. */
export function prefixOf(
  before: ReadRequest,
  after: ReadRequest,
  counter: TokenCounter,
  cause: (brokeAt: number | undefined) => number | undefined,
): PrefixKept {
  if (before.model !== after.model)
    return { tokens: 0, broke: { ...otherModel(after.model), ...seqOf(cause(undefined)) } };
  const { tokens, brokeAt } = leadingPart(before.pieces, after.pieces, counter);
  const broken = brokeAt === undefined ? undefined : after.pieces[brokeAt];
  if (broken === undefined) return { tokens };
  return { tokens, broke: { ...broken.part, ...seqOf(cause(brokeAt)) } };
}

/** The first difference, where each model has its own cache. */
const otherModel = (model: string): PartFacts => ({ kind: 'base', label: model, reason: 'other-model' });

const seqOf = (seq: number | undefined) => (seq === undefined ? {} : { seq });

/** Events that can change what had been there, rather than add to its end. */
const CHANGING: ReadonlySet<string> = new Set([
  'settings-changed',
  'prompt-changed',
  'catalog-changed',
  'catalog-listed',
  'history-rewound',
  'user-message-added',
  'skill-loaded',
  'skill-unloaded',
  'reference-loaded',
  'reference-unloaded',
  'skill-pin-changed',
  'context-compacted',
  'compaction-undone',
  'tool-finished',
  'model-responded',
]);

/**
 * The first event in `between` after which the piece at that place differs.
 * @param events the whole log up to there: a rewind folds it from the start.
 */
export function causeOf(
  earlier: SessionState,
  between: readonly SessionEvent[],
  events: readonly SessionEvent[],
  brokeAt: number | undefined,
): number | undefined {
  const original = brokeAt === undefined ? undefined : piecesOf(earlier)[brokeAt];
  for (const { event, state } of steps(earlier, between, events, CHANGING)) {
    if (brokeAt === undefined ? state.model === earlier.model : isStill(original, state, brokeAt)) continue;
    return rootOf(event, between, earlier).seq;
  }
  return undefined;
}

function isStill(original: Piece | undefined, state: SessionState, index: number): boolean {
  const now = piecesOf(state)[index];
  return original !== undefined && now !== undefined && samePiece(original, now);
}

/** The state after each event `between` whose type is among `types`. */
export function* steps(
  earlier: SessionState,
  between: readonly SessionEvent[],
  events: readonly SessionEvent[],
  types: ReadonlySet<string>,
): Generator<{ readonly event: SessionEvent; readonly state: SessionState }> {
  let state = earlier;
  let folded = 0;
  for (const [index, event] of between.entries()) {
    if (!types.has(event.type)) continue;
    const upTo = index + 1;
    const rewound = between.slice(folded, upTo).some((one) => one.type === 'history-rewound');
    state = rewound
      ? foldEvents(
          earlier.id,
          events.filter((one) => one.seq <= event.seq),
        )
      : continueFold(state, between.slice(folded, upTo));
    folded = upTo;
    yield { event, state };
  }
}

/** Events that another may have brought about. */
const IN_THE_WAKE: ReadonlySet<string> = new Set(['prompt-changed', 'skill-loaded', 'reference-loaded']);

/**
 * A change of dialect is followed by its words and by loads in its form, a change of the catalog by a tool's description
 * that lists it: what the person or the disk did is the cause, not what the app logged in its wake.
 */
export function rootOf(event: SessionEvent, between: readonly SessionEvent[], earlier: SessionState): SessionEvent {
  if (!IN_THE_WAKE.has(event.type)) return event;
  const before = between.filter((one) => one.seq < event.seq);
  const dialect = before.findLast((one) => one.type === 'settings-changed' && one.dialect !== undefined);
  if (event.type === 'prompt-changed') {
    const listed = before.findLast((one) => one.type === 'catalog-listed');
    return dialect ?? before.findLast((one) => one.type === 'catalog-changed') ?? listed ?? event;
  }
  if (event.type !== 'skill-loaded' && event.type !== 'reference-loaded') return event;
  const { skill } = event;
  const wasThere = earlier.loadedSkills.some(({ id }) => id === skill);
  const went = before.some((one) => one.type === 'skill-unloaded' && one.skill === skill);
  return wasThere && !went ? (dialect ?? event) : event;
}

/** Tokens that two differing pieces both begin with. */
export function sharedTokens(earlier: Piece, later: Piece, counter: TokenCounter): number {
  const common = earlier.frame === later.frame ? commonTokens(earlier.text, later.text, counter) : 0;
  return Math.min(common, later.tokens(counter));
}

/** Tokens of the common beginning, without the last, which may continue differently. */
function commonTokens(one: string, other: string, counter: TokenCounter): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  const common = one.slice(0, length);
  const space = lastSpace(common);
  if (space !== undefined) return counter.count(common.slice(0, space));
  return Math.max(0, counter.count(common.replace(/[\uD800-\uDBFF]$/, '')) - 1);
}

/** Characters: a text whose last space is farther back is taken as written without spaces. */
const LONGEST_WORD = 60;

function lastSpace(text: string): number | undefined {
  const isSpace = (index: number) => /\s/.test(text[index] ?? '');
  let at = text.length - 1;
  while (at > 0 && at > text.length - LONGEST_WORD && !isSpace(at)) at -= 1;
  if (!isSpace(at)) return undefined;
  while (at > 0 && isSpace(at - 1)) at -= 1;
  return at;
}
