import { Archive, ChartNoAxesColumn, Columns2, Copy, FileDown, History, Pin, Puzzle, Tag, Users } from 'lucide-react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { type Marks, useActions, useApp, useSimpleView } from '../../../renderer/store/index.ts';
import { MenuItem, MenuSeparator, notify } from '../../../renderer/ui/index.ts';
import type { SessionSummary } from '../../../shared/contract.ts';
import { useCopyConversation } from './use-copy-conversation.ts';

/** Part of a conversation's menu: information and marks. */
export function SessionKeeping({
  session,
  onDone,
}: {
  readonly session: SessionSummary;
  readonly onDone: (() => void) | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const { library, openDialog, select, lookBack } = useActions();
  const copy = useCopyConversation();
  const simple = useSimpleView();
  const hasArchive = useApp((data) => data.archive != null);
  const { id, pinned = false, archived = false } = session;

  const mark = async (marks: Marks): Promise<boolean> => {
    const done = await library.mark([id], marks);
    if (!done.ok) notifyFailure(done.failure);
    return done.ok;
  };
  const archive = async () => {
    if (!(await mark({ archived: !archived }))) return;
    const said = t(archived ? 'library.done.unarchived' : 'library.done.archived', { count: 1, n: format.number(1) });
    notify.undo(said, t('common.undo'), () => void mark({ archived }));
  };
  const leave = (action: () => void) => () => {
    action();
    onDone?.();
  };

  return (
    <>
      <MenuItem icon={<Pin aria-hidden />} onSelect={() => void mark({ pinned: !pinned })}>
        {t(pinned ? 'library.do.unpin' : 'library.do.pin')}
      </MenuItem>
      <MenuItem icon={<Tag aria-hidden />} onSelect={() => openDialog({ name: 'tags', sessions: [id] })}>
        {t('library.do.tags')}
      </MenuItem>
      <MenuItem icon={<Archive aria-hidden />} onSelect={() => void archive()}>
        {t(archived ? 'library.do.unarchive' : 'library.do.archive')}
      </MenuItem>
      <MenuSeparator />
      {simple ? null : (
        <>
          <MenuItem
            icon={<History aria-hidden />}
            onSelect={leave(() => {
              select(id);
              lookBack();
            })}
          >
            {t('common.lookBack')}
          </MenuItem>
          <MenuItem
            icon={<ChartNoAxesColumn aria-hidden />}
            onSelect={leave(() => library.show({ page: 'costs', session: id }))}
          >
            {t('library.do.costs')}
          </MenuItem>
          <MenuItem
            icon={<Columns2 aria-hidden />}
            onSelect={leave(() => library.show({ page: 'list', compareWith: id }))}
          >
            {t('library.do.compareWith')}
          </MenuItem>
        </>
      )}
      {simple ? null : (
        <MenuItem icon={<Puzzle aria-hidden />} onSelect={() => openDialog({ name: 'draft-skill', session: id })}>
          {t('sessions.makeSkill')}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy(id)}>
        {t('sessions.copy')}
      </MenuItem>
      {hasArchive && session.imported !== true ? (
        <MenuItem icon={<Users aria-hidden />} onSelect={() => openDialog({ name: 'share', sessions: [id] })}>
          {t('library.do.share')}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<FileDown aria-hidden />}
        onSelect={() => openDialog({ name: 'export-sessions', sessions: [id] })}
      >
        {t('library.do.export')}
      </MenuItem>
    </>
  );
}
