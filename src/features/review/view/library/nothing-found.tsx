import { FileUp, Library, SearchX } from 'lucide-react';
import { useT } from '../../../../renderer/i18n/index.ts';
import { NOTHING_ASKED, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Button, EmptyState } from '../../../../renderer/ui/index.ts';
import { chipsOf, keyOf, useChipWords, without } from './filters.tsx';

/** Shown without any match: filters to loosen, each with one press. */
export function NothingFound() {
  const t = useT();
  const { library } = useActions();
  const { words, filters } = useApp((data) => data.asked);
  const { chipOf } = useChipWords();
  const chips = chipsOf(filters);
  const given = words.trim();
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('common.noResults')}
      description={given === '' ? t('library.none.filters') : t('library.none.words', { words: given })}
      action={
        <div className="flex flex-col items-center gap-2">
          <p className="text-ink-soft text-sm">{t('library.none.loosen')}</p>
          <div className="flex max-w-xl flex-wrap justify-center gap-1.5">
            {given === '' ? null : (
              <Button size="sm" onClick={() => library.ask({ words: '' })}>
                {t('library.none.dropWords')}
              </Button>
            )}
            {chips.map((chip) => (
              <Button key={keyOf(chip)} size="sm" onClick={() => library.ask({ filters: without(filters, chip) })}>
                {chipOf(chip, filters)}
              </Button>
            ))}
            {chips.length > 1 || (chips.length > 0 && given !== '') ? (
              <Button size="sm" variant="ghost" onClick={() => library.ask(NOTHING_ASKED)}>
                {t('library.none.dropAll')}
              </Button>
            ) : null}
          </div>
        </div>
      }
    />
  );
}

export function NoConversations({ onImport }: { readonly onImport: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={<Library />}
      title={t('common.noConversations')}
      description={t('library.empty.description')}
      action={
        <Button onClick={onImport}>
          <FileUp aria-hidden className="size-4" />
          {t('library.do.import')}
        </Button>
      }
    />
  );
}
