import { useEffect, useMemo, useRef } from 'react';
import { loadReminders, loadWhatIfPanel, Sidebar, useTimelineShown } from '../../features-view.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, usePast, useSimpleView } from '../store/index.ts';
import { afterPaint, later, laterField, useOnce } from '../ui/index.ts';
import { ChatColumn, type Pane, SideColumn, usePane } from './columns.tsx';
import { Dialogs } from './dialogs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { useNotices } from './notices.ts';
import { useMenu } from './palette/menu.ts';
import { type ShortcutHandlers, useShortcuts } from './palette/shortcuts.ts';
import { AuthorPane, fetchLibrary, LibraryPane, MapPane } from './panes.tsx';
import { usePlaceTitle } from './use-place-title.ts';

const LINK =
  'sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-control focus-visible:bg-raised focus-visible:px-3 focus-visible:py-2 focus-visible:shadow-float';

const focusIn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

/** The first stops of the Tab key. Buttons and not links: the address names the conversation. */
function SkipLinks({
  onSessions,
  onInspector,
}: {
  readonly onSessions: () => void;
  /** Undefined where no such column is shown. */
  readonly onInspector: (() => void) | undefined;
}) {
  const t = useT();
  return (
    <>
      <button type="button" className={LINK} onClick={() => focusIn('main textarea')}>
        {t('app.skip.message')}
      </button>
      <button type="button" className={LINK} onClick={onSessions}>
        {t('app.skip.sessions')}
      </button>
      {onInspector === undefined ? null : (
        <button type="button" className={LINK} onClick={onInspector}>
          {t('app.skip.inspector')}
        </button>
      )}
    </>
  );
}

const Banners = later(async () => (await import('./all-banners.tsx')).Banners);
const CommandPalette = laterField(async () => (await import('./palette/command-palette.tsx')).CommandPalette);
const InspectorColumn = later(async () => (await import('./inspector-column.tsx')).InspectorColumn);
const ReminderNotices = later(async () => (await loadReminders()).ReminderNotices);
const WhatIfPanel = later(async () => (await loadWhatIfPanel()).WhatIfPanel);

/** Conversations, chat, context and skills: three columns, or one with two drawers. */
export function Layout() {
  const t = useT();
  const { newSession, openDialog, lookBack, backToNow, map, library, find } = useActions();
  const past = usePast();
  const dialog = useApp((data) => data.dialog);
  const author = useApp((data) => data.author);
  const mapOpen = useApp((data) => data.map !== undefined && data.author === undefined);
  const libraryOpen = useApp((data) => data.library !== undefined);
  const covered = author !== undefined || mapOpen || libraryOpen;
  const simple = useSimpleView();
  const whatIf = useApp((data) => data.whatIf.steps.length > 0);
  const sessionsPane = usePane('sessions');
  const inspectorPane = usePane('inspector', !simple);
  const sessionsColumn = useRef<HTMLElement>(null);
  const inspectorColumn = useRef<HTMLElement>(null);
  const timeline = useTimelineShown(inspectorPane.docked && inspectorPane.open);
  useWindowTitle();
  // Pressed often, so it is there before.
  useEffect(() => afterPaint(CommandPalette.fetch), []);
  useEffect(() => afterPaint(fetchLibrary), []);
  useNotices();

  const handlers = useMemo<ShortcutHandlers>(
    () => ({
      onNew: () => {
        openDialog(undefined);
        map.show(undefined);
        newSession();
      },
      onSessions: sessionsPane.toggle,
      onInspector: inspectorPane.toggle,
      onPalette: () => openDialog(dialog?.name === 'palette' ? undefined : { name: 'palette' }),
      onSettings: () => openDialog({ name: 'settings', tab: 'model' }),
      onHelp: () => openDialog({ name: 'shortcuts' }),
      onMap: () => map.show(mapOpen ? undefined : {}),
      onLibrary: () => library.show(libraryOpen ? undefined : { page: 'list' }),
      onReview: past ? backToNow : () => lookBack(),
      onFind: covered || dialog !== undefined ? undefined : () => find.show(true),
    }),
    [
      newSession,
      openDialog,
      lookBack,
      backToNow,
      map,
      mapOpen,
      library,
      libraryOpen,
      past,
      find,
      covered,
      dialog,
      sessionsPane.toggle,
      inspectorPane.toggle,
    ],
  );
  useShortcuts(handlers);
  useMenu(
    useMemo(
      () => ({ 'new-conversation': handlers.onNew, settings: handlers.onSettings, shortcuts: handlers.onHelp }),
      [handlers],
    ),
  );

  const skipTo = (pane: Pane, column: HTMLElement | null) => {
    if (!pane.docked || !pane.open) pane.setOpen(true);
    else column?.querySelector<HTMLElement>('button, input')?.focus();
  };

  return (
    <div className="flex h-full min-h-0">
      <SkipLinks
        onSessions={() => skipTo(sessionsPane, sessionsColumn.current)}
        onInspector={simple ? undefined : () => skipTo(inspectorPane, inspectorColumn.current)}
      />
      <SideColumn
        pane={sessionsPane}
        side="left"
        label={t('common.conversations')}
        column={sessionsColumn}
        className="w-66 border-r"
      >
        <Sidebar {...(sessionsPane.docked ? {} : { onDone: () => sessionsPane.setOpen(false) })} />
      </SideColumn>
      <div className="flex min-w-0 flex-1 flex-col">
        <Header sessionsPane={sessionsPane} inspectorPane={inspectorPane} />
        <Banners />
        <ReminderNotices />
        <div className="relative flex min-h-0 flex-1">
          {author === undefined ? null : <AuthorPane skill={author} />}
          {mapOpen ? <MapPane /> : null}
          {libraryOpen ? <LibraryPane /> : null}
          <main aria-label={t('app.landmark.chat')} inert={covered} className="min-h-0 min-w-0 flex-1">
            <ErrorBoundary>
              <ChatColumn timeline={timeline.shown && !simple} onHideTimeline={timeline.toggle} />
            </ErrorBoundary>
          </main>
          <SideColumn
            pane={inspectorPane}
            side="right"
            label={t(simple ? 'app.palette.files' : 'app.landmark.inspector')}
            column={inspectorColumn}
            className="w-86 border-l"
            covered={covered}
          >
            <div className="flex h-full flex-col">
              <InspectorColumn />
              {mapOpen || simple || !whatIf ? null : (
                <WhatIfPanel className="max-h-1/2 shrink-0 overflow-y-auto border-line border-t p-4" />
              )}
            </div>
          </SideColumn>
        </div>
      </div>
      {useOnce(dialog?.name === 'palette') ? (
        <CommandPalette open={dialog?.name === 'palette'} sessionsPane={sessionsPane} inspectorPane={inspectorPane} />
      ) : null}
      {/* Empty but for what a dialog that stopped working says. */}
      <div className="fixed bottom-4 left-4 z-50 max-w-[min(32rem,calc(100vw-2rem))] empty:hidden">
        <ErrorBoundary>
          <Dialogs />
        </ErrorBoundary>
      </div>
    </div>
  );
}

function useWindowTitle(): void {
  const t = useT();
  const title = usePlaceTitle();
  useEffect(() => {
    document.title = title === '' ? t('app.name') : `${title} · ${t('app.name')}`;
  }, [title, t]);
}
