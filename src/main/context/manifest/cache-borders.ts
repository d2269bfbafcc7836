/** Positions up to which a request asks its provider to cache, in tokens. Pure. */
import { CACHE_BORDERS, type CacheBorder } from '../../../shared/context-views.ts';
import type { WireBody } from '../../model/wires/wire.ts';
import type { BuiltRequest } from '../build-request.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type Piece, requestPieces } from './pieces.ts';

type BorderName = (typeof CACHE_BORDERS)[number];

/**
 * Reads the marks in the body, so that the map shows what is posted. Empty if the wire marks none: its provider caches
 * the longest prefix that it has seen.
 */
export function cacheBorders(request: BuiltRequest, counter: TokenCounter): CacheBorder[] {
  const { body } = request;
  const ends = borderEnds(request, counter);
  const inSystem = request.request.borders.slice(0, marksIn(body, 'system'));
  const marked = new Set<BorderName>([
    ...(marksIn(body, 'tools') > 0 ? (['tools'] as const) : []),
    ...inSystem.map(({ after }) => after),
    ...(marksIn(body, 'messages') > 0 ? (['conversation'] as const) : []),
  ]);
  return CACHE_BORDERS.filter((after) => marked.has(after)).map((after) => ({ after, tokens: ends.get(after) ?? 0 }));
}

function marksIn(body: WireBody, field: string): number {
  const count = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + count(one), 0);
    if (value === null || typeof value !== 'object') return 0;
    const inner = 'content' in value ? count(value.content) : 0;
    return inner + ('cache_control' in value ? 1 : 0);
  };
  return count(body[field]);
}

/** Tokens from the request's beginning to the end of what each border follows, in the order in which it is read. */
function borderEnds(request: BuiltRequest, counter: TokenCounter): Map<BorderName, number> {
  const ends = new Map<BorderName, number>();
  const { system, borders } = request.request;
  let [tokens, at] = [0, 0];
  for (const piece of requestPieces(request)) {
    tokens += piece.tokens(counter);
    if (piece.place === 'tools') ends.set('tools', tokens);
    else if (piece.place !== 'system') ends.set('conversation', tokens);
    else {
      at = endIn(system, piece, at);
      for (const border of borders) if (border.at === at) ends.set(border.after, tokens);
    }
  }
  return ends;
}

function endIn(system: string, { text }: Piece, from: number): number {
  const found = system.indexOf(text, from);
  return found === -1 ? from : found + text.length;
}
