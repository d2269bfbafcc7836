import { Files, PanelLeft, PanelRight, Search, Settings, SquarePen, Workflow } from 'lucide-react';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, usePast, useSessionState, useSimpleView } from '../store/index.ts';
import { Button, cn, IconButton, later, platformKeys, Spinner } from '../ui/index.ts';
import { ModelChip } from './model-chip.tsx';
import { KEYS } from './palette/shortcuts.ts';
import type { Pane } from './panes/use-panes.ts';
import { SessionPlace } from './session-place.tsx';
import { useConversationCovered, usePlaceTitle } from './use-place-title.ts';

const EnvironmentSwitch = later(async () => (await import('./environment-switch.tsx')).EnvironmentSwitch);
const AppearanceMenu = later(
  async () => (await import('./appearance-menu.tsx')).AppearanceMenu,
  <span className="size-8" />,
);

export function Header({ sessionsPane, inspectorPane }: { readonly sessionsPane: Pane; readonly inspectorPane: Pane }) {
  const t = useT();
  const { openDialog, newSession } = useActions();
  const simple = useSimpleView();
  const title = usePlaceTitle();
  const covered = useConversationCovered();
  const past = usePast();
  const connecting = useApp((data) => data.connection === 'connecting');
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-line border-b bg-canvas px-2">
      <IconButton
        label={t(sessionsPane.open ? 'app.header.hideSessions' : 'app.header.showSessions')}
        keys={platformKeys(KEYS.sessions)}
        aria-expanded={sessionsPane.open}
        onClick={sessionsPane.toggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      {sessionsPane.open && sessionsPane.docked ? null : (
        <IconButton label={t('common.newConversation')} onClick={newSession}>
          <SquarePen aria-hidden />
        </IconButton>
      )}
      <h1 className="min-w-16 flex-1 truncate px-1 text-left font-semibold text-base [unicode-bidi:plaintext]">
        {title === '' ? t('common.newConversation') : title}
      </h1>
      {covered || (simple && !past) ? null : <SessionPlace />}
      <EnvironmentSwitch />
      {connecting ? (
        <span role="status" className="flex items-center gap-2 px-2 text-ink-soft text-sm">
          <Spinner decorative className="size-3.5" />
          {t('app.connection.connecting')}
        </span>
      ) : (
        // Only a letter of it would fit beside the note about the past.
        <span className={cn('contents', past && !covered && 'max-[40rem]:hidden')}>
          <ModelChip />
        </span>
      )}
      <IconButton
        label={t('app.palette.title')}
        keys={platformKeys(KEYS.palette)}
        onClick={() => openDialog({ name: 'palette' })}
      >
        <Search aria-hidden />
      </IconButton>
      {/* With large text in a small window the title comes first: these are also in the command palette. */}
      <span className="contents max-[40rem]:hidden">
        <AppearanceMenu />
      </span>
      <IconButton
        label={t('common.settings')}
        keys={platformKeys(KEYS.settings)}
        onClick={() => openDialog({ name: 'settings', tab: 'model' })}
      >
        <Settings aria-hidden />
      </IconButton>
      <HowItWorks />
      {simple ? (
        <FilesButton pane={inspectorPane} />
      ) : (
        <IconButton
          label={t(inspectorPane.open ? 'app.header.hideInspector' : 'app.header.showInspector')}
          keys={platformKeys(KEYS.inspector)}
          aria-expanded={inspectorPane.open}
          onClick={inspectorPane.toggle}
        >
          <PanelRight aria-hidden />
        </IconButton>
      )}
    </header>
  );
}

/** The one switch between the simple and the full view. */
function HowItWorks() {
  const t = useT();
  const { setSettings } = useActions();
  const simple = useSimpleView();
  const change = () => void setSettings({ view: simple ? 'full' : 'simple' });
  return (
    <>
      {simple ? (
        <Button size="sm" variant="ghost" aria-pressed={false} className="max-[48rem]:hidden" onClick={change}>
          <Workflow aria-hidden className="size-4" />
          {t('app.header.howItWorks')}
        </Button>
      ) : null}
      <IconButton
        label={t('app.header.howItWorks')}
        aria-pressed={!simple}
        className={cn('max-[40rem]:hidden', simple && 'min-[48rem]:hidden')}
        onClick={change}
      >
        <Workflow aria-hidden />
      </IconButton>
    </>
  );
}

/** In the simple view files are all that the column beside the chat holds: no button without any. */
function FilesButton({ pane }: { readonly pane: Pane }) {
  const t = useT();
  const some = useSessionState(({ artifacts }) => artifacts.some(({ deletedAt }) => deletedAt === undefined));
  if (!some) return null;
  return (
    <IconButton
      label={t('app.palette.files')}
      keys={platformKeys(KEYS.inspector)}
      aria-expanded={pane.open}
      onClick={pane.toggle}
    >
      <Files aria-hidden />
    </IconButton>
  );
}
