import { Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PriceTable } from '../../shared/context-views.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useSettings } from '../store/index.ts';
import { Button, IconButton, TextField } from '../ui/index.ts';
import { PriceEditor } from './price-editor.tsx';
import { EMPTY_PRICE, formOf, type PriceForm } from './price-form.ts';
import { PriceRows } from './price-rows.tsx';
import { Section } from './section.tsx';

/** What tokens cost: the person's prices, over those that the app brings. Each change holds at once. */
export function PriceSettings() {
  const t = useT();
  const { prices, knownPrices } = useSettings();
  const { setSettings } = useActions();
  const [editing, setEditing] = useState<{ readonly form: PriceForm; readonly was: string | undefined }>();
  const [find, setFind] = useState('');

  const keep = (table: PriceTable) => void setSettings({ prices: table });
  const without = (model: string): PriceTable =>
    Object.fromEntries(Object.entries(prices).filter(([name]) => name !== model));
  const known = Object.fromEntries(
    Object.entries(knownPrices).filter(([name]) => name.includes(find.trim().toLowerCase())),
  );

  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.prices.hint')}</p>
      <section aria-labelledby="own-prices" className="flex flex-col gap-2">
        <h3 id="own-prices" className="font-medium text-base">
          {t('settings.prices.own')}
        </h3>
        {Object.keys(prices).length === 0 ? (
          <p className="text-ink-soft text-sm">{t('settings.prices.empty')}</p>
        ) : (
          <PriceRows
            table={prices}
            caption={t('settings.prices.own')}
            actions={(model, price) => (
              <>
                <IconButton
                  size="sm"
                  label={t('settings.prices.change', { model })}
                  onClick={() => setEditing({ form: formOf(model, price), was: model })}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  size="sm"
                  label={t('settings.prices.remove', { model })}
                  onClick={() => keep(without(model))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </>
            )}
          />
        )}
        {editing === undefined ? (
          <Button size="sm" className="self-start" onClick={() => setEditing({ form: EMPTY_PRICE, was: undefined })}>
            <Plus aria-hidden className="size-3.5" />
            {t('settings.prices.add')}
          </Button>
        ) : (
          <PriceEditor
            key={editing.form.model}
            initial={editing.form}
            onCancel={() => setEditing(undefined)}
            onSave={(model, price) => {
              setEditing(undefined);
              keep({ ...(editing.was === undefined ? prices : without(editing.was)), [model]: price });
            }}
          />
        )}
      </section>
      <section aria-labelledby="known-prices" className="flex flex-col gap-2">
        <h3 id="known-prices" className="font-medium text-base">
          {t('settings.prices.known')}
        </h3>
        <TextField
          label={t('settings.prices.find')}
          hideLabel
          placeholder={t('settings.prices.find')}
          icon={<Search aria-hidden />}
          value={find}
          onChange={setFind}
        />
        {Object.keys(known).length === 0 ? (
          <p className="text-ink-soft text-sm">{t('settings.prices.nothing')}</p>
        ) : (
          <PriceRows
            table={known}
            caption={t('settings.prices.known')}
            actions={(model, price) => (
              <IconButton
                size="sm"
                label={t('settings.prices.change', { model })}
                onClick={() => setEditing({ form: formOf(model, prices[model] ?? price), was: undefined })}
              >
                <Pencil aria-hidden />
              </IconButton>
            )}
          />
        )}
      </section>
    </Section>
  );
}
