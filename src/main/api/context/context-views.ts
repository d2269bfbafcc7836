/** What the screen and the command line ask of a session's requests, beyond showing one. Nothing here writes. */
import type {
  PlacementComparison,
  RequestAddress,
  RequestDiff,
  SentRequestView,
  SkillPreview,
  WhatIf,
  WhatIfResult,
} from '../../../shared/context-views.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { Dialect } from '../../../shared/events.ts';

export interface ContextViews {
  requests(sessionId: string): Promise<SentRequestView[]>;
  diff(from: RequestAddress, to: RequestAddress, texts: boolean): Promise<RequestDiff>;
  whatIf(address: RequestAddress, steps: readonly WhatIf[]): Promise<WhatIfResult>;
  placements(sessionId: string): Promise<PlacementComparison>;
  preview(skill: string, dialects: readonly Dialect[] | undefined, tries: readonly string[]): Promise<SkillPreview>;
}

const missing = async (): Promise<never> => {
  throw new SkilldeckError('not-supported', 'This view is not there yet.');
};

export function createContextViews(): ContextViews {
  return { requests: missing, diff: missing, whatIf: missing, placements: missing, preview: missing };
}
