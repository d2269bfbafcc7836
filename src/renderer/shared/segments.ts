import { PART_KINDS, type PartFacts, type PartKind, type ReasonCode, type TokenTable } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';

export type SegmentKind = PartKind | 'free';

/** One component of the request, as the bar and the table show it. */
export interface Segment {
  readonly id: string;
  readonly kind: SegmentKind;
  /** The skill's id or the reference's path; empty where the kind says it all. */
  readonly name: string;
  /** Skill that owns the reference or the tools. */
  readonly skill: string;
  /** MCP server that brings the tools; empty for others. */
  readonly server: string;
  /** A loaded skill that only the person unloads. */
  readonly pinned: boolean;
  readonly tokens: number;
  /** Share of the whole window, 0 to 1. */
  readonly share: number;
  /** Reason of its first part; absent for what is free. */
  readonly reason?: ReasonCode;
}

/** Each part that a skill brings has a row; the others are one row a kind. */
export const segmentOf = ({ kind, skill, server, path = '' }: PartFacts): string => {
  if (server !== undefined) return `${kind} of ${server}`;
  return skill === undefined ? kind : `${kind}/${skill}/${path}`;
};

export function segmentsOf(
  { parts, total, max }: TokenTable,
  loaded: SessionState['loadedSkills'],
): readonly Segment[] {
  const segments = new Map<string, Segment>();
  for (const part of parts) {
    const id = segmentOf(part);
    const { kind, skill = '', server = '', path } = part;
    const { tokens: before = 0, reason = part.reason } = segments.get(id) ?? {};
    const tokens = before + part.tokens;
    const name = path ?? (kind === 'skill' ? skill : '');
    const pinned = kind === 'skill' && loaded.some((one) => one.id === skill && one.pinned);
    segments.set(id, { id, kind, name, skill, server, pinned, tokens, share: tokens / max, reason });
  }
  const used = [...segments.values()]
    .filter((segment) => segment.tokens > 0)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const left = Math.max(0, max - total);
  return [
    ...used,
    { id: 'free', kind: 'free', name: '', skill: '', server: '', pinned: false, tokens: left, share: left / max },
  ];
}

/** In request order. */
const ORDER: readonly SegmentKind[] = PART_KINDS;
