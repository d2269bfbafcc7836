import type { StoreApi } from 'zustand/vanilla';
import type { ArchiveData } from '../../../features-store.ts';
import type { SettingsView } from '../../../shared/contract.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import type { Connection } from '../../client.ts';
import { keepReading } from './session-feed.ts';
import type { SessionData } from './session-state.ts';
import type { WindowData } from './window-state.ts';

/** Model and limits: another model counts by another encoding, in another window. */
const windowOf = ({ model, limits }: SettingsView): string => JSON.stringify([model, limits]);

/**
 * Keeps sessions, settings, environments and the connection's state as the core has them; the answer ends it.
 * @param onSessions after the list has changed
 * @param refresh reads again what depends on any of it: skills and the next request
 */
export function watchCore(
  connection: Connection,
  data: StoreApi<WindowData & SessionData & ArchiveData>,
  { onSessions, refresh }: { readonly onSessions: () => void; readonly refresh: () => void },
): () => void {
  const { client } = connection;
  const abort = new AbortController();
  const watch = <T>(open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<T>>, onItem: (item: T) => void) =>
    void keepReading({ connection, signal: abort.signal, open: (signal) => open({ signal }), onItem });
  const loadInfo = () =>
    client.app.info({}).then(
      (info) => data.setState({ info }),
      () => {},
    );
  const offStatus = connection.onStatus((status) => {
    data.setState({ connection: status });
    if (status === 'open') void loadInfo();
  });
  watch(
    (options) => client.sessions.watch({}, options),
    (sessions) => {
      const listed = sessions.filter((session) => !session.deleted);
      data.setState({ sessions: listed.map((session) => ({ ...session, title: shownText(session.title) })) });
      onSessions();
    },
  );
  watch(
    (options) => client.settings.watch({}, options),
    (settings) => {
      const before = data.getState().settings;
      data.setState({ settings });
      if (before !== undefined && windowOf(before) !== windowOf(settings)) refresh();
    },
  );
  watch(
    (options) => client.archive.watch({}, options),
    ({ archive }) => data.setState({ archive }),
  );
  watch(
    (options) => client.environments.watch({}, options),
    (environments) => {
      const { environments: before, newAgent } = data.getState();
      const isGone = newAgent !== undefined && !environments.agents.some(({ name }) => name === newAgent);
      data.setState({ environments, ...(isGone && newAgent !== 'none' ? { newAgent: undefined } : {}) });
      if (before !== undefined || environments.agent !== null) refresh();
    },
  );
  // For any change (a folder, a file, a switch), and whenever the stream is opened.
  watch((options) => client.skills.watch({}, options), refresh);
  if (connection.status() === 'open') void loadInfo();
  return () => {
    abort.abort();
    offStatus();
  };
}
