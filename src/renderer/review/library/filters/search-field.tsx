import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { IconButton, Spinner, TextField } from '../../../ui/index.ts';

/** Words to look for, asked for as they are typed. Escape clears them first, and then leaves. */
export function SearchField({
  field,
  busy,
  onDown,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly busy: boolean;
  /** Into the list. */
  readonly onDown: () => void;
}) {
  const t = useT();
  const { library } = useActions();
  const words = useApp((data) => data.asked.words);
  return (
    <div className="relative min-w-0 flex-1">
      <TextField
        ref={field}
        type="search"
        label={t('library.search')}
        hideLabel
        placeholder={t('library.search')}
        icon={<Search aria-hidden />}
        value={words}
        onChange={(next) => library.ask({ words: next })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown();
          }
          if (event.key !== 'Escape' || words === '') return;
          event.preventDefault();
          library.ask({ words: '' });
        }}
        inputClassName="pr-16 [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute top-1 right-1 flex items-center gap-1">
        {busy ? <Spinner decorative className="size-3.5 text-ink-soft" /> : null}
        {words === '' ? null : (
          <IconButton
            size="sm"
            className="size-6"
            label={t('sessions.clearSearch')}
            onClick={() => {
              library.ask({ words: '' });
              field.current?.focus();
            }}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  );
}
