import { PART_KINDS, type PartKind, type TokenPart, type TokenTable } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';

export type SegmentKind = PartKind | 'free';

/** Why a part is in the request; the view has the words. */
type Why = PartKind | 'skillByAgent' | 'skillByUser' | 'skillTools' | 'free';

/** One component of the request, as the bar and the table show it. */
export interface Segment {
  readonly id: string;
  readonly kind: SegmentKind;
  /** The skill's id or the reference's path; empty where the kind says it all. */
  readonly name: string;
  /** Whose reference or whose tools they are. */
  readonly skill: string;
  /** A loaded skill that only the person unloads. */
  readonly pinned: boolean;
  readonly tokens: number;
  /** Of the whole window, 0 to 1. */
  readonly share: number;
  readonly why: Why;
}

/** As a request has them. */
const ORDER: readonly SegmentKind[] = PART_KINDS;

/** These have a row for each part; the others are one row a kind. */
const isApart = (part: TokenPart): boolean => part.kind === 'skill' || part.kind === 'reference' || isOfSkill(part);

/** A row of tools with a skill's id for its label, which has no spaces, is that skill's own tools. */
const isOfSkill = ({ kind, label }: TokenPart): boolean => kind === 'tools' && !/\s/.test(label);

export function segmentsOf(
  { parts, total, max }: TokenTable,
  loaded: SessionState['loadedSkills'],
): readonly Segment[] {
  const segments = new Map<string, Segment>();
  for (const part of parts) {
    const id = isApart(part) ? `${part.kind} ${part.label}` : part.kind;
    const tokens = (segments.get(id)?.tokens ?? 0) + part.tokens;
    const pinned = part.kind === 'skill' && loaded.some((skill) => skill.id === part.label && skill.pinned);
    const share = tokens / max;
    segments.set(id, { id, kind: part.kind, ...namesOf(part), tokens, share, pinned, why: whyOf(part, loaded) });
  }
  const used = [...segments.values()]
    .filter((segment) => segment.tokens > 0)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const left = Math.max(0, max - total);
  const free = { id: 'free', kind: 'free', name: '', skill: '', pinned: false, why: 'free' } as const;
  return [...used, { ...free, tokens: left, share: left / max }];
}

/** A reference's label is `skill - path`, and a skill's id has no spaces. */
function namesOf(part: TokenPart): Pick<Segment, 'name' | 'skill'> {
  const { kind, label } = part;
  if (isOfSkill(part)) return { name: '', skill: label };
  if (kind === 'skill') return { name: label, skill: label };
  if (kind !== 'reference') return { name: '', skill: '' };
  const [skill = '', path = label] = label.split(/ - (.*)/s);
  return { name: path, skill };
}

function whyOf(part: TokenPart, loaded: SessionState['loadedSkills']): Why {
  if (isOfSkill(part)) return 'skillTools';
  if (part.kind !== 'skill') return part.kind;
  const skill = loaded.find((entry) => entry.id === part.label);
  if (skill === undefined) return 'skill';
  return skill.by === 'user' ? 'skillByUser' : 'skillByAgent';
}
