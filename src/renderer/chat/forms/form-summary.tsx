import { ListX, PencilLine } from 'lucide-react';
import { valueText } from '../../../shared/forms/form-words.ts';
import { type Form, isBlank } from '../../../shared/forms/forms.ts';
import { useRemembered } from '../../cards/chat-scope.tsx';
import { dateInWords } from '../../cards/local-time.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { useHeld } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { useVersions, VersionSwitch } from '../messages/version-switch.tsx';
import type { FormAnswerItem } from '../transcript/transcript-items.ts';
import { FormChange } from './form-card.tsx';

/** The submitted answers as the user's turn, with a way to change them. */
export function FormSummary({ item }: { readonly item: FormAnswerItem }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const held = useHeld();
  const versions = useVersions(item.seq);
  const [changing, setChanging] = useRemembered(`${item.key}/change`, false);
  const { form, reply, at } = item;
  if (changing && !held) {
    const answers = reply.outcome === 'skipped' ? form.values : reply.answers;
    return <FormChange callId={reply.callId} form={form} answers={answers} onDone={() => setChanging(false)} />;
  }
  const rows = form.fields.flatMap((field) => {
    const value = reply.answers[field.name];
    if (isBlank(value) || value === undefined) return [];
    const said =
      field.kind === 'date' ? dateInWords(words, String(value), 'long') : valueText(field, value, form.language);
    return [{ name: field.name, label: field.label, said }];
  });
  return (
    <article aria-label={words.t('you')} className="flex flex-col items-end">
      <div className="max-w-[85%] rounded-bubble bg-sunken px-4 py-2.5">
        {reply.outcome === 'skipped' ? (
          <p className="text-ink-soft">{t('forms.skipped', { title: form.title })}</p>
        ) : (
          <>
            <h3 className="mb-1 font-semibold text-base">{form.title}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {rows.map(({ name, label, said }) => (
                <div key={name} className="contents">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="[overflow-wrap:anywhere]">{said}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div className="flex h-7 items-center gap-1 text-ink-soft text-xs">
        <time dateTime={at}>{format.time(at)}</time>
        {held ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('forms.changeLabel', { title: form.title })}
            onClick={() => setChanging(true)}
          >
            <PencilLine aria-hidden className="size-3.5" />
            {t('forms.change')}
          </Button>
        )}
        {versions === undefined ? null : <VersionSwitch seq={item.seq} versions={versions} />}
      </div>
    </article>
  );
}

/** A form that the conversation passed by. */
export function FormPassed({ form }: { readonly form: Form }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 text-ink-soft text-sm">
      <ListX aria-hidden className="size-4 shrink-0" />
      {t('forms.inWords', { title: form.title })}
    </p>
  );
}
