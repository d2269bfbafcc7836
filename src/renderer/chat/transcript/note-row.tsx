import { History, NotebookText, Pencil, Trash2 } from 'lucide-react';
import type { NoteView } from '../../../shared/session-state.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';

/** The user's note beside the conversation; no model reads it. */
export function NoteRow({ note: { id, on, text, at } }: { readonly note: NoteView }) {
  const t = useT();
  const format = useFormat();
  const { writeNote, removeNote, lookBack } = useActions();
  return (
    <aside
      aria-label={t('common.note')}
      className="group/message flex items-start gap-2 rounded-control border-warning border-l-2 bg-warning-soft py-1.5 pr-1.5 pl-3"
    >
      <NotebookText aria-hidden className="mt-1 size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 whitespace-pre-wrap py-0.5 [overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
      <span className="flex shrink-0 items-center gap-0.5">
        <time dateTime={at} className="mr-1 text-ink-soft text-xs">
          {format.time(at)}
        </time>
        <IconButton size="sm" label={t('review.notes.moment', { n: on })} onClick={() => lookBack(on)}>
          <History aria-hidden />
        </IconButton>
        <IconButton size="sm" label={t('review.notes.edit')} onClick={() => writeNote({ on, note: id })}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton size="sm" label={t('review.notes.remove')} onClick={() => void removeNote(id)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </aside>
  );
}
