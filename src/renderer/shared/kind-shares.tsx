import type { PartKind } from '../../shared/events.ts';
import { SEGMENT_COLORS } from './segments.ts';

/** Several parts that are drawn as one: their hues, one below the other, by their share. */
export function KindShares({
  kinds,
}: {
  readonly kinds: readonly { readonly kind: PartKind; readonly tokens: number }[];
}) {
  return kinds.map(({ kind, tokens }) => (
    <span key={kind} className={SEGMENT_COLORS[kind]} style={{ flexGrow: tokens, flexBasis: 0 }} />
  ));
}
