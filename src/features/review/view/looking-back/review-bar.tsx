import { GitBranch, History, NotebookPen, NotebookText, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import {
  type JudgedReview,
  useActions,
  useAllEvents,
  useApp,
  useDeleted,
  useMoment,
  useNotes,
  useReadOnly,
} from '../../../../renderer/store/index.ts';
import { Badge, Button, IconButton, Kbd, Popover, platformKeys, Tooltip } from '../../../../renderer/ui/index.ts';
import { Dialog } from '../../../../renderer/ui/on-demand.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { ownWords } from '../../../../shared/text/program-parts.ts';
import { RequestsList } from './requests-list.tsx';
import { Scrubber, useEventLine } from './scrubber.tsx';
import { Transport, useReviewKeys } from './transport.tsx';

/** Characters; as the core takes them. */
const LONGEST_NOTE = 20_000;
const SAVE_KEYS = ['Mod', 'Enter'];

/** The box in which a note is written, or changed. */
export function NoteDialog() {
  const { writeNote } = useActions();
  const written = useApp((data) => data.writingNote);
  const close = () => writeNote(undefined);
  if (written === undefined) return null;
  return <NoteBox key={`${written.on} ${written.note}`} on={written.on} note={written.note} onClose={close} />;
}

function NoteBox({
  on,
  note,
  onClose,
}: {
  readonly on: number;
  readonly note: string | undefined;
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const lineOf = useEventLine();
  const { addNote, changeNote } = useActions();
  const before = useNotes().find(({ id }) => id === note)?.text ?? '';
  const event = useAllEvents().find(({ seq }) => seq === on);
  const [text, setText] = useState(before);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = text.trim() !== '' && text.trim() !== before && !busy;

  const save = async () => {
    if (!ready) return;
    setBusy(true);
    const saved = await (note === undefined ? addNote(on, text) : changeNote(note, text));
    setBusy(false);
    if (saved) onClose();
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey) || pressed.nativeEvent.isComposing) return;
    pressed.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(note === undefined ? 'review.notes.add' : 'review.notes.edit')}
      description={
        event === undefined ? undefined : (
          <span className="line-clamp-2">
            {t('review.notes.about', { n: format.number(on), time: format.clock(event.at) })} · {lineOf(event)}
          </span>
        )
      }
      initialFocus={field}
      footer={
        <>
          <p className="mr-auto min-w-0 flex-1 basis-56 text-ink-soft text-xs">{t('review.notes.private')}</p>
          <Button variant="primary" busy={busy} disabled={!ready} onClick={() => void save()}>
            {t('review.notes.save')}
            <Kbd keys={platformKeys(SAVE_KEYS)} inverted />
          </Button>
        </>
      }
    >
      <textarea
        ref={field}
        value={text}
        rows={4}
        dir="auto"
        maxLength={LONGEST_NOTE}
        aria-label={t('common.note')}
        placeholder={t('review.notes.placeholder')}
        onChange={(change) => setText(change.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-72 min-h-24 w-full resize-none rounded-control border border-line-strong bg-surface px-3 py-2 text-md outline-none placeholder:text-ink-faint focus-visible:border-accent"
      />
    </Dialog>
  );
}

const TONES = { pass: 'success', fail: 'danger', unclear: 'warning' } as const;

/** All notes and reviews of the session by moment, with the way to what they are about. */
export function NotesList() {
  const { t, format } = useText();
  const { lookBack, writeNote, removeNote } = useActions();
  const notes = useNotes();
  const events = useAllEvents();
  const [open, setOpen] = useState(false);
  const reviews = useReviews(open);
  const count = notes.length + reviews.length;
  const timeOf = (on: number): string => {
    const event = events.find(({ seq }) => seq === on);
    return event === undefined ? '' : format.clock(event.at);
  };
  const said = [
    ...notes.map((note) => ({ ...note, note: note.id, who: note.by, verdict: undefined, scores: [] })),
    ...reviews.map(({ seq: on, reviewer: who, verdict, text = '', scores = [] }) => ({
      id: `${on} ${who}`,
      note: undefined,
      on,
      who,
      verdict,
      text,
      scores,
    })),
  ].sort((a, b) => a.on - b.on);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      align="end"
      className="w-88 p-0"
      title={<span className="block px-3 pt-3">{t('review.notes.title')}</span>}
      trigger={
        <Button size="sm" variant="ghost">
          <NotebookText aria-hidden className="size-4" />
          {t(reviews.length === 0 ? 'review.notes.button' : 'review.notes.all', { count, n: format.number(count) })}
        </Button>
      }
    >
      {count === 0 ? (
        <p className="px-3 pb-3 text-ink-soft text-sm">{t('review.notes.none')}</p>
      ) : (
        <ul className="max-h-80 overflow-y-auto pb-1.5">
          {said.map(({ id, note, on, who, verdict, text, scores }) => {
            const about =
              on === 0 ? t('review.notes.whole') : t('review.notes.about', { n: format.number(on), time: timeOf(on) });
            const points = scores.map(({ criterion, score, max }) => `${criterion} ${score}/${max}`).join(' · ');
            const words = [points, text].filter((part) => part !== '').join('\n');
            return (
              <li key={id} className="flex items-start gap-1 px-1.5">
                <button
                  type="button"
                  aria-label={t('review.notes.go', { text: words === '' ? about : words })}
                  onClick={() => {
                    setOpen(false);
                    lookBack(on === 0 ? events.at(-1)?.seq : on);
                  }}
                  className="min-w-0 flex-1 cursor-default rounded-control px-1.5 py-1.5 text-left hover:bg-hover"
                >
                  <span className="flex flex-wrap items-center gap-x-1.5 text-ink-soft text-xs tabular-nums">
                    {verdict === undefined ? null : (
                      <Badge tone={TONES[verdict]}>{t(`library.verdict.${verdict}`)}</Badge>
                    )}
                    {who === undefined ? null : <bdi className="font-medium">{shownText(who)}</bdi>}
                    {about}
                  </span>
                  <span className="line-clamp-3 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
                    {shownText(words)}
                  </span>
                </button>
                {note === undefined ? null : (
                  <>
                    <IconButton
                      size="sm"
                      label={t('review.notes.edit')}
                      onClick={() => {
                        setOpen(false);
                        writeNote({ on, note });
                      }}
                      icon={Pencil}
                    />
                    <IconButton
                      size="sm"
                      label={t('review.notes.remove')}
                      onClick={() => void removeNote(note)}
                      icon={Trash2}
                    />
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
}

/** Reviews of the open session, read again when the list is opened; those of others once one gave a verdict. */
function useReviews(open: boolean): readonly JudgedReview[] {
  const { judging } = useActions();
  const session = useApp((data) => data.selected);
  const [read, setRead] = useState<{ readonly of: string; readonly reviews: readonly JudgedReview[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening is a reason to read them again.
  useEffect(() => {
    if (session === undefined) return;
    let isCurrent = true;
    void judging.reviews(session).then((answer) => {
      if (!answer.ok || !isCurrent) return;
      const { reviews, me } = answer.value;
      const isJudged = reviews.some(({ seq, reviewer, verdict }) => seq === 0 && reviewer === me && verdict);
      setRead({ of: session, reviews: isJudged ? reviews : reviews.filter(({ reviewer }) => reviewer === me) });
    });
    return () => {
      isCurrent = false;
    };
  }, [judging, session, open]);
  return read?.of === session ? (read?.reviews ?? []) : [];
}

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
  const { t, format } = useText();
  const lineOf = useEventLine();
  const { backToNow, select } = useActions();
  const deleted = useDeleted();
  const parent = useApp(({ log }) => log?.state.foreign?.parent);
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
      {deleted ? null : readOnly ? (
        <p className="max-w-72 shrink-0 text-right text-ink-soft text-sm">
          {t('review.readOnly')}{' '}
          {parent === undefined ? null : (
            <button type="button" className="text-accent hover:underline" onClick={() => select(parent.session)}>
              {t('review.startedBy')}
            </button>
          )}
        </p>
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
  const { t, format } = useText();
  const begun = useAllEvents().filter((event) => event.type === 'user-message-added' && event.seq <= seq);
  const last = begun.at(-1);
  if (last?.type !== 'user-message-added') return null;
  const words = ownWords(last.text).slice(0, NAMED_BY).replace(/\s+/g, ' ');
  return (
    <span className="font-normal text-ink-soft"> · {t('review.turn', { n: format.number(begun.length), words })}</span>
  );
}

function AddNote({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  return (
    <IconButton
      size="sm"
      side="top"
      label={t('review.notes.add')}
      keys={['N']}
      onClick={() => writeNote({ on: seq })}
      icon={NotebookPen}
    />
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
