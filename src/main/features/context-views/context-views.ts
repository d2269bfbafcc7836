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
import type { Dialect } from '../../../shared/events.ts';
import type { SessionCommands } from '../../session/commands.ts';
import { listRequests } from '../../session/requests/list-requests.ts';
import type { Prices } from '../../session/requests/prices.ts';
import { diffRequests } from './diff-requests.ts';
import { comparePlacementsOf } from './placements.ts';
import type { ContextDeps } from './show-context.ts';
import { askWhatIf } from './what-if.ts';

export interface ContextViews {
  /** @throws SkilldeckError `session-not-found`, as every method with a session does. */
  requests(sessionId: string): Promise<SentRequestView[]>;
  /** @throws SkilldeckError `event-not-found`. */
  diff(from: RequestAddress, to: RequestAddress, texts: boolean): Promise<RequestDiff>;
  /** @throws SkilldeckError `event-not-found`. A step that is refused is no error: the result says so. */
  whatIf(asked: WhatIfAsked, steps: readonly WhatIf[]): Promise<WhatIfResult>;
  placements(sessionId: string): Promise<PlacementComparison>;
  /** @throws SkilldeckError `skill-not-found`, `skill-broken`. */
  preview(asked: PreviewAsked): Promise<SkillPreview>;
}

/** Without a session: what one made now, with this agent, would send. */
export interface WhatIfAsked {
  readonly sessionId?: string | undefined;
  readonly agent?: string | undefined;
  readonly at?: number | undefined;
}

export interface PreviewAsked {
  readonly skill: string;
  /** All where none is named. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Sentences as a person would say them. */
  readonly tries: readonly string[];
  /** Absent: the one that new sessions get. */
  readonly model?: string | undefined;
}

export interface ContextViewDeps {
  readonly sessions: Pick<SessionCommands, 'get' | 'preview' | 'whatIf'>;
  readonly context: ContextDeps;
  readonly prices: Prices;
  readonly preview: ContextViews['preview'];
}

export function createContextViews(deps: ContextViewDeps): ContextViews {
  const { sessions, prices } = deps;
  return {
    requests: async (sessionId) => listRequests(sessions.get(sessionId), prices),
    diff: async (from, to, texts) => diffRequests(deps, from, to, texts),
    whatIf: async ({ sessionId, agent, at }, steps) => {
      const session = sessionId === undefined ? await sessions.preview({ agent }) : sessions.get(sessionId);
      return askWhatIf(deps, session, at, steps);
    },
    placements: async (sessionId) => comparePlacementsOf(sessions.get(sessionId), prices),
    preview: deps.preview,
  };
}
