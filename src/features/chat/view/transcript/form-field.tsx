import { NumberField } from '@base-ui/react/number-field';
import { CircleAlert, Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { useLanguage, useT } from '../../../../renderer/i18n/index.ts';
import { Switch } from '../../../../renderer/ui/on-demand.ts';
import { isListValue } from '../../../../shared/forms/form-check.ts';
import { faultText } from '../../../../shared/forms/form-words.ts';
import type { FormValue } from '../../../../shared/forms/forms.ts';
import { FormChoice, FormChoices } from './form-choices.tsx';
import { FormDate } from './form-date.tsx';
import { FormSearch } from './form-search.tsx';
import { CONTROL, type FieldProps, type FormFieldProps, FormList } from './form-state.tsx';

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
