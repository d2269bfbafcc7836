import { Check, X } from 'lucide-react';
import { useT } from '../../../../renderer/i18n/index.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { standsOpen } from '../../../../shared/forms/form-schema.ts';
import { FormSearch } from './form-search.tsx';
import { CONTROL, type FieldProps } from './form-state.tsx';

/** Boxes that can be looked over at once. */
const MAX_IN_SIGHT = 12;

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

/** Several: of a few, all of them in sight; of many, found by typing. */
export function FormChoices(props: FieldProps<string[]>) {
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
