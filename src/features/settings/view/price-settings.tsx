import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { InnerForm, Section, TitledSection, UndoNote } from '../../../renderer/shared/section.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button, IconButton } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { Price, PriceTable } from '../../../shared/context-views.ts';

const PRICE_FIELDS = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;

type PriceField = (typeof PRICE_FIELDS)[number];
export type PriceForm = Readonly<Record<'model' | PriceField, string>>;

export const EMPTY_PRICE: PriceForm = { model: '', input: '', cachedInput: '', cacheWrite: '', output: '' };

export const formOf = (model: string, price: Price): PriceForm => ({
  ...EMPTY_PRICE,
  model,
  ...Object.fromEntries(Object.entries(price).map(([field, amount]) => [field, String(amount)])),
});

/** US dollars; undefined for what is no amount. A decimal comma is a point. */
function amountOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[$＄]\s*/, '')
    .replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount <= HIGHEST_PRICE ? amount : undefined;
}

/** Characters of a model's name. */
const LONGEST_NAME = 200;
/** Dollars for a million tokens above which it is a slip of the finger. */
const HIGHEST_PRICE = 1_000_000;

export function nameProblem(model: string, taken: readonly string[]): 'badName' | 'taken' | undefined {
  const name = model.trim();
  if (name === '' || name.length > LONGEST_NAME) return 'badName';
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'taken' : undefined;
}

/** Returns the invalid fields, or the price. @param taken names that have a price already. */
export function priceIn(
  form: PriceForm,
  taken: readonly string[] = [],
): { readonly price: Price } | { readonly bad: ReadonlySet<keyof PriceForm> } {
  const isOptional = (field: PriceField) => field === 'cachedInput' || field === 'cacheWrite';
  const typed = PRICE_FIELDS.filter((field) => !isOptional(field) || form[field].trim() !== '');
  const amounts = typed.map((field) => [field, amountOf(form[field])] as const);
  const bad = new Set<keyof PriceForm>(amounts.flatMap(([field, amount]) => (amount === undefined ? [field] : [])));
  if (nameProblem(form.model, taken) !== undefined) bad.add('model');
  return bad.size > 0 ? { bad } : { price: Object.fromEntries(amounts) as unknown as Price };
}

function PriceRows({
  table,
  onChange,
  onRemove,
}: {
  readonly table: PriceTable;
  readonly onChange: (model: string, price: Price) => void;
  readonly onRemove: (model: string, price: Price) => void;
}) {
  const { t, format } = useText();
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('settings.prices.own')}</caption>
        <thead className="text-ink-soft">
          <tr className="border-line border-b">
            <th scope="col" className="py-1 text-left font-normal">
              {t('common.model')}
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
              <td className="min-w-16 whitespace-nowrap pl-1 text-right">
                <IconButton
                  icon={Pencil}
                  size="sm"
                  side="left"
                  label={t('settings.prices.change', { model })}
                  onClick={() => onChange(model, price)}
                />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  side="left"
                  label={t('settings.prices.remove', { model })}
                  onClick={() => onRemove(model, price)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One price: what is wrong is said when it is to be kept, and as one types from then on. */
function PriceEditor({
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

  const save = () => {
    setTried(true);
    if ('price' in read) return onSave(form.model.trim(), read.price);
    const first = (['model', ...PRICE_FIELDS] as const).findIndex((field) => read.bad.has(field));
    fields.current?.querySelectorAll('input')[first]?.focus();
  };
  return (
    <InnerForm ref={fields} label={t('settings.prices.form')} onSubmit={save} onCancel={onCancel}>
      <TextField
        label={t('common.model')}
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
          {t('common.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit">
          {t('common.save')}
        </Button>
      </div>
    </InnerForm>
  );
}

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

/** Token prices over the app's own. Each change applies at once. */
export function PriceSettings() {
  const t = useT();
  const { prices } = useSettings();
  const { setSettings } = useActions();
  const [editing, setEditing] = useState<Editing>();
  const [removed, setRemoved] = useState<Removed>();
  const add = useRef<HTMLButtonElement>(null);
  const keep = (table: PriceTable) => void setSettings({ prices: table });
  // The focused element is gone with the form.
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
  const restore = ({ model, price }: Removed) => {
    keep({ ...prices, [model]: price });
    setRemoved(undefined);
    add.current?.focus();
  };

  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.prices.hint')}</p>
      <TitledSection title={t('settings.prices.own')}>
        {Object.keys(prices).length === 0 ? (
          <p className="text-ink-soft text-sm">{t('settings.prices.empty')}</p>
        ) : (
          <PriceRows
            table={prices}
            onChange={(model, price) => edit({ form: formOf(model, price), was: model })}
            onRemove={remove}
          />
        )}
        {removed === undefined ? null : (
          <UndoNote key={removed.model} onUndo={() => restore(removed)}>
            {t('settings.prices.removed', { model: removed.model })}
          </UndoNote>
        )}
        {editing === undefined ? (
          <Button
            icon={Plus}
            ref={add}
            size="sm"
            className="self-start"
            onClick={() => edit({ form: EMPTY_PRICE, was: undefined })}
          >
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
      </TitledSection>
    </Section>
  );
}
