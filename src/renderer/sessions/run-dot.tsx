import type { RunState } from '../../shared/events.ts';
import { useT, type WordKey } from '../i18n/index.ts';
import { Badge, cn, Tooltip } from '../ui/index.ts';

const DOTS: Partial<Record<RunState, { readonly word: WordKey; readonly className: string }>> = {
  thinking: { word: 'sessions.state.running', className: 'bg-accent animate-pulse' },
  'tool-calling': { word: 'sessions.state.running', className: 'bg-accent animate-pulse' },
  'waiting-approval': { word: 'sessions.state.waiting', className: 'bg-warning' },
  error: { word: 'sessions.state.failed', className: 'bg-danger' },
  'max-iterations': { word: 'sessions.state.stopped', className: 'bg-ink-faint' },
};

/** Run state of a conversation: a dot, with text for users who cannot see or distinguish it. One that waits for an answer says so. */
export function RunDot({ state }: { readonly state: RunState }) {
  const t = useT();
  const dot = DOTS[state];
  if (dot === undefined) return null;
  if (state === 'waiting-approval') return <Badge tone="warning">{t(dot.word)}</Badge>;
  return (
    <Tooltip content={t(dot.word)} side="right">
      <span role="img" aria-label={t(dot.word)} className={cn('size-2 shrink-0 rounded-full', dot.className)} />
    </Tooltip>
  );
}
