import {
  Archive,
  ChartNoAxesColumn,
  ClipboardCheck,
  Ellipsis,
  FileDown,
  History,
  Pin,
  RefreshCw,
  RotateCcw,
  Tag,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useT, type WordKey } from '../../../../renderer/i18n.ts';
import { notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { IconButton, Menu, MenuItem, MenuSeparator } from '../../../../renderer/ui/index.ts';
import { defined } from '../../../../shared/defined.ts';
import type { LibraryRow } from '../../../../shared/review.ts';
import { useKeep } from './use-library.ts';

export function RowMenu({ row, title }: { readonly row: LibraryRow; readonly title: string }) {
  const t = useT();
  const { library, openDialog, select, lookBack, archive } = useActions();
  const hasArchive = useApp((data) => data.archive != null);
  const keep = useKeep();
  const newer = async () => {
    const pulled = await archive.pull(row.id, title);
    if (!pulled.ok) notifyFailure(pulled.failure);
  };
  const item = (label: WordKey, icon: ReactNode, onSelect: () => void, hint?: string) => (
    <MenuItem label={t(label)} icon={icon} onSelect={onSelect} {...defined({ hint })} />
  );
  const isShareable = hasArchive && (row.shared === undefined || row.shared.here === 'own');
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t('library.more', { title })} size="sm" tabIndex={-1} icon={Ellipsis} />}
    >
      {row.deleted ? (
        <>
          {item('common.restore', <RotateCcw aria-hidden />, () => keep.restore([row]))}
          <MenuSeparator />
        </>
      ) : null}
      {item('common.lookBack', <History aria-hidden />, () => {
        select(row.id);
        lookBack();
      })}
      {item('library.do.costs', <ChartNoAxesColumn aria-hidden />, () =>
        library.show({ page: 'costs', session: row.id }),
      )}
      {item('library.do.queue', <ClipboardCheck aria-hidden />, () => void keep.queue([row]))}
      {row.shared?.here === 'outdated' ? item('library.do.newer', <RefreshCw aria-hidden />, () => void newer()) : null}
      {isShareable
        ? item('library.do.share', <Users aria-hidden />, () => openDialog({ name: 'share', sessions: [row.id] }))
        : null}
      {item('library.do.export', <FileDown aria-hidden />, () =>
        openDialog({ name: 'export-sessions', sessions: [row.id] }),
      )}
      {row.deleted ? null : (
        <>
          <MenuSeparator />
          {item(row.pinned ? 'library.do.unpin' : 'library.do.pin', <Pin aria-hidden />, () => keep.pin([row]), 'P')}
          {item('library.do.tags', <Tag aria-hidden />, () => openDialog({ name: 'tags', sessions: [row.id] }), 'T')}
          {item(
            row.archived ? 'library.do.unarchive' : 'library.do.archive',
            <Archive aria-hidden />,
            () => keep.archive([row]),
            'A',
          )}
          <MenuItem
            label={t('common.delete')}
            danger
            icon={<Trash2 aria-hidden />}
            onSelect={() => keep.remove([row])}
          />
        </>
      )}
    </Menu>
  );
}
