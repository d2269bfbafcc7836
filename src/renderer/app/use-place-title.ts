import { useT } from '../i18n/index.ts';
import { useApp, useSessionTitle } from '../store/index.ts';

/** Whether a screen that is about no single conversation covers the one that is open. */
export const useConversationCovered = (): boolean =>
  useApp(({ author, library }) => author !== undefined || library !== undefined);

/** Of what the window shows: the conversation, the library, or the skill that is being edited. Empty for a conversation without a name. */
export function usePlaceTitle(): string {
  const t = useT();
  const session = useSessionTitle();
  const isLibrary = useApp(({ library }) => library !== undefined);
  const skill = useApp(({ author }) => author);
  return isLibrary ? t('library.title') : (skill ?? session);
}
