import type { ReactNode } from 'react';
import type { Price, PriceTable } from '../../../shared/context-views.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { PRICE_FIELDS } from './price-form.ts';

export function PriceRows({
  table,
  caption,
  actions,
}: {
  readonly table: PriceTable;
  readonly caption: string;
  readonly actions: (model: string, price: Price) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-ink-soft">
          <tr className="border-line border-b">
            <th scope="col" className="py-1 text-left font-normal">
              {t('settings.prices.model')}
            </th>
            {PRICE_FIELDS.map((field) => (
              <th key={field} scope="col" className="whitespace-nowrap py-1 pl-3 text-right font-normal">
                {t(`settings.prices.${field}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t('settings.prices.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(table).map(([model, price]) => (
            <tr key={model} className="border-line border-b last:border-0">
              <th
                scope="row"
                className="w-full min-w-24 max-w-0 truncate py-0.5 text-left font-mono font-normal text-xs"
                title={model}
              >
                {model}
              </th>
              {PRICE_FIELDS.map((field) => (
                <td key={field} className="whitespace-nowrap pl-3 text-right tabular-nums">
                  {price[field] === undefined ? '–' : format.dollars(price[field])}
                </td>
              ))}
              <td className="min-w-16 whitespace-nowrap pl-1 text-right">{actions(model, price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
