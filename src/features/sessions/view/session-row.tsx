import {
  Archive,
  ChartNoAxesColumn,
  Copy,
  Ellipsis,
  FileDown,
  History,
  Pencil,
  Pin,
  Puzzle,
  Tag,
  Trash2,
  Users,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT, useText, type WordKey } from '../../../renderer/i18n.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { type Marks, useActions, useApp, useSimpleView } from '../../../renderer/store/index.ts';
import {
  Afterwards,
  Badge,
  cn,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  notify,
  Tooltip,
} from '../../../renderer/ui/index.ts';
import type { SessionSummary } from '../../../shared/contract.ts';
import type { RunState } from '../../../shared/events.ts';
import { useCopyConversation } from './use-copy-conversation.ts';

const DOTS: Partial<Record<RunState, { readonly word: WordKey; readonly className: string }>> = {
  thinking: { word: 'sessions.state.running', className: 'bg-accent animate-pulse' },
  'tool-calling': { word: 'sessions.state.running', className: 'bg-accent animate-pulse' },
  'waiting-approval': { word: 'sessions.state.waiting', className: 'bg-warning' },
  error: { word: 'sessions.state.failed', className: 'bg-danger' },
  'max-iterations': { word: 'sessions.state.stopped', className: 'bg-ink-faint' },
};

/** Run state of a conversation: a dot, with text for users who cannot see or distinguish it. One that waits for an answer says so. */
function RunDot({ state }: { readonly state: RunState }) {
  const t = useT();
  const dot = DOTS[state];
  if (dot === undefined) return null;
  if (state === 'waiting-approval') return <Badge tone="warning">{t(dot.word)}</Badge>;
  return (
    <Tooltip content={t(dot.word)} side="right">
      <span role="img" aria-label={t(dot.word)} className={cn('size-2 shrink-0 rounded-full', dot.className)} />
    </Tooltip>
  );
}

/** Enter or leaving the field keeps the title, Escape does not; Enter during an IME's composition only ends that. */
function RenameField({ session, onDone }: { readonly session: SessionSummary; readonly onDone: () => void }) {
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
              <IconButton
                label={t('sessions.more', { title })}
                size="sm"
                tabIndex={tabbable ? 0 : -1}
                icon={Ellipsis}
              />
            }
          >
            <MenuItem label={t('common.rename')} icon={<Pencil aria-hidden />} onSelect={() => onRename(true)} />
            <SessionKeeping session={session} onDone={onDone} />
            <MenuSeparator />
            <MenuItem label={t('common.delete')} danger icon={<Trash2 aria-hidden />} onSelect={onRemove} />
          </Menu>
        </Afterwards>
      </div>
    </div>
  );
}

/** Part of a conversation's menu: information and marks. */
function SessionKeeping({
  session,
  onDone,
}: {
  readonly session: SessionSummary;
  readonly onDone: (() => void) | undefined;
}) {
  const { t, format } = useText();
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

  const item = (label: WordKey, icon: ReactNode, onSelect: () => void) => (
    <MenuItem label={t(label)} icon={icon} onSelect={onSelect} />
  );
  return (
    <>
      {item(pinned ? 'library.do.unpin' : 'library.do.pin', <Pin aria-hidden />, () => void mark({ pinned: !pinned }))}
      {item('library.do.tags', <Tag aria-hidden />, () => openDialog({ name: 'tags', sessions: [id] }))}
      {item(archived ? 'library.do.unarchive' : 'library.do.archive', <Archive aria-hidden />, () => void archive())}
      <MenuSeparator />
      {simple ? null : (
        <>
          {item(
            'common.lookBack',
            <History aria-hidden />,
            leave(() => {
              select(id);
              lookBack();
            }),
          )}
          {item(
            'library.do.costs',
            <ChartNoAxesColumn aria-hidden />,
            leave(() => library.show({ page: 'costs', session: id })),
          )}
          {item('sessions.makeSkill', <Puzzle aria-hidden />, () => openDialog({ name: 'draft-skill', session: id }))}
        </>
      )}
      {item('sessions.copy', <Copy aria-hidden />, () => void copy(id))}
      {hasArchive && session.imported !== true
        ? item('library.do.share', <Users aria-hidden />, () => openDialog({ name: 'share', sessions: [id] }))
        : null}
      {item('library.do.export', <FileDown aria-hidden />, () =>
        openDialog({ name: 'export-sessions', sessions: [id] }),
      )}
    </>
  );
}
