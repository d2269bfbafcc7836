import { NumberField } from '@base-ui/react/number-field';
import { Check, CircleAlert, Minus, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useLanguage, useT } from '../../../../renderer/i18n.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { Switch } from '../../../../renderer/ui/on-demand.ts';
import { isListValue } from '../../../../shared/forms/form-check.ts';
import { standsOpen } from '../../../../shared/forms/form-schema.ts';
import { faultText } from '../../../../shared/forms/form-words.ts';
import type { FormValue } from '../../../../shared/forms/forms.ts';
import { FormDate } from './form-date.tsx';
import { FormSearch } from './form-search.tsx';
import { CONTROL, type FieldProps, type FormFieldProps, FormList } from './form-state.tsx';

/** Boxes that can be looked over at once. */
const MAX_IN_SIGHT = 12;

const CHIP =
  'flex min-h-9 cursor-default items-center gap-1.5 rounded-control border border-line-strong bg-surface px-3 text-base hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-disabled:opacity-60';

/** One of a few: side by side where they are four or fewer, else behind one field. */
function FormChoice(props: FieldProps<string>) {
  const { field, value, onChange, onLeave, fault, id, describedBy, disabled } = props;
  const t = useT();
  const options = field.options ?? [];
  if (!standsOpen(field)) {
    return (
      <select
        id={id}
        value={value ?? ''}
        disabled={disabled}
        required={field.required}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy}
        onBlur={onLeave}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className={CONTROL}
      >
        {field.required && value !== undefined ? null : <option value="">{t('forms.choose')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map((option, index) => (
        <label key={option.value} className={CHIP}>
          <input
            type="radio"
            {...(index === 0 ? { id } : {})}
            name={id}
            checked={option.value === value}
            disabled={disabled}
            aria-invalid={fault !== undefined}
            aria-describedby={describedBy}
            onBlur={onLeave}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** Several: of a few, all of them in sight; of many, found by typing. */
function FormChoices(props: FieldProps<string[]>) {
  return (props.field.options ?? []).length > MAX_IN_SIGHT ? <FoundChoices {...props} /> : <OpenChoices {...props} />;
}

/** Those chosen, each with a way to remove it, and a search that adds another. */
function FoundChoices({ field, value = [], onChange, ...props }: FieldProps<string[]>) {
  const t = useT();
  const options = field.options ?? [];
  const left = { ...field, required: false, options: options.filter((option) => !value.includes(option.value)) };
  return (
    <div className="space-y-1.5">
      {value.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {options
            .filter((option) => value.includes(option.value))
            .map((option) => (
              <li
                key={option.value}
                className="flex items-center gap-1 rounded-control border border-accent bg-selected py-1 pr-1 pl-2.5 text-sm"
              >
                {option.label}
                <button
                  type="button"
                  disabled={props.disabled}
                  aria-label={t('forms.removeItem', { item: option.label, number: '' }).trim()}
                  onClick={() => onChange(value.filter((one) => one !== option.value))}
                  className="flex size-6 items-center justify-center rounded text-ink-soft hover:bg-hover"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
        </ul>
      )}
      {/* A new one each time: it is empty again after a choice. */}
      <FormSearch
        {...props}
        key={value.join(' ')}
        field={left}
        value={undefined}
        onChange={(added) => {
          if (added !== undefined) onChange([...value, added]);
        }}
      />
    </div>
  );
}

function OpenChoices({ field, value = [], onChange, onLeave, fault, id, describedBy, disabled }: FieldProps<string[]>) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {(field.options ?? []).map((option, index) => {
        const checked = value.includes(option.value);
        return (
          <label key={option.value} className={CHIP}>
            <input
              type="checkbox"
              {...(index === 0 ? { id } : {})}
              checked={checked}
              disabled={disabled}
              aria-invalid={fault !== undefined}
              aria-describedby={describedBy}
              onBlur={onLeave}
              onChange={() => {
                const others = value.filter((one) => one !== option.value);
                onChange(checked ? others : [...others, option.value]);
              }}
              className="sr-only"
            />
            <Check aria-hidden className={cn('size-4', checked ? 'text-accent' : 'text-transparent')} />
            {option.label}
          </label>
        );
      })}
    </div>
  );
}

const BUTTON =
  'flex size-9 shrink-0 items-center justify-center text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-40 data-disabled:opacity-40';

/** A number with one step down and one up; arrow keys do the same. */
function FormNumber({ field, value, onChange, onLeave, fault, id, describedBy, disabled }: FieldProps<number>) {
  const t = useT();
  const language = useLanguage();
  const { label, min, max, step, integer } = field;
  return (
    <NumberField.Root
      id={id}
      value={value ?? null}
      onValueChange={(next) => onChange(next ?? undefined)}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      step={step ?? (integer === true ? 1 : 'any')}
      locale={language}
      disabled={disabled}
    >
      <NumberField.Group className="flex h-9 w-full max-w-44 overflow-hidden rounded-control border border-line-strong bg-surface has-aria-invalid:border-danger">
        <NumberField.Decrement aria-label={t('forms.less', { label })} className={BUTTON}>
          <Minus aria-hidden className="size-4" />
        </NumberField.Decrement>
        <NumberField.Input
          aria-invalid={fault !== undefined}
          aria-required={field.required}
          aria-describedby={describedBy}
          onBlur={onLeave}
          className="w-full min-w-0 border-line border-x bg-transparent text-center text-base tabular-nums outline-offset-[-2px]"
        />
        <NumberField.Increment aria-label={t('forms.more', { label })} className={BUTTON}>
          <Plus aria-hidden className="size-4" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}

const text = (value: FormValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const texts = (value: FormValue | undefined): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

function TextControl({ field, value = '', onChange, onLeave, fault, id, describedBy, disabled }: FieldProps<string>) {
  const shared = {
    id,
    value,
    disabled,
    placeholder: field.example,
    'aria-invalid': fault !== undefined,
    'aria-required': field.required,
    'aria-describedby': describedBy,
    onBlur: onLeave,
  };
  const change = (next: string) => onChange(next === '' ? undefined : next);
  return field.kind === 'long-text' ? (
    <textarea
      {...shared}
      rows={3}
      dir="auto"
      onChange={(event) => change(event.target.value)}
      className={`${CONTROL} h-auto py-1.5`}
    />
  ) : (
    <input
      {...shared}
      type={field.kind === 'email' ? 'email' : 'text'}
      dir="auto"
      autoComplete={field.kind === 'email' ? 'email' : 'off'}
      onChange={(event) => change(event.target.value)}
      className={CONTROL}
    />
  );
}

function Control(
  props: FieldProps & Pick<FormFieldProps, 'name' | 'faults'> & { readonly leave: FormFieldProps['onLeave'] },
) {
  const { field, value } = props;
  switch (field.kind) {
    case 'date':
    case 'date-time':
      return <FormDate {...props} value={text(value)} />;
    case 'number':
      return <FormNumber {...props} value={typeof value === 'number' ? value : undefined} />;
    case 'choice':
      return <FormChoice {...props} value={text(value)} />;
    case 'choices':
      return <FormChoices {...props} value={texts(value)} />;
    case 'search':
      return <FormSearch {...props} value={text(value)} />;
    case 'list':
      return (
        <FormList
          {...props}
          Field={FormFieldView}
          items={isListValue(value) ? value : []}
          name={props.name}
          onLeave={props.leave}
          faults={props.faults}
        />
      );
    default:
      return <TextControl {...props} value={text(value)} />;
  }
}

/** A label, its control, and the words below it: what it is for, and what is wrong with it. */
export function FormFieldView({ field, name, value, onChange, onLeave, faults, disabled }: FormFieldProps) {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const fault = faults[name];
  const hintId = field.hint === undefined ? undefined : `${id}-hint`;
  const faultId = fault === undefined ? undefined : `${id}-fault`;
  const describedBy = [hintId, faultId].filter((one) => one !== undefined).join(' ') || undefined;
  const label = (
    <>
      {field.label}
      {field.required ? (
        <span className="sr-only"> {t('forms.required')}</span>
      ) : field.initial === undefined ? (
        <span className="font-normal text-ink-soft text-sm"> · {t('forms.optional')}</span>
      ) : null}
    </>
  );
  const below = (
    <>
      {field.hint === undefined ? null : (
        <p id={hintId} className="mt-1 text-ink-soft text-sm">
          {field.hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p id={faultId} className="mt-1 flex items-start gap-1 text-danger text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {faultText(fault, language)}
        </p>
      )}
    </>
  );
  if (field.kind === 'yes-no') {
    return (
      <div data-field={name} className="min-w-0 self-end pb-1.5">
        <Switch label={field.label} checked={value === true} onChange={onChange} disabled={disabled} />
        {below}
      </div>
    );
  }
  const control = (
    <Control
      field={field}
      name={name}
      value={value}
      onChange={onChange}
      fault={fault}
      id={id}
      describedBy={describedBy}
      disabled={disabled}
      faults={faults}
      onLeave={() => onLeave(name)}
      leave={onLeave}
    />
  );
  const inList = name.includes('.');
  const isGroup = field.kind === 'choice' || field.kind === 'choices' || field.kind === 'list';
  if (isGroup) {
    return (
      <fieldset
        data-field={name}
        className={inList ? 'min-w-0' : 'col-span-full min-w-0'}
        aria-describedby={describedBy}
      >
        <legend className="mb-1 font-medium text-base">{label}</legend>
        {control}
        {below}
      </fieldset>
    );
  }
  return (
    <div data-field={name} className={field.kind === 'long-text' ? 'col-span-full min-w-0' : 'min-w-0'}>
      <label htmlFor={id} className="mb-1 block font-medium text-base">
        {label}
      </label>
      {control}
      {below}
    </div>
  );
}
