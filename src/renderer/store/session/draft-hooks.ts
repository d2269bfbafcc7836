import { useApp } from '../hooks.tsx';
import { queuedKey } from './drafts.ts';
import { NEW_DRAFT } from './state.ts';

/** The message that waits for the selected session's run to end, or for a new session to be created. */
export function useQueuedText(): string | undefined {
  return useApp(({ drafts, selected }) => drafts[queuedKey(selected ?? NEW_DRAFT)]);
}
