import { PanelLeft, PanelRight, Search, Settings } from 'lucide-react';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, usePast } from '../store/index.ts';
import { cn, IconButton, platformKeys, Spinner } from '../ui/index.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { ModelChip } from './model-chip.tsx';
import { KEYS } from './palette/shortcuts.ts';
import type { Pane } from './panes/use-panes.ts';
import { SessionPlace } from './session-place.tsx';
import { useConversationCovered, usePlaceTitle } from './use-place-title.ts';

export function Header({ sessionsPane, inspectorPane }: { readonly sessionsPane: Pane; readonly inspectorPane: Pane }) {
  const t = useT();
  const { openDialog } = useActions();
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
      <h1 className="min-w-16 flex-1 truncate px-1 text-left font-semibold text-base [unicode-bidi:plaintext]">
        {title === '' ? t('app.newConversation') : title}
      </h1>
      {covered ? null : <SessionPlace />}
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
        label={t('app.header.palette')}
        keys={platformKeys(KEYS.palette)}
        onClick={() => openDialog({ name: 'palette' })}
      >
        <Search aria-hidden />
      </IconButton>
      {/* With large text in a small window the title comes first: these two are also in the command palette. */}
      <span className="contents max-[40rem]:hidden">
        <AppearanceMenu />
      </span>
      <IconButton
        label={t('app.header.settings')}
        keys={platformKeys(KEYS.settings)}
        onClick={() => openDialog({ name: 'settings', tab: 'model' })}
      >
        <Settings aria-hidden />
      </IconButton>
      <IconButton
        label={t(inspectorPane.open ? 'app.header.hideInspector' : 'app.header.showInspector')}
        keys={platformKeys(KEYS.inspector)}
        aria-expanded={inspectorPane.open}
        onClick={inspectorPane.toggle}
      >
        <PanelRight aria-hidden />
      </IconButton>
    </header>
  );
}
