import {
  Archive,
  ChartNoAxesColumn,
  ClipboardCheck,
  Columns2,
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
import { useT } from '../../../../renderer/i18n.ts';
import { notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { IconButton, Menu, MenuItem, MenuSeparator } from '../../../../renderer/ui/index.ts';
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
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('library.more', { title })} size="sm" tabIndex={-1}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {row.deleted ? (
        <>
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => keep.restore([row])}>
            {t('common.restore')}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem
        icon={<History aria-hidden />}
        onSelect={() => {
          select(row.id);
          lookBack();
        }}
      >
        {t('common.lookBack')}
      </MenuItem>
      <MenuItem
        icon={<ChartNoAxesColumn aria-hidden />}
        onSelect={() => library.show({ page: 'costs', session: row.id })}
      >
        {t('library.do.costs')}
      </MenuItem>
      <MenuItem icon={<Columns2 aria-hidden />} onSelect={() => library.show({ page: 'list', compareWith: row.id })}>
        {t('library.do.compareWith')}
      </MenuItem>
      <MenuItem icon={<ClipboardCheck aria-hidden />} onSelect={() => void keep.queue([row])}>
        {t('library.do.queue')}
      </MenuItem>
      {row.shared?.here === 'outdated' ? (
        <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => void newer()}>
          {t('library.do.newer')}
        </MenuItem>
      ) : null}
      {hasArchive && (row.shared === undefined || row.shared.here === 'own') ? (
        <MenuItem icon={<Users aria-hidden />} onSelect={() => openDialog({ name: 'share', sessions: [row.id] })}>
          {t('library.do.share')}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<FileDown aria-hidden />}
        onSelect={() => openDialog({ name: 'export-sessions', sessions: [row.id] })}
      >
        {t('library.do.export')}
      </MenuItem>
      {row.deleted ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={<Pin aria-hidden />} hint="P" onSelect={() => keep.pin([row])}>
            {t(row.pinned ? 'library.do.unpin' : 'library.do.pin')}
          </MenuItem>
          <MenuItem
            icon={<Tag aria-hidden />}
            hint="T"
            onSelect={() => openDialog({ name: 'tags', sessions: [row.id] })}
          >
            {t('library.do.tags')}
          </MenuItem>
          <MenuItem icon={<Archive aria-hidden />} hint="A" onSelect={() => keep.archive([row])}>
            {t(row.archived ? 'library.do.unarchive' : 'library.do.archive')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => keep.remove([row])}>
            {t('common.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
