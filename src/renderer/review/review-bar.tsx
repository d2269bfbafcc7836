import { GitBranch, HardDrive, History, NotebookPen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { LONGEST_WAIT_MS, useActions, useAllEvents, useApp, useMoment, useSessionState } from '../store/index.ts';
import { Button, Tooltip } from '../ui/index.ts';
import { eventLine } from './event-words.ts';
import { NotesList } from './notes-list.tsx';
import { RequestsList } from './requests-list.tsx';
import { Scrubber } from './scrubber.tsx';
import { Transport } from './transport.tsx';
import { useReviewKeys } from './use-review-keys.ts';

/** In place of the message box, while a moment of the past is shown: which one, and the ways to all others. */
export function ReviewBar({ readOnly }: { readonly readOnly: boolean }) {
  const t = useT();
  const moment = useMoment();
  const bar = useRef<HTMLElement>(null);
  useReviewKeys();
  const shown = moment !== undefined;
  useEffect(() => {
    if (shown) bar.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
  }, [shown]);
  if (!shown) return null;
  return (
    <section
      ref={bar}
      aria-label={t('review.title')}
      className="@container shrink-0 border-line border-t bg-surface px-4 pt-2.5 pb-3"
    >
      <Where seq={moment} readOnly={readOnly} />
      <Scrubber />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Transport />
        <Waits />
        <div className="ml-auto flex flex-wrap items-center gap-1">
          <RequestsList />
          <NotesList />
          <AddNote seq={moment} />
          <Branch seq={moment} readOnly={readOnly} />
        </div>
      </div>
    </section>
  );
}

/** The moment in words, what happened in it, and the way out. */
function Where({ seq, readOnly }: { readonly seq: number; readonly readOnly: boolean }) {
  const t = useT();
  const format = useFormat();
  const { backToNow } = useActions();
  const events = useAllEvents();
  const index = Math.max(
    0,
    events.findLastIndex((event) => event.seq <= seq),
  );
  const event = events[index];
  return (
    <div className="flex items-start gap-3">
      <History aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-medium tabular-nums">
          {t('review.at', {
            time: event === undefined ? '' : format.clock(event.at),
            ...{ n: format.number(index + 1), all: format.number(events.length) },
          })}
        </p>
        <p className="truncate text-ink-soft text-sm">{event === undefined ? '' : eventLine(t, format, event)}</p>
      </div>
      <Tooltip content={t('review.offlineHint')} side="top">
        <span className="hidden shrink-0 items-center gap-1.5 pt-0.5 text-ink-soft text-xs @2xl:flex">
          <HardDrive aria-hidden className="size-3.5" />
          {t('review.offline')}
        </span>
      </Tooltip>
      {readOnly ? (
        <p className="max-w-72 shrink-0 text-right text-ink-soft text-sm">{t('review.readOnly')}</p>
      ) : (
        <Button size="sm" onClick={backToNow}>
          {t('review.backToNow')}
        </Button>
      )}
    </div>
  );
}

/** That long waits are not sat through, and that one is being cut short. */
function Waits() {
  const t = useT();
  const format = useFormat();
  const passage = useApp((data) => data.passage);
  const pace = useApp((data) => data.pace);
  if (pace === 'even') return null;
  return (
    <span className="hidden text-ink-soft text-xs tabular-nums @3xl:inline">
      {passage?.shortened === true
        ? t('review.shortenedNow', { duration: format.duration(passage.recordedMs) })
        : t('review.shortened', { seconds: LONGEST_WAIT_MS / 1_000 })}
    </span>
  );
}

function AddNote({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  return (
    <Button size="sm" variant="ghost" onClick={() => writeNote({ on: seq })}>
      <NotebookPen aria-hidden className="size-4" />
      {t('review.notes.add')}
    </Button>
  );
}

function Branch({ seq, readOnly }: { readonly seq: number; readonly readOnly: boolean }) {
  const t = useT();
  const { branch } = useActions();
  const foreign = useSessionState((state) => state.foreign !== undefined);
  const cannot = readOnly || foreign;
  return (
    <Tooltip content={t(cannot ? 'review.branchForeign' : 'review.branchHint')} side="top">
      <Button size="sm" disabled={cannot} focusableWhenDisabled onClick={() => void branch(seq)}>
        <GitBranch aria-hidden className="size-4" />
        {t('review.branch')}
      </Button>
    </Tooltip>
  );
}
