import { NotebookPen } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useSimpleView } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';

/** Opens the box for a note beside the event `seq`, now or while a moment of the past is shown. */
export function NoteButton({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton size="sm" label={t('review.notes.add')} onClick={() => writeNote({ on: seq })}>
      <NotebookPen aria-hidden />
    </IconButton>
  );
}
