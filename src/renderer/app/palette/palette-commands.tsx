import {
  ChartColumnStacked,
  CircleStop,
  ClipboardCheck,
  FilePlus2,
  Files,
  FolderInput,
  LayoutGrid,
  Library,
  PanelLeft,
  PanelRight,
  Plug,
  Settings as SettingsIcon,
  SquarePen,
  Ticket,
} from 'lucide-react';
import { useTimelineShown } from '../../../features-view.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp, useRunning, useSimpleView } from '../../store/index.ts';
import type { Pane } from '../columns.tsx';
import { useEnvironmentCommands } from './environment-commands.tsx';
import type { PaletteCommand } from './palette-command.ts';
import { useSessionCommands } from './session-commands.tsx';
import { useSettingsCommands } from './settings-commands.tsx';
import { KEYS } from './shortcuts.ts';
import { useSkillCommands } from './skill-commands.tsx';

/** Commands about how it works: left out of the simple view. */
const HOW_IT_WORKS: ReadonlySet<string> = new Set([
  'timeline',
  'map',
  'request',
  'review',
  'compact',
  'costs',
  'inspector-pane',
  'new-skill',
  'import-skill',
  'repositories',
]);

/** Commands that are possible right now; the others are left out. */
export function usePaletteCommands(
  sessionsPane: Pane,
  inspectorPane: Pane,
): { readonly general: readonly PaletteCommand[]; readonly skills: readonly PaletteCommand[] } {
  const start = useStartCommands();
  const session = useSessionCommands();
  const places = usePlaceCommands(inspectorPane);
  const environments = useEnvironmentCommands();
  const panes = usePaneCommands(sessionsPane, inspectorPane);
  const settings = useSettingsCommands();
  const skills = useSkillCommands();
  const simple = useSimpleView();
  const general = [
    ...start,
    ...session.view,
    ...places.overviews,
    ...session.use,
    ...places.tools,
    ...environments,
    ...panes,
    ...settings,
  ];
  return simple ? { general: general.filter(({ id }) => !HOW_IT_WORKS.has(id)), skills: [] } : { general, skills };
}

function useStartCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { newSession, stop, openDialog } = useActions();
  const running = useRunning();
  const inBrowser = useApp((data) => data.info?.host !== 'electron');
  return [
    {
      id: 'new',
      label: t('common.newConversation'),
      icon: <SquarePen aria-hidden />,
      keys: inBrowser ? KEYS.newInBrowser : KEYS.new,
      run: newSession,
    },
    ...(running
      ? [{ id: 'stop', label: t('app.palette.stop'), icon: <CircleStop aria-hidden />, run: () => void stop() }]
      : []),
    {
      id: 'model',
      label: t('common.connect'),
      icon: <Plug aria-hidden />,
      run: () => openDialog({ name: 'settings', tab: 'model' }),
    },
    {
      id: 'settings',
      label: t('common.settings'),
      icon: <SettingsIcon aria-hidden />,
      keys: KEYS.settings,
      run: () => openDialog({ name: 'settings', tab: 'appearance' }),
    },
  ];
}

/** `overviews`: timeline, bookings and library. `tools`: files, the map, and adding skills. */
function usePlaceCommands(inspectorPane: Pane): {
  readonly overviews: readonly PaletteCommand[];
  readonly tools: readonly PaletteCommand[];
} {
  const t = useT();
  const { showInspector, openDialog, map, library } = useActions();
  const timeline = useTimelineShown(inspectorPane.docked && inspectorPane.open);
  return {
    overviews: [
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
        run: () => library.show({ page: 'trips' }),
      },
      {
        id: 'library',
        label: t('library.title'),
        icon: <Library aria-hidden />,
        keys: KEYS.library,
        run: () => library.show({ page: 'list' }),
      },
      {
        id: 'judge',
        label: t('common.reviewQueue'),
        icon: <ClipboardCheck aria-hidden />,
        run: () => library.show({ page: 'judge' }),
      },
    ],
    tools: [
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
      {
        id: 'repositories',
        label: t('repositories.title'),
        icon: <Library aria-hidden />,
        run: () => openDialog({ name: 'repositories' }),
      },
    ],
  };
}

function usePaneCommands(sessionsPane: Pane, inspectorPane: Pane): readonly PaletteCommand[] {
  const t = useT();
  return [
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
  ];
}
