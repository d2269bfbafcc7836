import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { IconButton } from '../../ui/index.ts';
import { useHoldFiles } from './use-hold-files.ts';

/** Files from the person's machine, for the next message. */
export function AttachButton() {
  const words = useWords();
  const hold = useHoldFiles();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.t('attach.choose')}
        onChange={({ currentTarget }) => {
          hold([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was taken away.
          currentTarget.value = '';
        }}
      />
      <IconButton label={words.t('attach.choose')} side="top" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
    </>
  );
}
