import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../../renderer/i18n.ts';
import { notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Badge, Button, notify } from '../../../../renderer/ui/index.ts';
import { Dialog, TextField } from '../../../../renderer/ui/on-demand.ts';
import { shownText } from '../../../../shared/text/invisible.ts';

const MAX_TAG = 100;

/** Tags of one conversation or of many: those that all have, those that some have, and new ones. */
export function TagsDialog({
  sessions,
  onClose,
}: {
  readonly sessions: readonly string[];
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { library } = useActions();
  const all = useApp((data) => data.sessions) ?? [];
  const [before] = useState(() => all.filter(({ id }) => sessions.includes(id)).map(({ tags = [] }) => tags));
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [saving, setSaving] = useState(false);
  const everywhere = (tag: string) => added.includes(tag) || before.every((tags) => tags.includes(tag));
  const shown = [...new Set([...before.flat(), ...added])].filter((tag) => !removed.includes(tag));
  const known = [...new Set(all.flatMap(({ tags = [] }) => tags))].filter((tag) => !shown.includes(tag)).sort();

  const add = (given: string) => {
    const tag = given.trim();
    setText('');
    if (tag === '') return;
    setRemoved((now) => now.filter((one) => one !== tag));
    setAdded((now) => [...now.filter((one) => one !== tag), tag]);
  };
  const save = async () => {
    const pending = text.trim();
    const addTags = pending === '' || added.includes(pending) ? added : [...added, pending];
    if (addTags.length + removed.length > 0) {
      setSaving(true);
      const done = await library.mark(sessions, { addTags, removeTags: removed });
      setSaving(false);
      if (!done.ok) return notifyFailure(done.failure);
      const n = format.number(sessions.length);
      notify.done(t('library.done.tagged', { count: sessions.length, n }));
    }
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('library.tags.title')}
      description={t('library.tags.description', { count: sessions.length, n: format.number(sessions.length) })}
      footer={
        <Button variant="primary" busy={saving} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      }
    >
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') void save();
          else add(text);
        }}
      >
        <TextField
          className="flex-1"
          label={t('library.tags.add')}
          placeholder={t('library.tags.placeholder')}
          value={text}
          maxLength={MAX_TAG}
          onChange={setText}
        />
        <Button type="submit">{t('library.tags.button')}</Button>
      </form>
      <ul className="flex min-h-8 flex-wrap items-center gap-1.5 pt-3">
        {shown.length === 0 ? <li className="text-ink-soft text-sm">{t('library.tags.none')}</li> : null}
        {shown.map((tag) => (
          <li key={tag}>
            <Badge tone="accent" className="h-7 gap-1.5 px-2 text-sm">
              <span className="max-w-48 truncate">{shownText(tag)}</span>
              {everywhere(tag) ? null : <span className="font-normal">({t('library.tags.some')})</span>}
              <button
                type="button"
                aria-label={t('library.tags.remove', { tag })}
                onClick={() => {
                  setAdded((now) => now.filter((one) => one !== tag));
                  setRemoved((now) => [...now, tag]);
                }}
                className="rounded p-0.5 hover:bg-hover [&_svg]:size-3.5"
              >
                <X aria-hidden />
              </button>
            </Badge>
          </li>
        ))}
      </ul>
      {known.length === 0 ? null : (
        <>
          <h3 className="pt-4 pb-1.5 text-ink-soft text-sm">{t('library.tags.known')}</h3>
          <div className="flex flex-wrap gap-1.5">
            {known.map((tag) => (
              <Button key={tag} size="sm" onClick={() => add(tag)}>
                {shownText(tag)}
              </Button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}
