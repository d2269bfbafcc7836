import { PART_KINDS, type PartFacts, type PartKind, type ReasonCode, type TokenTable } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { type useFormat, useT } from '../i18n.ts';

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
const segmentOf = ({ kind, skill, server, path = '' }: PartFacts): string => {
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

/** Written out whole: Tailwind finds its classes by reading the source. */
export const SEGMENT_COLORS: Readonly<Record<SegmentKind, string>> = {
  base: 'bg-part-base',
  tools: 'bg-part-tools',
  catalog: 'bg-part-catalog',
  skill: 'bg-part-skill',
  reference: 'bg-part-reference',
  summary: 'bg-part-summary',
  user: 'bg-part-user',
  assistant: 'bg-part-assistant',
  'tool-result': 'bg-part-tool-result',
  free: 'bg-part-free',
};

/** The same hues as ink: for edges and for the stripes of what is not there. */
export const SEGMENT_INKS: Readonly<Record<SegmentKind, string>> = {
  base: 'text-part-base',
  tools: 'text-part-tools',
  catalog: 'text-part-catalog',
  skill: 'text-part-skill',
  reference: 'text-part-reference',
  summary: 'text-part-summary',
  user: 'text-part-user',
  assistant: 'text-part-assistant',
  'tool-result': 'text-part-tool-result',
  free: 'text-part-free',
};

/** A ground on which words can be read. */
export const SEGMENT_TINTS: Readonly<Record<SegmentKind, string>> = {
  base: 'bg-part-base/16',
  tools: 'bg-part-tools/16',
  catalog: 'bg-part-catalog/18',
  skill: 'bg-part-skill/20',
  reference: 'bg-part-reference/18',
  summary: 'bg-part-summary/18',
  user: 'bg-part-user/16',
  assistant: 'bg-part-assistant/18',
  'tool-result': 'bg-part-tool-result/18',
  free: 'bg-part-free',
};

/** A difference with its sign. */
export const signedTokens = (format: Pick<ReturnType<typeof useFormat>, 'number'>, tokens: number): string =>
  `${tokens > 0 ? '+' : tokens < 0 ? '−' : '±'}${format.number(Math.abs(tokens))}`;

/** A segment's name and reason in words. */
export function useSegmentWords(): {
  readonly nameOf: (segment: Segment) => string;
  readonly whyOf: (segment: Segment) => string;
} {
  const t = useT();
  return {
    nameOf({ kind, name, skill, server }) {
      if (server !== '') return t('gauge.skillTools', { skill: server });
      if (kind === 'tools' && skill !== '') return t('gauge.skillTools', { skill });
      return name === '' ? t(`gauge.kind.${kind}`) : name;
    },
    whyOf: ({ reason, skill, server }) =>
      reason === undefined ? t('gauge.free') : t(`parts.reason.${reason}`, { skill, server }),
  };
}
