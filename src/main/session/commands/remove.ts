import type { LiveSession } from '../live-session.ts';

/** Takes a session off the list, stopping its run. Nothing is erased: `restoreSession` brings it back whole. */
export async function removeSession(session: LiveSession): Promise<void> {
  await session.stop();
  if (!session.state.deleted) session.append({ type: 'session-deleted' });
}

export function restoreSession(session: LiveSession): void {
  if (session.state.deleted) session.append({ type: 'session-restored' });
}
