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
      trigger={<IconButton label={t('library.more', { title })} size="sm" tabIndex={-1} icon={Ellipsis} />}
    >
      {row.deleted ? (
        <>
          <MenuItem label={t('common.restore')} icon={<RotateCcw aria-hidden />} onSelect={() => keep.restore([row])} />
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem
        label={t('common.lookBack')}
        icon={<History aria-hidden />}
        onSelect={() => {
          select(row.id);
          lookBack();
        }}
      />
      <MenuItem
        label={t('library.do.costs')}
        icon={<ChartNoAxesColumn aria-hidden />}
        onSelect={() => library.show({ page: 'costs', session: row.id })}
      />
      <MenuItem
        label={t('library.do.compareWith')}
        icon={<Columns2 aria-hidden />}
        onSelect={() => library.show({ page: 'list', compareWith: row.id })}
      />
      <MenuItem
        label={t('library.do.queue')}
        icon={<ClipboardCheck aria-hidden />}
        onSelect={() => void keep.queue([row])}
      />
      {row.shared?.here === 'outdated' ? (
        <MenuItem label={t('library.do.newer')} icon={<RefreshCw aria-hidden />} onSelect={() => void newer()} />
      ) : null}
      {hasArchive && (row.shared === undefined || row.shared.here === 'own') ? (
        <MenuItem
          label={t('library.do.share')}
          icon={<Users aria-hidden />}
          onSelect={() => openDialog({ name: 'share', sessions: [row.id] })}
        />
      ) : null}
      <MenuItem
        label={t('library.do.export')}
        icon={<FileDown aria-hidden />}
        onSelect={() => openDialog({ name: 'export-sessions', sessions: [row.id] })}
      />
      {row.deleted ? null : (
        <>
          <MenuSeparator />
          <MenuItem
            label={t(row.pinned ? 'library.do.unpin' : 'library.do.pin')}
            icon={<Pin aria-hidden />}
            hint="P"
            onSelect={() => keep.pin([row])}
          />
          <MenuItem
            label={t('library.do.tags')}
            icon={<Tag aria-hidden />}
            hint="T"
            onSelect={() => openDialog({ name: 'tags', sessions: [row.id] })}
          />
          <MenuItem
            label={t(row.archived ? 'library.do.unarchive' : 'library.do.archive')}
            icon={<Archive aria-hidden />}
            hint="A"
            onSelect={() => keep.archive([row])}
          />
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
