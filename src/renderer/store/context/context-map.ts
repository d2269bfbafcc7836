/** State of the context map: the request shown, its open part, and queries about other requests. */

import type { RequestAddress, RequestDiff, SentRequestView } from '../../../shared/context-views.ts';
import type { ContextView } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { newSessionOf } from '../app/environment-commands.ts';
import type { CommandContext } from '../command-context.ts';

const MAP_TABS = ['map', 'compare', 'request'] as const;
export type MapTab = (typeof MAP_TABS)[number];

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

export interface MapCommands {
  /** Omitted fields keep their value in the open map; `undefined` closes it. */
  show(map: Partial<OpenMap> | undefined): void;
  /** The request at an event, or the next one; with `part` that part's text, with `media` the bytes of pictures too. */
  request(at?: number, part?: string, media?: boolean): Promise<ContextView | undefined>;
  /** That were sent in the selected session. */
  requests(): Promise<readonly SentRequestView[] | undefined>;
  /** Each side an event of the selected session, or the next request. */
  diff(from: number | undefined, to: number | undefined): Promise<RequestDiff | undefined>;
}

export function mapCommands({ connection, data, attempt }: CommandContext): MapCommands {
  const { context } = connection.client;
  const place = () => {
    const sessionId = data.getState().selected;
    return sessionId === undefined ? newSessionOf(data.getState()) : { sessionId };
  };
  // Selecting another conversation shows its next request; a new one starts with the chat.
  data.subscribe((now, before) => {
    if (now.selected === before.selected || now.map === undefined) return;
    data.setState({ map: now.selected === undefined ? undefined : { tab: now.map.tab } });
  });
  const address = (sessionId: string, at: number | undefined): RequestAddress =>
    at === undefined ? { sessionId } : { sessionId, at };
  return {
    show: (map) =>
      data.setState((state) => ({ map: map === undefined ? undefined : { tab: 'map', ...state.map, ...map } })),
    request: (at, part, media) =>
      attempt(() =>
        context.show({
          ...place(),
          ...defined({ at, part, media }),
        }),
      ),
    async requests() {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? [] : attempt(() => context.requests({ sessionId }));
    },
    async diff(from, to) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return undefined;
      return attempt(() => context.diff({ from: address(sessionId, from), to: address(sessionId, to), texts: true }));
    },
  };
}
