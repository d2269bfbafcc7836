import { useCallback } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { notify } from '../ui/index.ts';

/** Shows the folder, or a file of it; where this computer has no file manager, its path is copied instead. */
export function useReveal(): (path?: string) => Promise<void> {
  const t = useT();
  const { files } = useActions();
  return useCallback(
    async (path) => {
      const answer = await files.reveal(path);
      if (answer === undefined || answer.shown) return;
      await navigator.clipboard.writeText(answer.path).then(
        () => notify.done(t('files.noFileManager')),
        () => notify.error(t('files.preview.copyFailed'), answer.path),
      );
    },
    [files, t],
  );
}
