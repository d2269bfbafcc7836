import { Command } from 'cmdk';
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
  type LucideIcon,
  Moon,
  PanelLeft,
  PanelRight,
  PencilLine,
  Plug,
  Search,
  Settings as SettingsIcon,
  SquarePen,
  Sun,
  Table2,
  Ticket,
  Workflow,
} from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useCopyConversation } from '../../features-view.ts';
import { useT } from '../i18n.ts';
import {
  SETTINGS_TABS,
  type SettingsTab,
  useActions,
  useApp,
  useHeld,
  usePast,
  useRunning,
  useSession,
  useSessionState,
  useSimpleView,
} from '../store/index.ts';
import { Kbd, platformKeys } from '../ui/index.ts';
import { BareDialog } from '../ui/on-demand.ts';
import type { Pane } from './columns.tsx';
import { KEYS } from './shortcuts.ts';

interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly keys: readonly string[] | undefined;
}

function command(
  id: string,
  label: string,
  Icon: LucideIcon,
  run: () => void,
  keys?: readonly string[],
): PaletteCommand {
  return { id, label, icon: <Icon aria-hidden />, run, keys };
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
function usePaletteCommands(
  sessionsPane: Pane,
  inspectorPane: Pane,
): { readonly general: readonly PaletteCommand[]; readonly skills: readonly PaletteCommand[] } {
  const t = useT();
  const { newSession, stop, openDialog, showInspector, setSettings, switchEnvironment, map, library } = useActions();
  const running = useRunning();
  const inBrowser = useApp((data) => data.info?.host !== 'electron');
  const view = useApp((data) => data.environments);
  const simple = useSimpleView();
  const session = useSessionCommands();
  const skills = useSkillCommands();
  const others = (view?.environments ?? []).filter(({ name }) => name !== view?.current);
  const settings = (tab: SettingsTab) => () => openDialog({ name: 'settings', tab });
  const sessionsWord = t(sessionsPane.open ? 'app.header.hideSessions' : 'app.header.showSessions');
  const inspectorWord = t(inspectorPane.open ? 'app.header.hideInspector' : 'app.header.showInspector');
  const files = () => {
    showInspector('files');
    inspectorPane.setOpen(true);
  };
  const general = [
    command('new', t('common.newConversation'), SquarePen, newSession, inBrowser ? KEYS.newInBrowser : KEYS.new),
    ...(running ? [command('stop', t('app.palette.stop'), CircleStop, () => void stop())] : []),
    command('model', t('common.connect'), Plug, settings('model')),
    command('settings', t('common.settings'), SettingsIcon, settings('appearance'), KEYS.settings),
    ...session.view,
    command('bookings', t('bookings.open'), Ticket, () => library.show({ page: 'trips' })),
    command('library', t('library.title'), Library, () => library.show({ page: 'list' }), KEYS.library),
    command('judge', t('common.reviewQueue'), ClipboardCheck, () => library.show({ page: 'judge' })),
    ...session.use,
    command('files', t('app.palette.files'), Files, files),
    command('map', t('map.open'), LayoutGrid, () => map.show({}), KEYS.map),
    command('skills', t('skills.table.open'), Table2, () => library.show({ page: 'skills' })),
    command('new-skill', t('author.new.title'), FilePlus2, () => openDialog({ name: 'new-skill' })),
    command('import-skill', t('author.import.title'), FolderInput, () => openDialog({ name: 'import-skill' })),
    command('repositories', t('repositories.title'), Library, () => openDialog({ name: 'repositories' })),
    ...others.map(({ name }) => {
      const label = t('app.palette.environment', { name });
      return command(`environment ${name}`, label, Layers, () => void switchEnvironment(name));
    }),
    command('environments', t('app.header.environmentManage'), Layers, settings('environments')),
    command('sessions-pane', sessionsWord, PanelLeft, sessionsPane.toggle, KEYS.sessions),
    command('inspector-pane', inspectorWord, PanelRight, inspectorPane.toggle, KEYS.inspector),
    command('view', t(simple ? 'app.header.howItWorks' : 'app.palette.simpleView'), Workflow, () => {
      void setSettings({ view: simple ? 'full' : 'simple' });
    }),
    command('light', t('app.palette.themeLight'), Sun, () => void setSettings({ theme: 'light' })),
    command('dark', t('app.palette.themeDark'), Moon, () => void setSettings({ theme: 'dark' })),
    command('shortcuts', t('app.shortcuts.title'), Keyboard, () => openDialog({ name: 'shortcuts' }), KEYS.help),
    ...SETTINGS_TABS.map((tab) => {
      const label = t('app.palette.settings', { tab: t(`settings.tab.${tab}`) });
      return command(`settings ${tab}`, label, SettingsIcon, settings(tab));
    }),
  ];
  return simple ? { general: general.filter(({ id }) => !HOW_IT_WORKS.has(id)), skills: [] } : { general, skills };
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
    const load = command(
      `skill ${id}`,
      t(isLoaded ? 'app.palette.unload' : 'app.palette.load', { skill: id }),
      Blocks,
      () => void (isLoaded ? unloadSkill(id) : loadSkill(id)),
    );
    const edit = command(
      `author ${id}`,
      t(source === 'bundled' ? 'author.openSkill' : 'author.editSkill', { skill: id }),
      PencilLine,
      () => openAuthor(id),
    );
    return past ? [edit] : [load, edit];
  });
}

/** For the open conversation; none for a new one. `view`: other views of it. `use`: costs, copies, exports. */
function useSessionCommands(): { readonly view: readonly PaletteCommand[]; readonly use: readonly PaletteCommand[] } {
  const t = useT();
  const { lookBack, backToNow, openDialog, library, map } = useActions();
  const copy = useCopyConversation();
  const past = usePast();
  const held = useHeld();
  const { id: session } = useSession();
  if (session === undefined) return { view: [], use: [] };
  const [review, look] = past
    ? (['review.backToNow', backToNow] as const)
    : (['common.lookBack', () => lookBack()] as const);
  const send = () => openDialog({ name: 'export-sessions', sessions: [session] });
  const compact = command('compact', t('app.palette.compact'), FoldVertical, () => openDialog({ name: 'compact' }));
  return {
    view: [
      command('request', t('app.palette.showRequest'), Braces, () => map.show({ tab: 'request', at: undefined })),
      command('review', t(review), History, look, KEYS.review),
      ...(held ? [] : [compact]),
    ],
    use: [
      command('costs', t('library.do.costs'), ChartNoAxesColumn, () => library.show({ page: 'costs', session })),
      command('copy', t('sessions.copy'), Copy, () => void copy(session)),
      command('export', t('library.do.export'), FileDown, send),
    ],
  };
}

export function PaletteGroup({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-ink-soft **:[[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

export function PaletteItem({
  value,
  icon,
  keys,
  onSelect,
  children,
}: {
  readonly value: string;
  readonly icon?: ReactNode;
  readonly keys?: readonly string[] | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 text-base data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-ink-soft"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys === undefined ? null : <Kbd keys={platformKeys(keys)} />}
    </Command.Item>
  );
}

/** The most conversations shown; typing finds the others. */
const MOST_SESSIONS = 30;

const includes = (text: string, wanted: string): boolean =>
  text.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());

interface Panes {
  readonly sessionsPane: Pane;
  readonly inspectorPane: Pane;
}

export function CommandPalette({ open, ...panes }: Panes & { readonly open: boolean }) {
  const t = useT();
  const { openDialog } = useActions();
  return (
    <BareDialog open={open} label={t('app.palette.title')} onClose={() => openDialog(undefined)}>
      <Palette {...panes} />
    </BareDialog>
  );
}

function Palette({ sessionsPane, inspectorPane }: Panes) {
  const t = useT();
  const { openDialog, select } = useActions();
  const sessions = useApp((data) => data.sessions);
  const { general, skills } = usePaletteCommands(sessionsPane, inspectorPane);
  const [search, setSearch] = useState('');
  const shownSessions = useMemo(
    () => (sessions ?? []).filter((session) => includes(session.title, search)).slice(0, MOST_SESSIONS),
    [sessions, search],
  );
  const matching = (commands: readonly PaletteCommand[]) => commands.filter(({ label }) => includes(label, search));
  const run = (action: () => void) => {
    openDialog(undefined);
    action();
  };
  // The skill that was typed comes before conversations about it.
  const nearest = matching(skills).toSorted((a, b) => (search === '' ? 0 : a.label.length - b.label.length));
  const ofSkills = <Group heading={t('common.skills')} commands={nearest} onRun={run} />;

  return (
    <Command label={t('app.palette.title')} shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder={t('app.palette.placeholder')}
          className="h-12 min-w-0 flex-1 bg-transparent text-md text-ink outline-none placeholder:text-ink-faint"
        />
        <Kbd keys={['Esc']} />
      </div>
      <Command.Empty className="px-3 py-7.5 text-center text-ink-soft">{t('app.palette.empty')}</Command.Empty>
      {/* A list without anything in it is none: it would be read out as one. */}
      <Command.List
        label={t('app.palette.title')}
        className="not-has-[[cmdk-item]]:hidden max-h-96 min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        <Group heading={t('app.palette.actions')} commands={matching(general)} onRun={run} />
        {search === '' ? null : ofSkills}
        {shownSessions.length === 0 ? null : (
          <PaletteGroup heading={t('app.palette.sessions')}>
            {shownSessions.map(({ id, title }) => (
              <PaletteItem key={id} value={`session ${id}`} onSelect={() => run(() => select(id))}>
                {title === '' ? t('common.untitled') : title}
              </PaletteItem>
            ))}
          </PaletteGroup>
        )}
        {search === '' ? ofSkills : null}
      </Command.List>
    </Command>
  );
}

function Group({
  heading,
  commands,
  onRun,
}: {
  readonly heading: string;
  readonly commands: readonly PaletteCommand[];
  readonly onRun: (action: () => void) => void;
}) {
  if (commands.length === 0) return null;
  return (
    <PaletteGroup heading={heading}>
      {commands.map((command) => (
        <PaletteItem
          key={command.id}
          value={command.id}
          icon={command.icon}
          keys={command.keys}
          onSelect={() => onRun(command.run)}
        >
          {command.label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
