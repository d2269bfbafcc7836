import {
  Blocks,
  Braces,
  ChartNoAxesColumn,
  CircleStop,
  ClipboardCheck,
  Copy,
  FileDown,
  FilePlus2,
  Files,
  FolderInput,
  FoldVertical,
  History,
  Keyboard,
  Layers,
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
  Table2,
  Ticket,
  Workflow,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { SETTINGS_TABS, useCopyConversation } from '../../features-view.ts';
import { useT } from '../i18n.ts';
import {
  useActions,
  useApp,
  useHeld,
  usePast,
  useRunning,
  useSession,
  useSessionState,
  useSimpleView,
} from '../store/index.ts';
import type { Pane } from './columns.tsx';
import { KEYS } from './shortcuts.ts';

export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** Commands about how it works: left out of the simple view. */
const HOW_IT_WORKS: ReadonlySet<string> = new Set([
  'map',
  'request',
  'review',
  'compact',
  'costs',
  'inspector-pane',
  'skills',
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

/** `overviews`: bookings and library. `tools`: files, the map, and adding skills. */
function usePlaceCommands(inspectorPane: Pane): {
  readonly overviews: readonly PaletteCommand[];
  readonly tools: readonly PaletteCommand[];
} {
  const t = useT();
  const { showInspector, openDialog, map, library } = useActions();
  return {
    overviews: [
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
      { id: 'map', label: t('map.open'), icon: <LayoutGrid aria-hidden />, keys: KEYS.map, run: () => map.show({}) },
      {
        id: 'skills',
        label: t('skills.table.open'),
        icon: <Table2 aria-hidden />,
        run: () => library.show({ page: 'skills' }),
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

/** Commands to switch environments, and to manage them. */
function useEnvironmentCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { switchEnvironment, openDialog } = useActions();
  const view = useApp((data) => data.environments);
  const others = (view?.environments ?? []).filter(({ name }) => name !== view?.current);
  return [
    ...others.map(({ name }) => ({
      id: `environment ${name}`,
      label: t('app.palette.environment', { name }),
      icon: <Layers aria-hidden />,
      run: () => void switchEnvironment(name),
    })),
    {
      id: 'environments',
      label: t('app.header.environmentManage'),
      icon: <Layers aria-hidden />,
      run: () => openDialog({ name: 'settings', tab: 'environments' }),
    },
  ];
}

/** Loading or unloading each skill, and opening its files. */
function useSkillCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { openAuthor, loadSkill, unloadSkill } = useActions();
  const past = usePast();
  const skillsView = useApp((data) => data.skills);
  const loaded = useSessionState((state) => state.loadedSkills);
  return (skillsView?.skills ?? []).flatMap(({ id, source }): PaletteCommand[] => {
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
}

/** Theme, shortcuts and every tab of the settings. */
function useSettingsCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { setSettings, openDialog } = useActions();
  const simple = useSimpleView();
  return [
    {
      id: 'view',
      label: t(simple ? 'app.header.howItWorks' : 'app.palette.simpleView'),
      icon: <Workflow aria-hidden />,
      run: () => void setSettings({ view: simple ? 'full' : 'simple' }),
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
      label: t('app.shortcuts.title'),
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
}

/** For the open conversation; none for a new one. `view`: other views of it. `use`: costs, copies, exports. */
function useSessionCommands(): { readonly view: readonly PaletteCommand[]; readonly use: readonly PaletteCommand[] } {
  const t = useT();
  const { lookBack, backToNow, openDialog, library } = useActions();
  const copy = useCopyConversation();
  const past = usePast();
  const held = useHeld();
  const { id: session } = useSession();
  if (session === undefined) return { view: [], use: [] };
  return {
    view: [
      {
        id: 'request',
        label: t('app.palette.showRequest'),
        icon: <Braces aria-hidden />,
        run: () => openDialog({ name: 'request' }),
      },
      {
        id: 'review',
        label: t(past ? 'review.backToNow' : 'common.lookBack'),
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
    ],
    use: [
      {
        id: 'costs',
        label: t('library.do.costs'),
        icon: <ChartNoAxesColumn aria-hidden />,
        run: () => library.show({ page: 'costs', session }),
      },
      { id: 'copy', label: t('sessions.copy'), icon: <Copy aria-hidden />, run: () => void copy(session) },
      {
        id: 'export',
        label: t('library.do.export'),
        icon: <FileDown aria-hidden />,
        run: () => openDialog({ name: 'export-sessions', sessions: [session] }),
      },
    ],
  };
}
