import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useAllEvents, useApp, useNotes } from '../../store/index.ts';
import { Button, Dialog, Kbd, platformKeys } from '../../ui/index.ts';
import { useEventLine } from './use-event-line.ts';

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
  const t = useT();
  const format = useFormat();
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
