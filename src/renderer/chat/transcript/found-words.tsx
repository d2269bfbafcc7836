import { Search, X } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp, useFound } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';

/** The words that are marked, and the way to be rid of the marks. */
export function FoundWords() {
  const t = useT();
  const { forgetFound } = useActions();
  const words = useFound()?.words ?? '';
  const finding = useApp((data) => data.finding);
  if (words === '' || finding) return null;
  return (
    <p className="absolute bottom-2 left-4 z-10 flex max-w-[60%] items-center gap-1.5 rounded-control border border-line bg-raised pl-2.5 text-sm shadow-float">
      <Search aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      <span className="truncate">{t('review.found.label', { words })}</span>
      <IconButton size="sm" label={t('review.found.forget')} onClick={forgetFound}>
        <X aria-hidden />
      </IconButton>
    </p>
  );
}
