import type { SegmentKind } from './segments.ts';

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
