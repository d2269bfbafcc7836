import { useMemo } from 'react';
import type { SessionSummary } from '../../shared/contract.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { type OpenLibrary, useApp, useSessionTitle } from '../store/index.ts';

/** True if a screen that is not about a conversation covers the open one. */
export const useConversationCovered = (): boolean =>
  useApp(({ author, library }) => author !== undefined || library !== undefined);

/** The conversations that a page of the library is about, where it is about some. */
export function useLookedAt(): readonly SessionSummary[] {
  const open = useApp(({ author, library }) => (author === undefined ? library : undefined));
  const sessions = useApp((data) => data.sessions);
  return useMemo(() => {
    const found = open === undefined ? [] : idsOf(open).map((id) => sessions?.find((one) => one.id === id));
    return found.every((one) => one !== undefined) ? found : [];
  }, [open, sessions]);
}

function idsOf(open: OpenLibrary): readonly string[] {
  switch (open.page) {
    case 'compare':
      return [open.a, open.b];
    case 'compare-many':
      return open.sessions;
    case 'costs':
    case 'judge':
      return open.session === undefined ? [] : [open.session];
    default:
      return [];
  }
}

/**
 * Title of what the window shows: the conversation, the library, or the skill being edited. Empty for an unnamed
 * conversation.
 */
export function usePlaceTitle(): string {
  const t = useT();
  const format = useFormat();
  const session = useSessionTitle();
  const page = useApp(({ library }) => library?.page);
  const lookedAt = useLookedAt().map(({ title }) => (title === '' ? t('common.untitled') : title));
  const skill = useApp(({ author }) => author);
  if (page === undefined) return skill ?? session;
  const [a, b] = lookedAt;
  if (lookedAt.length > 2) return t('library.compare.several', { n: format.number(lookedAt.length) });
  if (a !== undefined) return b === undefined ? a : t('library.compare.both', { a, b });
  return t(page === 'trips' ? 'bookings.title' : 'library.title');
}
