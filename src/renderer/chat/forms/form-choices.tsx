import { Check } from 'lucide-react';
import { standsOpen } from '../../../shared/forms/form-schema.ts';
import { useT } from '../../i18n/index.ts';
import { cn } from '../../ui/index.ts';
import { CONTROL, type FieldProps } from './form-types.ts';

const CHIP =
  'flex min-h-9 cursor-default items-center gap-1.5 rounded-control border border-line-strong bg-surface px-3 text-base hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-disabled:opacity-60';

/** One of a few: side by side where they are four or fewer, else behind one field. */
export function FormChoice(props: FieldProps<string>) {
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

/** Several of a few. */
export function FormChoices({
  field,
  value = [],
  onChange,
  onLeave,
  fault,
  id,
  describedBy,
  disabled,
}: FieldProps<string[]>) {
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
