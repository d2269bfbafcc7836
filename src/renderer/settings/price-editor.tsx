import { type FormEvent, useState } from 'react';
import type { Price } from '../../shared/context-views.ts';
import { useT } from '../i18n/index.ts';
import { Button, TextField } from '../ui/index.ts';
import { PRICE_FIELDS, type PriceForm, priceIn } from './price-form.ts';

/** One price: what is wrong is said when it is to be kept, and as one types from then on. */
export function PriceEditor({
  initial,
  onSave,
  onCancel,
}: {
  readonly initial: PriceForm;
  readonly onSave: (model: string, price: Price) => void;
  readonly onCancel: () => void;
}) {
  const t = useT();
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const read = priceIn(form);
  const wrong = (field: keyof PriceForm) => tried && 'bad' in read && read.bad.has(field);

  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('price' in read) onSave(form.model.trim(), read.price);
  };

  return (
    <form onSubmit={save} className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-3">
      <TextField
        label={t('settings.prices.model')}
        autoFocus
        value={form.model}
        onChange={(model) => setForm({ ...form, model })}
        {...(wrong('model') ? { error: t('settings.prices.badName') } : {})}
      />
      <div className="grid grid-cols-3 gap-3">
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
