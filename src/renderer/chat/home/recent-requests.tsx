import { History } from 'lucide-react';
import type { RecentRequest } from '../../../shared/contract/profile.ts';
import type { Form } from '../../../shared/forms/forms.ts';
import { useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { requestLabel } from './request-label.ts';

/** Each fills in the line above; nothing is sent by it. */
export function RecentRequests({
  forms,
  recent,
  onChoose,
}: {
  readonly forms: readonly Form[];
  readonly recent: readonly RecentRequest[];
  readonly onChoose: (request: RecentRequest) => void;
}) {
  const t = useT();
  const words = useWords();
  const { profile } = useActions();
  const known = recent.flatMap((one) => {
    const form = forms.find(({ id }) => id === one.form);
    return form === undefined ? [] : [{ one, label: requestLabel(words, form, one.answers) }];
  });
  if (known.length === 0) return null;
  return (
    <section aria-label={t('common.recentSearches')} className="flex flex-wrap items-center gap-2">
      <h3 className="text-ink-soft text-sm">{t('common.recentSearches')}</h3>
      {known.map(({ one, label }) => (
        <Button key={one.at} size="sm" onClick={() => onChoose(one)}>
          <History aria-hidden className="size-3.5" />
          {label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={() => void profile.forgetRecent()}>
        {t('home.forgetRecent')}
      </Button>
    </section>
  );
}
