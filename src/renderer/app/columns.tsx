import { MessageCircleOff } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { ChatView, loadDeletedBar, loadDialogs, loadFind, loadReviewBar } from '../../features-view.ts';
import { useT } from '../i18n.ts';
import { useActions, useApp, useMoment, useSession } from '../store/index.ts';
import { afterPaint, Button, cn, Drawer, EmptyState, later, useMediaQuery } from '../ui/index.ts';
import { ErrorBoundary } from './panes.tsx';

export type PaneName = 'sessions' | 'inspector';

export type Pane = ReturnType<typeof usePane>;

/** In rem, so that larger text collapses the columns sooner: 1000 and 1200 pixels at the usual size. */
const DOCKED_FROM: Readonly<Record<PaneName, string>> = {
  sessions: '(min-width: 62.5rem)',
  inspector: '(min-width: 75rem)',
};

const keyOf = (name: PaneName): string => `skilldeck.pane.${name}`;

function remembered(name: PaneName): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== 'closed';
  } catch {
    return true;
  }
}

/** A side column: docked if there is space and it may be, with its state remembered; otherwise a drawer that starts closed. */
export function usePane(name: PaneName, dockable = true) {
  const fits = useMediaQuery(DOCKED_FROM[name]);
  const docked = dockable && fits;
  const [beside, setBeside] = useState(() => remembered(name));
  const [over, setOver] = useState(false);
  const open = docked ? beside : over;
  const setOpen = useCallback(
    (next: boolean) => {
      if (!docked) {
        setOver(next);
        return;
      }
      setBeside(next);
      try {
        localStorage.setItem(keyOf(name), next ? 'open' : 'closed');
      } catch {
        // Not remembered then.
      }
    },
    [docked, name],
  );
  const toggle = useCallback(() => setOpen(!open), [setOpen, open]);
  return {
    /** Shown beside the chat; otherwise slides over it. */
    docked,
    open,
    setOpen,
    toggle,
  };
}

const DeletedBar = later(async () => (await loadDeletedBar()).DeletedBar);
const ReturnBar = later(async () => (await loadDialogs()).ReturnBar);
const ReviewBar = later(async () => (await loadReviewBar()).ReviewBar);
const FindBar = later(async () => (await loadFind()).FindBar);
const NoteDialog = later(async () => (await loadReviewBar()).NoteDialog);

/** The open conversation, or a note that it no longer exists. */
export const ChatColumn = memo(function ChatColumn() {
  const t = useT();
  const { newSession } = useActions();
  const { id, status } = useSession();
  const past = useMoment() !== undefined;
  const finding = useApp((data) => data.finding && data.selected !== undefined);
  const returns = useApp((data) => data.selected !== undefined && data.cameFrom?.session === data.selected);
  const writing = useApp((data) => data.writingNote !== undefined);
  // The next key after the shortcut is for its field.
  useEffect(() => afterPaint(FindBar.fetch), []);
  if (status !== 'missing') {
    return (
      <div className="flex h-full min-h-0 flex-col">
        <h2 className="sr-only">{t('app.landmark.chat')}</h2>
        <DeletedBar />
        {returns ? <ReturnBar /> : null}
        <div className="relative min-h-0 flex-1">
          {finding ? <FindBar key={id} /> : null}
          <ChatView />
        </div>
        {past ? <ReviewBar /> : null}
        {writing ? <NoteDialog /> : null}
      </div>
    );
  }
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={<MessageCircleOff />}
        title={t('app.missing.title')}
        description={t('app.missing.description')}
        action={<Button onClick={newSession}>{t('common.newConversation')}</Button>}
      />
    </div>
  );
});

/** A landmark beside the chat, or a drawer over it. */
export function SideColumn({
  pane,
  side,
  label,
  column,
  className,
  covered = false,
  children,
}: {
  readonly pane: Pane;
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly column: RefObject<HTMLElement | null>;
  readonly className: string;
  /** A pane covers it. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}) {
  const content = <ErrorBoundary>{children}</ErrorBoundary>;
  if (!pane.docked) {
    return (
      <Drawer open={pane.open} onOpenChange={pane.setOpen} side={side} label={label}>
        {content}
      </Drawer>
    );
  }
  if (!pane.open) return null;
  const Landmark = side === 'left' ? 'nav' : 'aside';
  return (
    <Landmark
      ref={column}
      aria-label={label}
      inert={covered}
      className={cn('min-h-0 shrink-0 border-line bg-side', className)}
    >
      {content}
    </Landmark>
  );
}
