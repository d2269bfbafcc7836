import { NotebookText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shownText } from '../../../shared/text/invisible.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useAllEvents, useNotes } from '../../store/index.ts';
import { Button, IconButton, Popover } from '../../ui/index.ts';

/** All notes of the session, with the way to what they are about. */
export function NotesList() {
  const t = useT();
  const format = useFormat();
  const { lookBack, writeNote, removeNote } = useActions();
  const notes = useNotes();
  const events = useAllEvents();
  const [open, setOpen] = useState(false);
  const timeOf = (on: number): string => {
    const event = events.find(({ seq }) => seq === on);
    return event === undefined ? '' : format.clock(event.at);
  };
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
          {t('review.notes.button', { count: notes.length, n: format.number(notes.length) })}
        </Button>
      }
    >
      {notes.length === 0 ? (
        <p className="px-3 pb-3 text-ink-soft text-sm">{t('review.notes.none')}</p>
      ) : (
        <ul className="max-h-80 overflow-y-auto pb-1.5">
          {notes.map(({ id, on, text }) => (
            <li key={id} className="flex items-start gap-1 px-1.5">
              <button
                type="button"
                aria-label={t('review.notes.go', { text })}
                onClick={() => {
                  setOpen(false);
                  lookBack(on);
                }}
                className="min-w-0 flex-1 cursor-default rounded-control px-1.5 py-1.5 text-left hover:bg-hover"
              >
                <span className="block text-ink-soft text-xs tabular-nums">
                  {t('review.notes.about', { n: format.number(on), time: timeOf(on) })}
                </span>
                <span className="line-clamp-3 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
                  {shownText(text)}
                </span>
              </button>
              <IconButton
                size="sm"
                label={t('review.notes.edit')}
                onClick={() => {
                  setOpen(false);
                  writeNote({ on, note: id });
                }}
              >
                <Pencil aria-hidden />
              </IconButton>
              <IconButton size="sm" label={t('review.notes.remove')} onClick={() => void removeNote(id)}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
