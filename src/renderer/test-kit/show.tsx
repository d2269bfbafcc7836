/** One view over a core in memory, in a document without layout. */
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Providers } from '../app/boot.tsx';
import { isRunning } from '../store/slices/session.ts';
import { FakeCore, type FakeCoreOptions } from './fake-core.ts';
import { makeStore, type Watched } from './make-store.ts';

export interface ShownView extends Watched {
  readonly core: FakeCore;
  readonly user: UserEvent;
}

/** Selects the first of `logs`, where there are any. */
export async function show(view: ReactNode, options: FakeCoreOptions = {}): Promise<ShownView> {
  const core = new FakeCore(options);
  const watched = makeStore(core);
  const [log] = options.logs ?? [];
  if (log !== undefined) watched.store.actions.select(log.session);
  await watched.until(
    (data) =>
      data.settings !== undefined &&
      data.skills !== undefined &&
      data.sessionStatus === (log === undefined ? 'none' : 'ready') &&
      // While a run is under way there is no next request to be counted.
      (data.nextRequest !== undefined || isRunning(data.log?.state.runState ?? 'idle')),
  );
  render(<Providers store={watched.store}>{view}</Providers>);
  return { ...watched, core, user: userEvent.setup() };
}
