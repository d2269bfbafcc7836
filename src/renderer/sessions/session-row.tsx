import { Ellipsis, Pencil, Pin, Trash2 } from 'lucide-react';
import type { SessionSummary } from '../../shared/contract.ts';
import { useT } from '../i18n/index.ts';
import { useApp } from '../store/index.ts';
import { Afterwards, Badge, cn, IconButton, Menu, MenuItem, MenuSeparator } from '../ui/index.ts';
import { RenameField } from './rename-field.tsx';
import { RunDot } from './run-dot.tsx';
import { SessionKeeping } from './session-keeping.tsx';

/** One conversation: opens on click, is renamed in place. */
export function SessionRow({
  session,
  selected,
  tabbable,
  renaming,
  onRename,
  onOpen,
  onRemove,
  onDone,
}: {
  readonly session: SessionSummary;
  readonly selected: boolean;
  /** The one row that Tab reaches; arrows reach the others. */
  readonly tabbable: boolean;
  readonly renaming: boolean;
  readonly onRename: (renaming: boolean) => void;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  /** Something else has taken the place of the chat. */
  readonly onDone?: (() => void) | undefined;
}) {
  const t = useT();
  const elsewhere = useApp(
    ({ environments }) => environments !== undefined && environments.current !== session.environment,
  );
  const title = session.title === '' ? t('common.untitled') : session.title;

  if (renaming) return <RenameField session={session} onDone={() => onRename(false)} />;

  return (
    <div
      className={cn(
        'group relative mx-2 flex h-8 items-center rounded-control transition-colors duration-fast',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        data-session={session.id}
        tabIndex={tabbable ? 0 : -1}
        aria-current={selected ? 'page' : undefined}
        title={title}
        onClick={onOpen}
        className="flex h-full min-w-0 flex-1 cursor-default items-center gap-2 rounded-control pr-2 pl-2.5 text-left outline-offset-[-2px]"
      >
        <span
          className={cn(
            'min-w-0 flex-1 truncate text-left [unicode-bidi:plaintext]',
            selected ? 'font-medium text-ink' : 'text-ink',
          )}
        >
          {title}
        </span>
        {elsewhere ? (
          <Badge className="max-w-24">
            <span className="sr-only">{t('sessions.environment')} </span>
            <span className="truncate">{session.environment}</span>
          </Badge>
        ) : null}
        {session.pinned === true ? (
          <Pin role="img" aria-label={t('library.mark.pinned')} className="size-3.5 shrink-0 text-accent" />
        ) : null}
        <RunDot state={session.runState} />
      </button>
      <div className="absolute right-0.5 rounded-control bg-inherit opacity-0 focus-within:opacity-100 group-focus-within:static group-focus-within:opacity-100 group-hover:static group-hover:opacity-100 has-data-popup-open:static has-data-popup-open:opacity-100">
        <Afterwards>
          <Menu
            align="end"
            trigger={
              <IconButton label={t('sessions.more', { title })} size="sm" tabIndex={tabbable ? 0 : -1}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onRename(true)}>
              {t('common.rename')}
            </MenuItem>
            <SessionKeeping session={session} onDone={onDone} />
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onRemove}>
              {t('common.delete')}
            </MenuItem>
          </Menu>
        </Afterwards>
      </div>
    </div>
  );
}
