import { useT } from '../i18n/index.ts';
import { useApp, useSessionTitle } from '../store/index.ts';

/** True if a screen that is not about a conversation covers the open one. */
export const useConversationCovered = (): boolean =>
  useApp(({ author, library }) => author !== undefined || library !== undefined);

/**
 * Title of what the window shows: the conversation, the library, or the skill being edited. Empty for an unnamed
 * conversation.
 */
export function usePlaceTitle(): string {
  const t = useT();
  const session = useSessionTitle();
  const page = useApp(({ library }) => library?.page);
  const skill = useApp(({ author }) => author);
  if (page === undefined) return skill ?? session;
  return t(page === 'trips' ? 'bookings.title' : 'library.title');
}
