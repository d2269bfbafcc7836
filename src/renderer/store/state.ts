import type { WhatIf, WhatIfResult } from '../../shared/context-views.ts';
import type { ContextView } from '../../shared/contract.ts';
import type { Failure } from '../../shared/messages/failure.ts';

/** The next request of the selected session, or the first of a new one, as the core would build it now. */
interface NextRequest {
  /** The last event it takes into account. */
  readonly seq: number;
  readonly view: ContextView;
}

export type MapTab = 'map' | 'compare' | 'request';

/** The full map, which replaces the chat. */
export interface OpenMap {
  readonly tab: MapTab;
  /** Event of a sent request; for any other event, the request due after it. Absent: the next request. */
  readonly at?: number | undefined;
  /** Id of the part whose text is shown. */
  readonly part?: string | undefined;
  /** Two requests side by side; absent: the last two. `undefined` of a side is the next request. */
  readonly compare?: { readonly from: number | undefined; readonly to: number | undefined } | undefined;
}

export interface WhatIfState {
  /** In the order they would be applied. */
  readonly steps: readonly WhatIf[];
  /** Only looked at, after the others: the pointer or the focus is on it. */
  readonly pointed: WhatIf | undefined;
  /** Result for the steps last sent; kept until the next one arrives. */
  readonly result: WhatIfResult | undefined;
  /** The result is not yet that of the steps. */
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly applying: boolean;
}

export const NO_WHAT_IF: WhatIfState = {
  steps: [],
  pointed: undefined,
  result: undefined,
  reading: false,
  failure: undefined,
  applying: false,
};

export interface ContextData {
  readonly nextRequest: NextRequest | undefined;
  /** Context map, which replaces the chat. */
  readonly map: OpenMap | undefined;
  readonly whatIf: WhatIfState;
  /** Sessions that this window is compacting, from the person's word until it is done or stopped. */
  readonly compacting: readonly string[];
}

export const NO_CONTEXT: ContextData = { nextRequest: undefined, map: undefined, whatIf: NO_WHAT_IF, compacting: [] };
