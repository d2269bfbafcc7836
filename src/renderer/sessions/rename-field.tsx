import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../shared/contract.ts';
import { useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';

/** Enter or leaving the field keeps the title, Escape does not; Enter during an IME's composition only ends that. */
export function RenameField({ session, onDone }: { readonly session: SessionSummary; readonly onDone: () => void }) {
  const t = useT();
  const { rename } = useActions();
  const [title, setTitle] = useState(session.title);
  const field = useRef<HTMLInputElement>(null);
  const finished = useRef(false);

  useEffect(() => field.current?.select(), []);

  const finish = (keep: boolean) => {
    if (finished.current) return;
    finished.current = true;
    const wanted = title.trim();
    if (keep && wanted !== '' && wanted !== session.title) void rename(session.id, wanted);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  };

  return (
    <div className="mx-2 flex h-8 items-center">
      <input
        ref={field}
        aria-label={t('sessions.titleField')}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true)}
        className="h-8 w-full min-w-0 rounded-control border border-accent bg-surface px-2 text-base text-ink outline-none"
      />
    </div>
  );
}
