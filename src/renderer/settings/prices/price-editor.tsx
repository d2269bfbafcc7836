import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Price } from '../../../shared/context-views.ts';
import { useT } from '../../i18n/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import { nameProblem, PRICE_FIELDS, type PriceForm, priceIn } from './price-form.ts';

/** One price: what is wrong is said when it is to be kept, and as one types from then on. */
export function PriceEditor({
  initial,
  taken,
  onSave,
  onCancel,
}: {
  readonly initial: PriceForm;
  /** Models that have a price of the person's already. */
  readonly taken: readonly string[];
  readonly onSave: (model: string, price: Price) => void;
  readonly onCancel: () => void;
}) {
  const t = useT();
  const [form, setForm] = useState(initial);
  const fields = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const read = priceIn(form, taken);
  const wrong = (field: keyof PriceForm) => tried && 'bad' in read && read.bad.has(field);

  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('price' in read) return onSave(form.model.trim(), read.price);
    const first = (['model', ...PRICE_FIELDS] as const).findIndex((field) => read.bad.has(field));
    fields.current?.querySelectorAll('input')[first]?.focus();
  };
  // Escape closes only this form; the dialog around it stays.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onCancel();
  };

  return (
    <form
      ref={fields}
      aria-label={t('settings.prices.form')}
      onSubmit={save}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-3"
    >
      <TextField
        label={t('settings.prices.model')}
        autoFocus
        value={form.model}
        onChange={(model) => setForm({ ...form, model })}
        {...(wrong('model') ? { error: t(`settings.prices.${nameProblem(form.model, taken) ?? 'badName'}`) } : {})}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {PRICE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(`settings.prices.${field}`)}
            inputMode="decimal"
            inputClassName="tabular-nums"
            value={form[field]}
            onChange={(value) => setForm({ ...form, [field]: value })}
            {...(wrong(field) ? { error: t('settings.prices.badPrice') } : {})}
          />
        ))}
      </div>
      <p className="text-ink-soft text-sm">{t('settings.prices.cachedHint')}</p>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {t('settings.prices.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit">
          {t('settings.prices.save')}
        </Button>
      </div>
    </form>
  );
}
