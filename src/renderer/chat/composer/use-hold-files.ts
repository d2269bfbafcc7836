import { useCallback } from 'react';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../../shared/attachments.ts';
import { useWords } from '../../shared/use-words.ts';
import { useActions } from '../../store/index.ts';
import { notify } from '../../ui/index.ts';

/** Lays files beside the message box, and says which could not be. */
export function useHoldFiles(): (files: readonly File[]) => void {
  const words = useWords();
  const { attachments } = useActions();
  return useCallback(
    (given) => {
      const refused = attachments.hold(given);
      const [first] = refused;
      if (first === undefined) return;
      const large = first.size > MAX_ATTACHMENT_BYTES;
      notify.beware(
        words.t('attach.refused', { name: first.name, count: refused.length }),
        large
          ? words.t('attach.tooLarge', { most: words.format.bytes(MAX_ATTACHMENT_BYTES) })
          : words.t('attach.tooMany', { most: words.format.number(MAX_ATTACHMENTS) }),
      );
    },
    [attachments, words],
  );
}
