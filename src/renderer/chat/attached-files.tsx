import { Paperclip } from 'lucide-react';
import type { Attachment } from '../../shared/attachments.ts';
import { useActions } from '../store/index.ts';
import { useWords } from './use-words.ts';

/** What came with a message; each can be looked at. */
export function AttachedFiles({ files }: { readonly files: readonly Attachment[] }) {
  const words = useWords();
  const { openDialog } = useActions();
  return (
    <ul aria-label={words.t('attach.with')} className="mt-1.5 flex max-w-[85%] flex-wrap justify-end gap-1.5">
      {files.map(({ name, path, bytes }) => (
        <li key={path}>
          <button
            type="button"
            onClick={() => openDialog({ name: 'file', file: { path } })}
            className="flex max-w-64 items-center gap-1.5 rounded-control border border-line bg-surface px-2 py-1 text-sm transition-colors duration-fast hover:bg-hover"
          >
            <Paperclip aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-ink-soft text-xs tabular-nums">{words.format.bytes(bytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
