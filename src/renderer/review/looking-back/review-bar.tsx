import { FastForward, GitBranch, HardDrive, History, NotebookPen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import {
  LONGEST_WAIT_MS,
  useActions,
  useAllEvents,
  useApp,
  useDeleted,
  useMoment,
  useReadOnly,
} from '../../store/index.ts';
import { Button, IconButton, Tooltip } from '../../ui/index.ts';
import { NotesList } from './notes-list.tsx';
import { RequestsList } from './requests-list.tsx';
import { Scrubber } from './scrubber.tsx';
import { Transport } from './transport.tsx';
import { useEventLine } from './use-event-line.ts';
import { useReviewKeys } from './use-review-keys.ts';

/** Characters of a message that name its turn. */
const NAMED_BY = 60;

/** Replaces the message box while a past moment is shown: the moment, and controls to reach others. */
export function ReviewBar() {
  const t = useT();
  const readOnly = useReadOnly();
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
      <div className="my-1.5">
        <Scrubber />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Transport />
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
  const lineOf = useEventLine();
  const { backToNow } = useActions();
  const deleted = useDeleted();
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
        <p className="truncate font-medium tabular-nums">
          {t('review.at', {
            time: event === undefined ? '' : format.clock(event.at),
            n: format.number(index + 1),
            all: format.number(events.length),
          })}
          <Turn seq={seq} />
        </p>
        <p className="truncate text-ink-soft text-sm">{event === undefined ? '' : lineOf(event)}</p>
      </div>
      {/* Both would not fit beside where one is. */}
      <div className={readOnly ? 'hidden @5xl:block' : undefined}>
        <Aside />
      </div>
      {deleted ? null : readOnly ? (
        <p className="max-w-72 shrink-0 text-right text-ink-soft text-sm">{t('review.readOnly')}</p>
      ) : (
        <Button size="sm" onClick={backToNow}>
          {t('review.backToNow')}
        </Button>
      )}
    </div>
  );
}

/** Name of the turn that the moment is in: how it begins. */
function Turn({ seq }: { readonly seq: number }) {
  const t = useT();
  const format = useFormat();
  const begun = useAllEvents().filter((event) => event.type === 'user-message-added' && event.seq <= seq);
  const last = begun.at(-1);
  if (last?.type !== 'user-message-added') return null;
  const words = last.text.slice(0, NAMED_BY).replace(/\s+/g, ' ');
  return (
    <span className="font-normal text-ink-soft"> · {t('review.turn', { n: format.number(begun.length), words })}</span>
  );
}

/** That nothing but this computer is asked; while it plays, what is done to long waits. */
function Aside() {
  const t = useT();
  const format = useFormat();
  const passage = useApp((data) => data.passage);
  const pace = useApp((data) => data.pace);
  const line = 'hidden shrink-0 items-center gap-1.5 pt-1.5 text-ink-soft text-xs tabular-nums @xl:flex';
  if (passage !== undefined && pace !== 'even') {
    return (
      <span className={line}>
        <FastForward aria-hidden className="size-3.5" />
        {passage.shortened
          ? t('review.shortenedNow', { duration: format.duration(passage.recordedMs) })
          : t('review.shortened', { seconds: LONGEST_WAIT_MS / 1_000 })}
      </span>
    );
  }
  return (
    <span title={t('review.offlineHint')} className={line}>
      <HardDrive aria-hidden className="size-3.5" />
      {t('review.offline')}
    </span>
  );
}

function AddNote({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  return (
    <IconButton size="sm" side="top" label={t('review.notes.add')} keys={['N']} onClick={() => writeNote({ on: seq })}>
      <NotebookPen aria-hidden />
    </IconButton>
  );
}

function Branch({ seq, readOnly }: { readonly seq: number; readonly readOnly: boolean }) {
  const t = useT();
  const { branch } = useActions();
  return (
    <Tooltip content={t(readOnly ? 'review.branchForeign' : 'review.branchHint')} side="top">
      <Button size="sm" onClick={() => void branch(seq)}>
        <GitBranch aria-hidden className="size-4" />
        {t('review.branch')}
      </Button>
    </Tooltip>
  );
}
