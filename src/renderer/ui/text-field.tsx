import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export interface TextFieldProps extends Omit<ComponentProps<typeof Field.Control>, 'className' | 'onChange'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  /** Says what is wrong and what to do; the field is marked invalid. */
  readonly error?: ReactNode;
  readonly onChange?: (value: string) => void;
  /** A box of that many lines, which can be made taller. */
  readonly rows?: number;
  readonly className?: string | undefined;
  readonly inputClassName?: string | undefined;
  /** Shown inside the field, before its text. */
  readonly icon?: ReactNode;
}

export function TextField({
  label,
  hideLabel = false,
  description,
  error,
  onChange,
  rows,
  className,
  inputClassName,
  icon,
  ...rest
}: TextFieldProps) {
  return (
    <Field.Root className={cn('flex min-w-0 flex-col gap-1', className)} invalid={error !== undefined}>
      <Field.Label className={hideLabel ? 'sr-only' : 'font-medium text-base'}>{label}</Field.Label>
      <div className="relative">
        {icon === undefined ? null : (
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-faint [&_svg]:size-4">
            {icon}
          </span>
        )}
        <Field.Control
          className={cn(
            'h-8 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-base text-ink placeholder:text-ink-faint data-invalid:border-danger',
            icon !== undefined && 'pl-8',
            rows !== undefined && 'block h-auto resize-y py-1.5',
            inputClassName,
          )}
          {...(onChange === undefined ? {} : { onValueChange: (value: string) => onChange(value) })}
          {...(rows === undefined ? {} : { render: <textarea rows={rows} /> })}
          {...rest}
        />
      </div>
      {description === undefined ? null : (
        <Field.Description className="text-ink-soft text-sm">{description}</Field.Description>
      )}
      {error === undefined ? null : (
        <Field.Error match className="text-danger text-sm">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
