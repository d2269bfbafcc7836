import type { Wire } from '../../shared/events.ts';
import { UNKNOWN_MODEL } from '../../shared/review.ts';
import { useT } from '../i18n/index.ts';
import { useActions, usePast, useReadOnly, useSession, useSessionState, useSettings } from '../store/index.ts';
import { Button, Tooltip } from '../ui/index.ts';
import { useConversationCovered, useLookedAt } from './use-place-title.ts';

/** Id of the demo model in logs. */
const DEMO_MODEL = 'skilldeck-demo';

interface Answering {
  readonly model: string;
  readonly demo: boolean;
  /** Number of conversations, where there are several. */
  readonly count?: number;
  /** The protocol, where it is not Chat Completions. */
  readonly wire?: Exclude<Wire, 'chat'> | undefined;
}

/**
 * The open conversation's model; of a new one, and over screens that are about none, the app's. `next`: the conversation
 * follows the app's settings, which name another model by now.
 */
function useAnswering(): Answering & { readonly next?: Answering } {
  const t = useT();
  const { demo, model, environment } = useSettings();
  const { status } = useSession();
  const own = useSessionState((state) => state.model);
  const wire = useSessionState((state) => state.route?.wire);
  const isPinned = useSessionState(({ pinned }) => pinned.model !== undefined || pinned.baseUrl !== undefined);
  const isElsewhere = useSessionState((state) => state.environment) !== environment;
  const isOver = useReadOnly();
  const past = usePast();
  const covered = useConversationCovered();
  const lookedAt = useLookedAt();
  const app = { model, demo };
  if (lookedAt.length > 0) {
    const names = lookedAt.map(({ model: of }) => (of === UNKNOWN_MODEL ? t('library.unknownModel') : of));
    const models = [...new Set(names)];
    return { model: models.join(' · '), demo: models.every((one) => one === DEMO_MODEL), count: models.length };
  }
  if (status !== 'ready' || covered) return app;
  const session = { model: own, demo: own === DEMO_MODEL, wire: wire === 'chat' ? undefined : wire };
  const follows = !isPinned && !isElsewhere && !isOver && !past;
  const isSame = demo ? session.demo : own === model;
  return follows && !isSame ? { ...session, next: app } : session;
}

/** Names the model that answers, and for the demo model the way to a real one. */
export function ModelChip() {
  const t = useT();
  const { demo, model, count = 1, wire, next } = useAnswering();
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
          <span className="truncate">{count > 1 ? t('app.header.models', { count }) : name}</span>
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
