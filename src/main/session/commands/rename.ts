import type { LiveSession } from '../live-session.ts';

/** The person's own title; the same again is no event. */
export function renameSession(session: LiveSession, title: string): void {
  if (session.state.title !== title) session.append({ type: 'session-renamed', title, by: 'user' });
}
