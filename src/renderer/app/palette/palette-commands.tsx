import {
  Blocks,
  Braces,
  ChartColumnStacked,
  ChartNoAxesColumn,
  CircleStop,
  Copy,
  FileDown,
  FilePlus2,
  Files,
  FolderInput,
  FoldVertical,
  History,
  Keyboard,
  LayoutGrid,
  Library,
  Moon,
  PanelLeft,
  PanelRight,
  PencilLine,
  Plug,
  Settings as SettingsIcon,
  SquarePen,
  Sun,
  Ticket,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTimelineShown } from '../../context/timeline/use-timeline-shown.ts';
import { useT } from '../../i18n/index.ts';
import { useCopyConversation } from '../../sessions/use-copy-conversation.ts';
import { SETTINGS_TABS } from '../../settings/settings-tabs.ts';
import { useActions, useApp, useHeld, usePast, useRunning, useSession, useSessionState } from '../../store/index.ts';
import type { Pane } from '../panes/use-panes.ts';
import { useEnvironmentCommands } from './environment-commands.tsx';
import { KEYS } from './shortcuts.ts';

export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** Commands available right now; others are omitted. */
export function usePaletteCommands(
  sessionsPane: Pane,
  inspectorPane: Pane,
): { readonly general: readonly PaletteCommand[]; readonly skills: readonly PaletteCommand[] } {
  const t = useT();
  const { lookBack, backToNow, showInspector } = useActions();
  const copy = useCopyConversation();
  const past = usePast();
  const held = useHeld();
  const { newSession, stop, setSettings, openDialog, openAuthor, map, library, loadSkill, unloadSkill } = useActions();
  const environments = useEnvironmentCommands();
  const timeline = useTimelineShown(inspectorPane.docked && inspectorPane.open);
  const running = useRunning();
  const inBrowser = useApp((data) => data.info?.host !== 'electron');
  const { id: session } = useSession();
  const skillsView = useApp((data) => data.skills);
  const loaded = useSessionState((state) => state.loadedSkills);

  const general: PaletteCommand[] = [
    {
      id: 'new',
      label: t('sessions.new'),
      icon: <SquarePen aria-hidden />,
      keys: inBrowser ? KEYS.newInBrowser : KEYS.new,
      run: newSession,
    },
    ...(running
      ? [{ id: 'stop', label: t('app.palette.stop'), icon: <CircleStop aria-hidden />, run: () => void stop() }]
      : []),
    {
      id: 'model',
      label: t('app.header.connect'),
      icon: <Plug aria-hidden />,
      run: () => openDialog({ name: 'settings', tab: 'model' }),
    },
    {
      id: 'settings',
      label: t('app.header.settings'),
      icon: <SettingsIcon aria-hidden />,
      keys: KEYS.settings,
      run: () => openDialog({ name: 'settings', tab: 'appearance' }),
    },
    ...(session === undefined
      ? []
      : [
          {
            id: 'request',
            label: t('app.palette.showRequest'),
            icon: <Braces aria-hidden />,
            run: () => openDialog({ name: 'request' }),
          },
          {
            id: 'review',
            label: t(past ? 'review.backToNow' : 'review.enter'),
            icon: <History aria-hidden />,
            keys: KEYS.review,
            run: past ? backToNow : () => lookBack(),
          },
          ...(held
            ? []
            : [
                {
                  id: 'compact',
                  label: t('app.palette.compact'),
                  icon: <FoldVertical aria-hidden />,
                  run: () => openDialog({ name: 'compact' }),
                },
              ]),
        ]),
    {
      id: 'timeline',
      label: t('timeline.toggle'),
      icon: <ChartColumnStacked aria-hidden />,
      run: timeline.toggle,
    },
    {
      id: 'bookings',
      label: t('bookings.open'),
      icon: <Ticket aria-hidden />,
      run: () => openDialog({ name: 'bookings' }),
    },
    {
      id: 'library',
      label: t('library.title'),
      icon: <Library aria-hidden />,
      keys: KEYS.library,
      run: () => library.show({ page: 'list' }),
    },
    ...(session === undefined
      ? []
      : [
          {
            id: 'costs',
            label: t('library.do.costs'),
            icon: <ChartNoAxesColumn aria-hidden />,
            run: () => library.show({ page: 'costs', session }),
          },
          {
            id: 'copy',
            label: t('sessions.copy'),
            icon: <Copy aria-hidden />,
            run: () => void copy(session),
          },
          {
            id: 'export',
            label: t('library.do.export'),
            icon: <FileDown aria-hidden />,
            run: () => openDialog({ name: 'export-sessions', sessions: [session] }),
          },
        ]),
    {
      id: 'files',
      label: t('app.palette.files'),
      icon: <Files aria-hidden />,
      run: () => {
        showInspector('files');
        inspectorPane.setOpen(true);
      },
    },
    {
      id: 'map',
      label: t('map.open'),
      icon: <LayoutGrid aria-hidden />,
      keys: KEYS.map,
      run: () => map.show({}),
    },
    {
      id: 'new-skill',
      label: t('author.new.title'),
      icon: <FilePlus2 aria-hidden />,
      run: () => openDialog({ name: 'new-skill' }),
    },
    {
      id: 'import-skill',
      label: t('author.import.title'),
      icon: <FolderInput aria-hidden />,
      run: () => openDialog({ name: 'import-skill' }),
    },
    ...environments,
    {
      id: 'sessions-pane',
      label: t(sessionsPane.open ? 'app.header.hideSessions' : 'app.header.showSessions'),
      icon: <PanelLeft aria-hidden />,
      keys: KEYS.sessions,
      run: sessionsPane.toggle,
    },
    {
      id: 'inspector-pane',
      label: t(inspectorPane.open ? 'app.header.hideInspector' : 'app.header.showInspector'),
      icon: <PanelRight aria-hidden />,
      keys: KEYS.inspector,
      run: inspectorPane.toggle,
    },
    {
      id: 'light',
      label: t('app.palette.themeLight'),
      icon: <Sun aria-hidden />,
      run: () => void setSettings({ theme: 'light' }),
    },
    {
      id: 'dark',
      label: t('app.palette.themeDark'),
      icon: <Moon aria-hidden />,
      run: () => void setSettings({ theme: 'dark' }),
    },
    {
      id: 'shortcuts',
      label: t('app.palette.shortcuts'),
      icon: <Keyboard aria-hidden />,
      keys: KEYS.help,
      run: () => openDialog({ name: 'shortcuts' }),
    },
    ...SETTINGS_TABS.map((tab) => ({
      id: `settings ${tab}`,
      label: t('app.palette.settings', { tab: t(`settings.tab.${tab}`) }),
      icon: <SettingsIcon aria-hidden />,
      run: () => openDialog({ name: 'settings', tab }),
    })),
  ];

  const skills = (skillsView?.skills ?? []).flatMap(({ id, source }): PaletteCommand[] => {
    const isLoaded = loaded.some((skill) => skill.id === id);
    const load: PaletteCommand = {
      id: `skill ${id}`,
      label: t(isLoaded ? 'app.palette.unload' : 'app.palette.load', { skill: id }),
      icon: <Blocks aria-hidden />,
      run: () => void (isLoaded ? unloadSkill(id) : loadSkill(id)),
    };
    const edit: PaletteCommand = {
      id: `author ${id}`,
      label: t(source === 'bundled' ? 'author.openSkill' : 'author.editSkill', { skill: id }),
      icon: <PencilLine aria-hidden />,
      run: () => openAuthor(id),
    };
    return past ? [edit] : [load, edit];
  });
  return { general, skills };
}
