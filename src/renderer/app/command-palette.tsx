import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '../i18n.ts';
import { useActions, useApp } from '../store/index.ts';
import { Kbd, platformKeys } from '../ui/index.ts';
import { BareDialog } from '../ui/on-demand.ts';
import type { Pane } from './columns.tsx';
import { type PaletteCommand, usePaletteCommands } from './palette-commands.tsx';

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
