import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Price, PriceTable } from '../../../shared/context-views.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useSettings } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { Section } from '../section.tsx';
import { KnownPrices } from './known-prices.tsx';
import { ChangePrice, RemovePrice } from './price-buttons.tsx';
import { PriceEditor } from './price-editor.tsx';
import { EMPTY_PRICE, formOf, type PriceForm } from './price-form.ts';
import { PriceRows } from './price-rows.tsx';

interface Editing {
  readonly form: PriceForm;
  /** The name that the price has now; undefined for one that is added. */
  readonly was: string | undefined;
}

interface Removed {
  readonly model: string;
  readonly price: Price;
}

const without = (table: PriceTable, model: string | undefined): PriceTable =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== model));

/** Token prices: the user's override the built-in ones. Each change applies at once. */
export function PriceSettings() {
  const t = useT();
  const { prices, knownPrices } = useSettings();
  const { setSettings } = useActions();
  const [editing, setEditing] = useState<Editing>();
  const [removed, setRemoved] = useState<Removed>();
  const add = useRef<HTMLButtonElement>(null);
  const undo = useRef<HTMLButtonElement>(null);

  const keep = (table: PriceTable) => void setSettings({ prices: table });
  // The focused element is gone with the row, or with the form.
  useEffect(() => {
    if (removed !== undefined) undo.current?.focus();
  }, [removed]);
  const closed = useRef(true);
  useEffect(() => {
    if (editing === undefined && !closed.current) add.current?.focus();
    closed.current = editing === undefined;
  }, [editing]);

  const edit = (next: Editing) => {
    setRemoved(undefined);
    setEditing(next);
  };
  const remove = (model: string, price: Price) => {
    setEditing(undefined);
    closed.current = true;
    setRemoved({ model, price });
    keep(without(prices, model));
  };

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
                <ChangePrice model={model} onClick={() => edit({ form: formOf(model, price), was: model })} />
                <RemovePrice model={model} onClick={() => remove(model, price)} />
              </>
            )}
          />
        )}
        {removed === undefined ? null : (
          <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t('settings.prices.removed', { model: removed.model })}
            </span>
            <Button
              ref={undo}
              size="sm"
              onClick={() => {
                keep({ ...prices, [removed.model]: removed.price });
                setRemoved(undefined);
                add.current?.focus();
              }}
            >
              {t('common.undo')}
            </Button>
          </p>
        )}
        {editing === undefined ? (
          <Button
            ref={add}
            size="sm"
            className="self-start"
            onClick={() => edit({ form: EMPTY_PRICE, was: undefined })}
          >
            <Plus aria-hidden className="size-3.5" />
            {t('settings.prices.add')}
          </Button>
        ) : (
          <PriceEditor
            key={editing.form.model}
            initial={editing.form}
            taken={Object.keys(without(prices, editing.was ?? editing.form.model))}
            onCancel={() => setEditing(undefined)}
            onSave={(model, price) => {
              setEditing(undefined);
              keep({ ...without(prices, editing.was), [model]: price });
            }}
          />
        )}
      </section>
      <KnownPrices
        table={knownPrices}
        own={prices}
        onChange={(model, price) => edit({ form: formOf(model, price), was: model in prices ? model : undefined })}
      />
    </Section>
  );
}
