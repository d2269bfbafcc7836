import { Archive, ClipboardCheck, Columns2, FileDown, Pin, RotateCcw, Tag, Trash2, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_COMPARED } from '../../../shared/review.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Button, IconButton } from '../../ui/index.ts';
import { useKeep } from './use-keep.ts';
import type { Selection } from './use-selection.ts';

/** Actions for all selected conversations; replaces the line of counts. */
export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const t = useT();
  const format = useFormat();
  const { library, openDialog } = useActions();
  const hasArchive = useApp((data) => data.archive != null);
  const keep = useKeep();
  const { rows } = selection;
  const ids = rows.map(({ id }) => id);
  const [a, b] = ids;
  const there = rows.filter(({ deleted }) => !deleted);
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Button size="sm" variant="ghost" onClick={run} className="[&_svg]:size-3.5">
      {icon}
      {label}
    </Button>
  );
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1">
      <span className="mr-2 font-medium text-sm tabular-nums" role="status">
        {t('library.selected', { count: rows.length, n: format.number(rows.length) })}
      </span>
      {act(t(rows.every(({ pinned }) => pinned) ? 'library.do.unpin' : 'library.do.pin'), <Pin aria-hidden />, () =>
        keep.pin(rows),
      )}
      {act(t('library.do.tags'), <Tag aria-hidden />, () => openDialog({ name: 'tags', sessions: ids }))}
      {act(
        t(rows.every(({ archived }) => archived) ? 'library.do.unarchive' : 'library.do.archive'),
        <Archive aria-hidden />,
        () => keep.archive(rows),
      )}
      {act(t('library.do.export'), <FileDown aria-hidden />, () =>
        openDialog({ name: 'export-sessions', sessions: ids }),
      )}
      {hasArchive
        ? act(t('library.do.share'), <Users aria-hidden />, () => openDialog({ name: 'share', sessions: ids }))
        : null}
      {act(t('library.do.queue'), <ClipboardCheck aria-hidden />, () => void keep.queue(rows))}
      {ids.length > 2 && ids.length <= MAX_COMPARED
        ? act(t('library.do.compare'), <Columns2 aria-hidden />, () =>
            library.show({ page: 'compare-many', sessions: ids }),
          )
        : null}
      {ids.length === 2 && a !== undefined && b !== undefined
        ? act(t('library.do.compare'), <Columns2 aria-hidden />, () => library.show({ page: 'compare', a, b }))
        : null}
      {there.length > 0
        ? act(t('common.delete'), <Trash2 aria-hidden />, () => keep.remove(rows))
        : act(t('common.restore'), <RotateCcw aria-hidden />, () => keep.restore(rows))}
      <IconButton size="sm" label={t('library.selectNone')} onClick={selection.clear}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
