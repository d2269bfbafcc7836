import { Plus, X } from 'lucide-react';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useT } from '../../../../renderer/i18n.ts';
import { Button, IconButton } from '../../../../renderer/ui/index.ts';
import {
  checkAnswers,
  type FormChecks,
  type FormFault,
  type FormFaults,
  isListValue,
} from '../../../../shared/forms/form-check.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  type FormListItem,
  type FormScalar,
  type FormValue,
  isBlank,
  todayHere,
} from '../../../../shared/forms/forms.ts';
import { SavedItems } from './saved-items.tsx';

export interface FieldProps<T extends FormValue = FormValue> {
  readonly field: FormField;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  /** It was left: from now on it says what is wrong with it. */
  readonly onLeave: () => void;
  readonly fault: FormFault | undefined;
  /** Id of the control itself, which the label and description refer to. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
}

export const CONTROL =
  'h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-base text-ink placeholder:text-ink-faint aria-invalid:border-danger disabled:opacity-60';

export interface FormFieldProps {
  readonly field: FormField;
  /** Key of its answer; `passengers.0.name` in a list. */
  readonly name: string;
  readonly value: FormValue | undefined;
  readonly onChange: (value: FormValue | undefined) => void;
  readonly onLeave: (name: string) => void;
  /** Those that are shown, by name. */
  readonly faults: FormFaults;
  readonly disabled: boolean;
}

function freshItem(field: FormFieldProps['field']): FormListItem {
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

/** Puts the cursor into the control of a field. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const place = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  place?.querySelector<HTMLElement>('input:not([aria-hidden]), select, textarea, button')?.focus();
}

interface FormState {
  readonly values: FormAnswers;
  /** Errors of fields already left, and of all fields after an attempt to send. */
  readonly shown: FormFaults;
  set(name: string, value: FormValue | undefined): void;
  leave(name: string): void;
  /** Returns the answers, or the name of the first invalid field, which is shown from now on. */
  take(): { readonly answers: FormAnswers } | { readonly first: string; readonly count: number };
}

/** @param keep called with the values at each change. */
export function useFormState(form: Form, begin: FormAnswers, keep?: (values: FormAnswers) => void): FormState {
  const [values, setValues] = useState(() => withItems(form, begin));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const matches = useMatches(form.fields);
  const faults = useMemo(
    () => checkAnswers(form, values, { today: todayHere(), matches: matches() }),
    [form, values, matches],
  );
  const shown = useMemo(
    () => (tried ? faults : Object.fromEntries(Object.entries(faults).filter(([name]) => left.has(name)))),
    [faults, left, tried],
  );
  const set = (name: string, value: FormValue | undefined) => {
    const { [name]: _old, ...others } = values;
    const next = value === undefined ? others : { ...others, [name]: value };
    setValues(next);
    keep?.(next);
  };
  const leave = (name: string) => setLeft((before) => new Set([...before, name]));
  const take = () => {
    setTried(true);
    const names = Object.keys(faults);
    const [first] = form.fields.flatMap(({ name }) =>
      names.filter((one) => one === name || one.startsWith(`${name}.`)),
    );
    return first === undefined ? { answers: filledIn(values) } : { first, count: names.length };
  };
  return { values, shown, set, leave, take };
}

/** A list begins with as many things as it must have. */
function withItems(form: Form, values: FormAnswers): FormAnswers {
  const lists = form.fields.flatMap((field): [string, FormValue][] => {
    if (field.kind !== 'list') return [];
    const value = values[field.name];
    const items = isListValue(value) ? value : [];
    const missing = Math.max(0, (field.minItems ?? 0) - items.length);
    return [[field.name, [...items, ...Array.from({ length: missing }, () => freshItem(field))]]];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

const filledIn = (values: FormAnswers): FormAnswers =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

type Matches = () => FormChecks['matches'];

const hasPattern = ({ pattern, fields = [] }: FormField): boolean => pattern !== undefined || fields.some(hasPattern);

/** Tests fields' patterns once the engine is loaded, for forms that have any; until then the core does on submitting. */
export function useMatches(fields: readonly FormField[]): Matches {
  const needed = fields.some(hasPattern);
  const [matches, setMatches] = useState<Matches>(() => () => () => true);
  useEffect(() => {
    let shown = true;
    if (needed) {
      import('../../../../shared/text/foreign-pattern.ts').then(
        ({ formPatterns }) => shown && setMatches(() => formPatterns),
        () => {},
      );
    }
    return () => {
      shown = false;
    };
  }, [needed]);
  return matches;
}
