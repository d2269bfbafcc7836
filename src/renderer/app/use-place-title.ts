import type { SessionSummary } from '../../shared/contract.ts';
import { useT } from '../i18n/index.ts';
import { useApp, useSessionTitle } from '../store/index.ts';

/** True if a screen that is not about a conversation covers the open one. */
export const useConversationCovered = (): boolean =>
  useApp(({ author, library }) => author !== undefined || library !== undefined);

/** The conversation that a page of the library is about, where it is about one. */
export const useLookedAt = (): SessionSummary | undefined =>
  useApp(({ library, sessions, author }) =>
    author === undefined && library?.page === 'costs' ? sessions?.find(({ id }) => id === library.session) : undefined,
  );

/**
 * Title of what the window shows: the conversation, the library, or the skill being edited. Empty for an unnamed
 * conversation.
 */
export function usePlaceTitle(): string {
  const t = useT();
  const session = useSessionTitle();
  const page = useApp(({ library }) => library?.page);
  const lookedAt = useLookedAt()?.title;
  const skill = useApp(({ author }) => author);
  if (page === undefined) return skill ?? session;
  if (lookedAt !== undefined) return lookedAt;
  return t(page === 'trips' ? 'bookings.title' : 'library.title');
}
