import {
  Bot,
  Files,
  History,
  Layers,
  PanelLeft,
  PanelRight,
  Search,
  Settings,
  SquarePen,
  Workflow,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { AlteredBadge, VerifiedBadge } from '../../features-view.ts';
import type { SessionSummary } from '../../shared/contract.ts';
import type { Wire } from '../../shared/events.ts';
import { useT, useText } from '../i18n.ts';
import {
  type OpenLibrary,
  useActions,
  useApp,
  usePast,
  useReadOnly,
  useSession,
  useSessionState,
  useSessionTitle,
  useSettings,
  useSimpleView,
} from '../store/index.ts';
import { Badge, Button, cn, IconButton, later, platformKeys, Spinner, Tooltip } from '../ui/index.ts';
import type { Pane } from './columns.tsx';
import { pageTitle } from './panes.tsx';
import { KEYS } from './shortcuts.ts';

/** True if a screen that is not about a conversation covers the open one. */
const useConversationCovered = (): boolean =>
  useApp(({ author, library }) => author !== undefined || library !== undefined);

/** The conversations that a page of the library is about, where it is about some. */
function useLookedAt(): readonly SessionSummary[] {
  const open = useApp(({ author, library }) => (author === undefined ? library : undefined));
  const sessions = useApp((data) => data.sessions);
  return useMemo(() => {
    const found = open === undefined ? [] : idsOf(open).map((id) => sessions?.find((one) => one.id === id));
    return found.every((one) => one !== undefined) ? found : [];
  }, [open, sessions]);
}

function idsOf(open: OpenLibrary): readonly string[] {
  switch (open.page) {
    case 'compare':
      return open.sessions;
    case 'costs':
    case 'judge':
      return open.session === undefined ? [] : [open.session];
    default:
      return [];
  }
}

/**
 * Title of what the window shows: the conversation, the library, or the skill being edited. Empty for an unnamed
 * conversation.
 */
export function usePlaceTitle(): string {
  const { t, format } = useText();
  const session = useSessionTitle();
  const page = useApp(({ library }) => library?.page);
  const lookedAt = useLookedAt().map(({ title }) => (title === '' ? t('common.untitled') : title));
  const skill = useApp(({ author }) => author);
  if (page === undefined || skill !== undefined) return skill ?? session;
  const [a, b] = lookedAt;
  if (lookedAt.length > 2) return t('library.compare.several', { n: format.number(lookedAt.length) });
  if (a !== undefined) return b === undefined ? a : t('library.compare.both', { a, b });
  return t(pageTitle(page));
}

/** Id of the demo model in logs. */
const DEMO_MODEL = 'skilldeck-demo';

interface Answering {
  readonly model: string;
  readonly demo: boolean;
  /** The protocol, where it is not Chat Completions. */
  readonly wire?: Exclude<Wire, 'chat'> | undefined;
}

/**
 * The open conversation's model; of a new one, and over other screens, the app's. `next`: the conversation follows the
 * app's settings, which name another model by now.
 */
function useAnswering(): Answering & { readonly next?: Answering } {
  const { demo, model, environment } = useSettings();
  const { status } = useSession();
  const own = useSessionState((state) => state.model);
  const wire = useSessionState((state) => state.route?.wire);
  const isPinned = useSessionState(({ pinned }) => pinned.model !== undefined || pinned.baseUrl !== undefined);
  const isElsewhere = useSessionState((state) => state.environment) !== environment;
  const isOver = useReadOnly();
  const past = usePast();
  const covered = useConversationCovered();
  const app = { model, demo };
  if (status !== 'ready' || covered) return app;
  const session = { model: own, demo: own === DEMO_MODEL, wire: wire === 'chat' ? undefined : wire };
  const follows = !isPinned && !isElsewhere && !isOver && !past;
  const isSame = demo ? session.demo : own === model;
  return follows && !isSame ? { ...session, next: app } : session;
}

/** Names the model that answers, and for the demo model the way to a real one. */
export function ModelChip() {
  const t = useT();
  const { demo, model, wire, next } = useAnswering();
  const { openDialog } = useActions();
  const open = () => openDialog({ name: 'settings', tab: 'model' });
  const nameOf = (one: Answering) => (one.demo ? t('common.demo') : one.model);
  if (!demo || next !== undefined) {
    const name = wire === undefined ? nameOf({ demo, model }) : `${model} · ${t(`app.header.wire.${wire}`)}`;
    const words =
      next === undefined ? t('app.header.model', { name }) : t('app.header.nextModel', { name, next: nameOf(next) });
    return (
      <Tooltip content={words}>
        <Button variant="ghost" size="sm" className="max-w-72 font-mono font-normal text-sm" onClick={open}>
          <span className="truncate">{name}</span>
          {next === undefined ? null : <span className="truncate text-ink-soft">→ {nameOf(next)}</span>}
        </Button>
      </Tooltip>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1 pr-1">
      <Tooltip content={t('app.header.demoHint')}>
        <button type="button" className="truncate rounded px-1 text-ink-soft text-sm" onClick={open}>
          {t('common.demo')}
        </button>
      </Tooltip>
      <Button
        variant="ghost"
        size="sm"
        className="px-2 text-accent-ink hover:text-accent-ink max-[40rem]:hidden"
        onClick={open}
      >
        {t('common.connect')}
      </Button>
    </span>
  );
}

const EnvironmentSwitch = later(async () => (await import('./appearance-menu.tsx')).EnvironmentSwitch);
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
        icon={PanelLeft}
      />
      {sessionsPane.open && sessionsPane.docked ? null : (
        <IconButton label={t('common.newConversation')} onClick={newSession} icon={SquarePen} />
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
        icon={Search}
      />
      {/* With large text in a small window the title comes first: these are also in the command palette. */}
      <span className="contents max-[40rem]:hidden">
        <AppearanceMenu />
      </span>
      <IconButton
        label={t('common.settings')}
        keys={platformKeys(KEYS.settings)}
        onClick={() => openDialog({ name: 'settings', tab: 'model' })}
        icon={Settings}
      />
      <HowItWorks />
      {simple ? (
        <FilesButton pane={inspectorPane} />
      ) : (
        <IconButton
          label={t(inspectorPane.open ? 'app.header.hideInspector' : 'app.header.showInspector')}
          keys={platformKeys(KEYS.inspector)}
          aria-expanded={inspectorPane.open}
          onClick={inspectorPane.toggle}
          icon={PanelRight}
        />
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
        icon={Workflow}
      />
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
      icon={Files}
    />
  );
}

/** The open conversation's agent, and its environment if it differs from the app's. */
function SessionPlace() {
  const t = useT();
  const { status } = useSession();
  const { lookBack, backToNow } = useActions();
  const past = usePast();
  const readOnly = useReadOnly();
  const agent = useSessionState((state) => state.agent?.name);
  const environment = useSessionState((state) => state.environment);
  const current = useApp((data) => data.environments?.current);
  if (status !== 'ready') return null;
  const isElsewhere = current !== undefined && current !== environment;
  return (
    <>
      {agent === undefined ? null : (
        <Mark name={agent} icon={<Bot aria-hidden />} words={t('app.header.agent', { name: agent })} />
      )}
      {isElsewhere ? (
        <Mark
          name={environment}
          icon={<Layers aria-hidden />}
          words={t('app.header.elsewhere', { name: environment })}
        />
      ) : null}
      {past ? <VerifiedBadge /> : <AlteredBadge />}
      {readOnly ? null : (
        <IconButton
          label={t(past ? 'review.backToNow' : 'common.lookBack')}
          keys={platformKeys(KEYS.review)}
          aria-pressed={past}
          onClick={past ? backToNow : () => lookBack()}
          icon={History}
        />
      )}
    </>
  );
}

function Mark({ name, icon, words }: { readonly name: string; readonly icon: ReactNode; readonly words: string }) {
  return (
    <span title={words}>
      <Badge>
        {icon}
        <span className="sr-only">{words}</span>
        <span aria-hidden className="max-w-28 truncate">
          {name}
        </span>
      </Badge>
    </span>
  );
}
