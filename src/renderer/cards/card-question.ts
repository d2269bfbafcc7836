import type { ApprovalView, CallView } from '../../shared/session-state.ts';

/** A question that a card shows together with what it asks about. */
export interface CardQuestion {
  readonly key: string;
  readonly call: CallView;
  readonly approval: ApprovalView;
  /** A run is waiting for the answer. */
  readonly open: boolean;
}
