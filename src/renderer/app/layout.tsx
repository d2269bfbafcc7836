import { useEffect, useMemo, useRef } from 'react';
import {
  loadCompaction,
  loadReminders,
  loadSettings,
  loadWatches,
  loadWhatIfPanel,
  Sidebar,
} from '../../features-view.ts';
import type { SessionSummary } from '../../shared/contract.ts';
import { type MenuCommand, menuCommandIn } from '../../shared/window/preload-protocol.ts';
import { useT } from '../i18n.ts';
import { canNotify, looksElsewhere, systemNotice } from '../shared/system-notice.ts';
import { type SettingsTab, useActions, useApp, usePast, useSettings, useSimpleView } from '../store/index.ts';
import { afterPaint, notify as inApp, later, useOnce } from '../ui/index.ts';
import { ChatColumn, type Pane, SideColumn, usePane } from './columns.tsx';
import { Header, usePlaceTitle } from './header.tsx';
import { AuthorPane, ErrorBoundary, fetchLibrary, LibraryPane, MapPane, OpenDialog } from './panes.tsx';
import { type ShortcutHandlers, useShortcuts } from './shortcuts.ts';

type MenuHandlers = Readonly<Record<MenuCommand, () => void>>;

/** The desktop app's menu commands arrive as messages of this same window. */
function useMenu(handlers: MenuHandlers): void {
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const command = event.source === window ? menuCommandIn(event.data) : undefined;
      if (command !== undefined) handlers[command]();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [handlers]);
}

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

const Banners = later(async () => (await import('./banners.tsx')).Banners);
const CommandPalette = later(async () => (await import('./command-palette.tsx')).CommandPalette);
const UpdateBanner = later(async () => (await import('./update-banner.tsx')).UpdateBanner);
const InspectorColumn = later(async () => (await import('./inspector-column.tsx')).InspectorColumn);
const ReminderNotices = later(async () => (await loadReminders()).ReminderNotices);
const WatchNotices = later(async () => (await loadWatches()).WatchNotices);
const WhatIfPanel = later(async () => (await loadWhatIfPanel()).WhatIfPanel);

/** Conversations, chat, context and skills: three columns, or one with two drawers. */
export function Layout() {
  const t = useT();
  const { newSession, openDialog, lookBack, backToNow, map, library, find } = useActions();
  const past = usePast();
  const dialog = useApp((data) => data.dialog);
  const author = useApp((data) => data.author);
  const mapOpen = useApp((data) => data.map !== undefined && data.author === undefined);
  const libraryOpen = useApp((data) => data.library !== undefined && data.author === undefined);
  const covered = author !== undefined || mapOpen || libraryOpen;
  const simple = useSimpleView();
  const updates = useApp((data) => data.info?.updates === true);
  const whatIf = useApp((data) => data.whatIf.steps.length > 0);
  const sessionsPane = usePane('sessions');
  const inspectorPane = usePane('inspector', !simple);
  const { docked, setOpen } = inspectorPane;
  // A drawer would hide what was opened from it.
  useEffect(() => {
    if (covered && !docked) setOpen(false);
  }, [covered, docked, setOpen]);
  const sessionsColumn = useRef<HTMLElement>(null);
  const inspectorColumn = useRef<HTMLElement>(null);
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
        {updates ? <UpdateBanner /> : null}
        <ReminderNotices />
        <WatchNotices />
        <div className="relative flex min-h-0 flex-1">
          {author === undefined ? null : <AuthorPane skill={author} />}
          {mapOpen ? <MapPane /> : null}
          {libraryOpen ? <LibraryPane /> : null}
          <main aria-label={t('app.landmark.chat')} inert={covered} className="min-h-0 min-w-0 flex-1">
            <ErrorBoundary>
              <ChatColumn />
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

const SettingsDialog = later(async () => {
  const [{ SettingsDialog: View }, { ArchiveSettings }, { McpSettings }, { TelemetrySettings }] = await loadSettings();
  const panels = { archive: ArchiveSettings, mcp: McpSettings, telemetry: TelemetrySettings };
  return (props: { readonly tab: SettingsTab | undefined }) => <View {...props} panels={panels} />;
});
const CompactDialog = later(async () => (await loadCompaction()).CompactDialog);
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

type DialogName = NonNullable<ReturnType<typeof useOpenDialog>>['name'];

const useOpenDialog = () => useApp((data) => data.dialog);

/** For a dialog that stays once it was opened. */
function useOpened(name: DialogName) {
  const open = useOpenDialog()?.name === name;
  return { open, mounted: useOnce(open) };
}

export function Dialogs() {
  const { openDialog } = useActions();
  const dialog = useOpenDialog();
  const close = () => openDialog(undefined);
  const settings = useOpened('settings');
  const compact = useOpened('compact');
  const shortcuts = useOpened('shortcuts');
  return (
    <>
      {settings.mounted ? <SettingsDialog tab={dialog?.name === 'settings' ? dialog.tab : undefined} /> : null}
      {compact.mounted ? <CompactDialog open={compact.open} onClose={close} /> : null}
      <OpenDialog />
      {shortcuts.mounted ? <ShortcutSheet open={shortcuts.open} /> : null}
    </>
  );
}

type NoticeKind = 'answered' | 'asks' | 'failed';

interface Notice {
  readonly session: string;
  readonly title: string;
  readonly kind: NoticeKind;
}

const AT_WORK: ReadonlySet<SessionSummary['runState']> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

function kindOf(before: SessionSummary['runState'], now: SessionSummary['runState']): NoticeKind | undefined {
  if (before === now || !AT_WORK.has(before)) return undefined;
  if (now === 'waiting-approval') return 'asks';
  if (now === 'completed') return 'answered';
  return now === 'error' || now === 'max-iterations' ? 'failed' : undefined;
}

/** Notices for the changes between two lists; a stop is the user's own action and gives none. */
export function noticesBetween(before: readonly SessionSummary[], now: readonly SessionSummary[]): readonly Notice[] {
  const states = new Map(before.map(({ id, runState }) => [id, runState]));
  return now.flatMap(({ id, title, runState }) => {
    const earlier = states.get(id);
    const kind = earlier === undefined ? undefined : kindOf(earlier, runState);
    return kind === undefined ? [] : [{ session: id, title, kind }];
  });
}

export function useNotices(): void {
  const t = useT();
  const { select } = useActions();
  const { notify } = useSettings();
  const sessions = useApp((data) => data.sessions);
  const before = useRef(sessions);
  useEffect(() => {
    const earlier = before.current;
    before.current = sessions;
    if (!notify || earlier === undefined || sessions === undefined || !canNotify() || !looksElsewhere()) return;
    for (const { session, title, kind } of noticesBetween(earlier, sessions)) {
      // One a conversation: a later one takes the earlier one's place.
      const name = title === '' ? t('app.name') : title;
      const body = t(`app.notice.${kind}`);
      const inPage = () => inApp.done(`${name}: ${body}`);
      systemNotice({ title: name, body, tag: session, onOpen: () => select(session), inPage });
    }
  }, [sessions, notify, select, t]);
}
