/** The message that waits for a run to end, among the drafts: what was on the screen is there after a reload. */
import { useApp } from '../hooks.tsx';

/** No session has a slash in its id. */
export const queuedKey = (sessionId: string): string => `queued/${sessionId}`;

/** Log of the selected session. */
export function useQueuedText(): string | undefined {
  return useApp(({ drafts, selected }) => (selected === undefined ? undefined : drafts[queuedKey(selected)]));
}
