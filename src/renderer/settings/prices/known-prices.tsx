import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Price, PriceTable } from '../../../shared/context-views.ts';
import { useT } from '../../i18n/index.ts';
import { TextField } from '../../ui/index.ts';
import { ChangePrice } from './price-buttons.tsx';
import { PriceRows } from './price-rows.tsx';

/** Those that the app brings. A change makes one of the person's own, which goes over it. */
export function KnownPrices({
  table,
  own,
  onChange,
}: {
  readonly table: PriceTable;
  readonly own: PriceTable;
  readonly onChange: (model: string, price: Price) => void;
}) {
  const t = useT();
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const found = Object.entries(table).filter(([name]) => name.toLowerCase().includes(wanted));
  return (
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
      {found.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('settings.prices.nothing')}</p>
      ) : (
        <PriceRows
          table={Object.fromEntries(found)}
          caption={t('settings.prices.known')}
          actions={(model, price) => <ChangePrice model={model} onClick={() => onChange(model, own[model] ?? price)} />}
        />
      )}
    </section>
  );
}
