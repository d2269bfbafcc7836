import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useChatScope } from '../../cards/chat-scope.tsx';
import { useWords } from '../../shared/use-words.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { isComposing, isSendKey } from '../composer/enter-key.ts';
import { useAutosize } from '../composer/use-autosize.ts';

/** Edits a sent message: later messages are replaced, and it is answered again. */
export function MessageEditor({
  seq,
  text,
  onDone,
}: {
  readonly seq: number;
  readonly text: string;
  readonly onDone: () => void;
}) {
  const words = useWords();
  const { edit } = useActions();
  const { focusComposer } = useChatScope();
  const [value, setValue] = useState(text);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutosize(field, value);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text.length]);

  const close = () => {
    onDone();
    focusComposer();
  };
  const save = async () => {
    if (busy || value.trim() === '') return;
    setBusy(true);
    const done = await edit(seq, value);
    setBusy(false);
    if (done) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (isSendKey(event)) {
      event.preventDefault();
      void save();
    }
  };

  return (
    <div className="mb-4 w-full rounded-bubble border border-line-strong bg-surface p-3">
      <textarea
        ref={field}
        value={value}
        rows={1}
        dir="auto"
        aria-label={words.t('message.editLabel')}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[40vh] w-full resize-none bg-transparent px-1 text-md outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-48 px-1 text-ink-soft text-sm">{words.t('message.editHint')}</span>
        <Button size="sm" variant="ghost" onClick={close}>
          {words.t('message.cancelEdit')}
        </Button>
        <Button size="sm" variant="primary" busy={busy} disabled={value.trim() === ''} onClick={() => void save()}>
          {words.t('message.saveEdit')}
        </Button>
      </div>
    </div>
  );
}
