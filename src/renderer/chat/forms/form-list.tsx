import { Plus, X } from 'lucide-react';
import type { ComponentType } from 'react';
import type { FormListItem, FormScalar } from '../../../shared/forms/forms.ts';
import { useT } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/index.ts';
import type { FormFieldProps } from './form-types.ts';
import { SavedItems } from './saved-items.tsx';

/** A list item with its initial values. */
export function freshItem(field: FormFieldProps['field']): FormListItem {
  return Object.fromEntries(
    (field.fields ?? []).flatMap(({ name, initial }): [string, FormScalar][] =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );
}

/** The same few fields once for each thing; things are added and taken away. */
export function FormList({
  Field,
  field,
  name,
  items,
  onChange,
  onLeave,
  faults,
  disabled,
}: Omit<FormFieldProps, 'value'> & {
  /** Draws one field of an item. */
  readonly Field: ComponentType<FormFieldProps>;
  readonly items: readonly FormListItem[];
}) {
  const t = useT();
  const titleField = field.fields?.find(({ kind }) => kind === 'text');
  const what = field.itemLabel ?? t('forms.entry');
  /** "Add passenger": within a sentence, where the label is a common word. */
  const within = what.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  const { minItems = 0, maxItems = 50 } = field;
  const change = (at: number, inner: string, value: FormScalar | undefined) =>
    onChange(
      items.map((item, index) => {
        if (index !== at) return item;
        const { [inner]: _old, ...others } = item;
        return value === undefined ? others : { ...others, [inner]: value };
      }),
    );
  return (
    <div className="space-y-2">
      {titleField === undefined ? null : (
        <SavedItems
          list={name}
          title={titleField.name}
          items={items}
          most={maxItems}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {[...items.entries()].map(([index, item]) => (
        <fieldset
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 rounded-control border border-line px-3 pt-2 pb-3"
        >
          <legend className="float-left col-span-2 mb-1 w-full text-ink-soft text-sm">
            {t('forms.item', { item: what, number: index + 1 })}
          </legend>
          <div className="grid grid-cols-1 gap-x-4 gap-y-3 @md:grid-cols-2">
            {(field.fields ?? []).map((inner) => (
              <Field
                key={inner.name}
                field={inner}
                name={`${name}.${index}.${inner.name}`}
                value={item[inner.name]}
                onChange={(value) => change(index, inner.name, Array.isArray(value) ? undefined : value)}
                onLeave={onLeave}
                faults={faults}
                disabled={disabled}
              />
            ))}
          </div>
          <IconButton
            size="sm"
            label={t('forms.removeItem', { item: within, number: index + 1 })}
            disabled={disabled || items.length <= minItems}
            onClick={() => onChange(items.filter((_, other) => other !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </fieldset>
      ))}
      {items.length < maxItems ? (
        <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onChange([...items, freshItem(field)])}>
          <Plus aria-hidden className="size-4" />
          {t('forms.addItem', { item: within })}
        </Button>
      ) : null}
    </div>
  );
}
