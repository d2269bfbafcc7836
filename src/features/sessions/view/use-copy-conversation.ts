import { useCallback } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { notify } from '../../../renderer/ui/index.ts';

/** A whole conversation as Markdown into the clipboard: what was said, and what was done. */
export function useCopyConversation(): (session: string) => Promise<void> {
  const { t, language } = useText();
  const { library } = useActions();
  return useCallback(
    async (session) => {
      const made = await library.exportSession(session, {
        format: 'md',
        redact: false,
        patterns: [],
        keep: [],
        language,
      });
      if (!made.ok) {
        notifyFailure(made.failure);
        return;
      }
      await navigator.clipboard.writeText(made.value.text).then(
        () => notify.done(t('sessions.copied')),
        () => notify.error(t('common.copyFailed')),
      );
    },
    [library, language, t],
  );
}
