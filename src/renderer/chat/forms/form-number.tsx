import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { useLanguage, useT } from '../../i18n/index.ts';
import type { FieldProps } from './form-types.ts';

const BUTTON =
  'flex size-9 shrink-0 items-center justify-center text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-40 data-disabled:opacity-40';

/** A number with one step down and one up; arrow keys do the same. */
export function FormNumber({ field, value, onChange, onLeave, fault, id, describedBy, disabled }: FieldProps<number>) {
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
