import { Archive, BookOpen, GitBranch, NotebookPen, Pin, Trash2, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryRow } from '../../../shared/review.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { Badge } from '../../ui/index.ts';

/** Marks and origin of a conversation, beside its title. */
export function RowMarks({ row }: { readonly row: LibraryRow }) {
  const t = useT();
  const format = useFormat();
  const notes = t('library.mark.notes', { count: row.notes, n: format.number(row.notes) });
  const errors = t('library.mark.errors', { count: row.errors, n: format.number(row.errors) });
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-ink-soft [&_svg]:size-3.5">
      {row.pinned ? <Sign words={t('library.mark.pinned')} icon={<Pin aria-hidden className="text-accent" />} /> : null}
      {row.archived ? <Sign words={t('library.mark.archived')} icon={<Archive aria-hidden />} /> : null}
      {row.deleted ? <Sign words={t('common.deleted')} icon={<Trash2 aria-hidden />} /> : null}
      {row.forkedFrom === undefined ? null : <Sign words={t('library.mark.fork')} icon={<GitBranch aria-hidden />} />}
      {row.errors === 0 ? null : <Sign words={errors} icon={<TriangleAlert aria-hidden className="text-warning" />} />}
      {row.notes === 0 ? null : <Sign words={notes} icon={<NotebookPen aria-hidden />} />}
      {row.shared === undefined ? null : (
        <Badge>
          <Users aria-hidden />
          <span className="max-w-40 truncate">
            {row.shared.here === 'own'
              ? t('library.mark.shared')
              : t('library.mark.sharedBy', { by: shownText(row.shared.by) })}
          </span>
        </Badge>
      )}
      {row.shared?.here === 'outdated' ? <Badge tone="warning">{t('library.mark.outdated')}</Badge> : null}
      {row.origin === 'here' || row.origin === 'shared' ? null : (
        <span title={t(`library.origin.${row.origin}`)}>
          <Badge>
            <BookOpen aria-hidden />
            {t('common.readOnly')}
          </Badge>
        </span>
      )}
      {row.tags.map((tag) => (
        <Badge key={tag} tone="accent">
          <span className="max-w-24 truncate">{shownText(tag)}</span>
        </Badge>
      ))}
    </span>
  );
}

function Sign({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span title={words}>
      {icon}
      <span className="sr-only">{words}</span>
    </span>
  );
}
