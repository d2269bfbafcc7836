import { History } from 'lucide-react';
import type { RecentRequest } from '../../../shared/contract/profile.ts';
import { valueText } from '../../../shared/forms/form-words.ts';
import { type Form, isBlank } from '../../../shared/forms/forms.ts';
import { dateInWords } from '../../cards/local-time.ts';
import { useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import type { Words } from '../../shared/words.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';

/** Places and days, without the code behind a name: enough to know it again. */
function labelOf(words: Words, form: Form, { answers }: RecentRequest): string {
  return form.fields
    .flatMap((field) => {
      const value = answers[field.name];
      if (value === undefined || isBlank(value) || !['search', 'date', 'text'].includes(field.kind)) return [];
      if (field.kind === 'date') return [dateInWords(words, String(value))];
      return [valueText(field, value, form.language).replace(/ \([^)]*\)$/, '')];
    })
    .join(' · ');
}

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
    return form === undefined ? [] : [{ one, label: labelOf(words, form, one) }];
  });
  if (known.length === 0) return null;
  return (
    <section aria-label={t('home.recent')} className="flex flex-wrap items-center gap-2">
      <h3 className="text-ink-soft text-sm">{t('home.recent')}</h3>
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
