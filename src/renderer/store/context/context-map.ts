/** State of the context map: the request shown, its open part, and queries about other requests. */

import type { RequestAddress } from '../../../shared/context-views.ts';
import { defined } from '../../../shared/defined.ts';
import { newSessionOf, type WindowData } from '../app/state.ts';
import type { CommandContext } from '../command-context.ts';
import type { SessionData } from '../session/state.ts';
import type { ContextData, OpenMap } from './state.ts';

export function mapCommands({ connection, data, attempt }: CommandContext<ContextData & SessionData & WindowData>) {
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
    /** Omitted fields keep their value in the open map; `undefined` closes it. */
    show: (map: Partial<OpenMap> | undefined) =>
      data.setState((state) => ({ map: map === undefined ? undefined : { tab: 'map', ...state.map, ...map } })),
    /** The request at an event, or the next one; with `part` that part's text, with `media` the bytes of pictures too. */
    request: (at?: number, part?: string, media?: boolean) =>
      attempt(() =>
        context.show({
          ...place(),
          ...defined({ at, part, media }),
        }),
      ),
    /** That were sent in the selected session. */
    async requests() {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? [] : attempt(() => context.requests({ sessionId }));
    },
    /** Each side an event of the selected session, or the next request. */
    async diff(from: number | undefined, to: number | undefined) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return undefined;
      return attempt(() => context.diff({ from: address(sessionId, from), to: address(sessionId, to), texts: true }));
    },
  };
}
