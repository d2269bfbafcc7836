import { MessageCircleOff } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ChatView } from '../chat/chat-view.tsx';
import { GaugePanel } from '../gauge/gauge-panel.tsx';
import { useT } from '../i18n/index.ts';
import { SkillsPanel } from '../inspector/skills-panel.tsx';
import { Sidebar } from '../sessions/sidebar.tsx';
import { useActions, useApp, useSession, useSessionTitle } from '../store/index.ts';
import { Button, Drawer, EmptyState } from '../ui/index.ts';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { type ShortcutHandlers, useShortcuts } from './shortcuts.ts';
import { SkipLinks } from './skip-links.tsx';
import { type Pane, usePane } from './use-panes.ts';

/** Conversations, chat, context and skills: three columns, or one with two drawers. */
export function Layout() {
  const t = useT();
  const { newSession, openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  const sessionsPane = usePane('sessions');
  const inspectorPane = usePane('inspector');
  const sessionsColumn = useRef<HTMLElement>(null);
  const inspectorColumn = useRef<HTMLElement>(null);
  useWindowTitle();

  const handlers = useMemo<ShortcutHandlers>(
    () => ({
      onNew: () => {
        openDialog(undefined);
        newSession();
      },
      onSessions: sessionsPane.toggle,
      onInspector: inspectorPane.toggle,
      onPalette: () => openDialog(dialog?.name === 'palette' ? undefined : { name: 'palette' }),
      onSettings: () => openDialog({ name: 'settings', tab: 'model' }),
      onHelp: () => openDialog({ name: 'shortcuts' }),
    }),
    [newSession, openDialog, dialog?.name, sessionsPane.toggle, inspectorPane.toggle],
  );
  useShortcuts(handlers);

  const skipTo = (pane: Pane, column: HTMLElement | null) => {
    if (!pane.docked || !pane.open) pane.setOpen(true);
    else column?.querySelector<HTMLElement>('button, input')?.focus();
  };

  return (
    <div className="flex h-full min-h-0">
      <SkipLinks
        onSessions={() => skipTo(sessionsPane, sessionsColumn.current)}
        onInspector={() => skipTo(inspectorPane, inspectorColumn.current)}
      />
      <SideColumn
        pane={sessionsPane}
        side="left"
        label={t('app.landmark.sessions')}
        column={sessionsColumn}
        className="w-66 border-r"
      >
        <Sidebar {...(sessionsPane.docked ? {} : { onOpened: () => sessionsPane.setOpen(false) })} />
      </SideColumn>
      <div className="flex min-w-0 flex-1 flex-col">
        <Header sessionsPane={sessionsPane} inspectorPane={inspectorPane} />
        <ConnectionBanner />
        <div className="flex min-h-0 flex-1">
          <main aria-label={t('app.landmark.chat')} className="min-h-0 min-w-0 flex-1">
            <ErrorBoundary>
              <Chat />
            </ErrorBoundary>
          </main>
          <SideColumn
            pane={inspectorPane}
            side="right"
            label={t('app.landmark.inspector')}
            column={inspectorColumn}
            className="w-86 border-l"
          >
            <div className="h-full overflow-y-auto overscroll-contain">
              <GaugePanel />
              <div className="mx-4 border-line border-t" />
              <SkillsPanel />
            </div>
          </SideColumn>
        </div>
      </div>
      <CommandPalette open={dialog?.name === 'palette'} sessionsPane={sessionsPane} inspectorPane={inspectorPane} />
      <Dialogs />
    </div>
  );
}

/** What was open, or the words that it is gone. */
function Chat() {
  const t = useT();
  const { newSession } = useActions();
  const { status } = useSession();
  if (status !== 'missing') return <ChatView />;
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={<MessageCircleOff />}
        title={t('app.missing.title')}
        description={t('app.missing.description')}
        action={<Button onClick={newSession}>{t('sessions.new')}</Button>}
      />
    </div>
  );
}

function SideColumn({
  pane,
  side,
  label,
  column,
  className,
  children,
}: {
  readonly pane: Pane;
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly column: React.RefObject<HTMLElement | null>;
  readonly className: string;
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
    <Landmark ref={column} aria-label={label} className={`min-h-0 shrink-0 border-line bg-side ${className}`}>
      {content}
    </Landmark>
  );
}

function useWindowTitle(): void {
  const t = useT();
  const title = useSessionTitle();
  useEffect(() => {
    document.title = title === '' ? t('app.name') : `${title} · ${t('app.name')}`;
  }, [title, t]);
}
