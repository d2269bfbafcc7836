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
