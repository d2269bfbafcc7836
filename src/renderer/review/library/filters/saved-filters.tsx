import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shownText } from '../../../../shared/text/invisible.ts';
import { useT } from '../../../i18n/index.ts';
import { type SavedFilter, useActions, useApp } from '../../../store/index.ts';
import { Button, IconButton, Popover, TextField } from '../../../ui/index.ts';
import { FilterButton } from './facet-filter.tsx';

/** Keeps the words and filters of the list under a name. */
export function SavedFilters() {
  const t = useT();
  const { judging, library } = useActions();
  const { words, filters } = useApp((data) => data.asked);
  const [saved, setSaved] = useState<readonly SavedFilter[]>([]);
  const [name, setName] = useState('');
  const load = async () => {
    const read = await judging.savedFilters();
    if (read.ok) setSaved(read.value);
  };
  const save = async () => {
    if (name.trim() === '') return;
    await judging.saveFilter({ name: name.trim(), filters, ...(words.trim() === '' ? {} : { words }) });
    setName('');
    await load();
  };
  return (
    <Popover
      align="start"
      title={t('library.filter.saved')}
      onOpenChange={(open) => {
        if (open) void load();
      }}
      trigger={<FilterButton label={t('library.filter.saved')} on={false} />}
    >
      {saved.length === 0 ? <p className="pb-2 text-ink-soft text-sm">{t('library.filter.noneSaved')}</p> : null}
      <ul className="-mx-1 flex max-h-64 flex-col overflow-y-auto pb-2">
        {saved.map((one) => (
          <li key={one.name} className="flex items-center gap-1">
            <Button
              size="sm"
              variant="ghost"
              className="min-w-0 flex-1 justify-start"
              onClick={() => library.ask({ filters: one.filters, words: one.words ?? '' })}
            >
              <bdi className="truncate">{shownText(one.name)}</bdi>
            </Button>
            <IconButton
              size="sm"
              label={t('library.filter.unsave', { name: one.name })}
              onClick={() => void judging.removeFilter(one.name).then(load)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          className="flex-1"
          label={t('library.filter.saveAs')}
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <Button size="sm" type="submit" className="h-8" disabled={name.trim() === ''}>
          {t('common.save')}
        </Button>
      </form>
    </Popover>
  );
}
