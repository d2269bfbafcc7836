import { Field } from '@base-ui/react/field';
import { Select as BaseSelect } from '@base-ui/react/select';
import { Switch as Base } from '@base-ui/react/switch';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.tsx';

export function Switch({
  label,
  description,
  checked,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly description?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium text-base">
          {label}
        </label>
        {description === undefined ? null : (
          <p id={`${id}-d`} className="text-ink-soft text-sm">
            {description}
          </p>
        )}
      </div>
      <Base.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        aria-describedby={description === undefined ? undefined : `${id}-d`}
        className="mt-0.5 flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-fast data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-4 rounded-full bg-surface transition-transform duration-fast data-checked:translate-x-4" />
      </Base.Root>
    </div>
  );
}

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

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** One of several, with a visible label. */
export function Select<T extends string>({
  label,
  hideLabel = false,
  description,
  value,
  options,
  onChange,
  className,
}: {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly description?: string;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}) {
  const id = useId();
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <BaseSelect.Root
        value={value}
        items={options.map(({ value: itemValue, label: itemLabel }) => ({ value: itemValue, label: itemLabel }))}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <BaseSelect.Label className={hideLabel ? 'sr-only' : 'font-medium text-base'}>{label}</BaseSelect.Label>
        <BaseSelect.Trigger
          aria-describedby={description === undefined ? undefined : `${id}-d`}
          className="flex h-8 w-full min-w-0 cursor-default items-center gap-2 rounded-control border border-line-strong bg-surface px-2.5 text-left text-base hover:bg-hover"
        >
          <BaseSelect.Value className="min-w-0 flex-1 truncate" />
          <BaseSelect.Icon className="text-ink-faint">
            <ChevronsUpDown className="size-3.5" aria-hidden />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner sideOffset={4} collisionPadding={8} alignItemWithTrigger={false} className="z-50">
            <BaseSelect.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-panel border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    className="flex cursor-default select-none items-center gap-2 rounded-control px-2 py-1.5 text-base outline-none data-highlighted:bg-hover"
                  >
                    <span className="flex size-4 shrink-0 items-center justify-center">
                      <BaseSelect.ItemIndicator>
                        <Check className="size-4" aria-hidden />
                      </BaseSelect.ItemIndicator>
                    </span>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.hint === undefined ? null : (
                      <span className="ml-auto pl-4 text-ink-soft text-sm">{option.hint}</span>
                    )}
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
      {description === undefined ? null : (
        <p id={`${id}-d`} className="text-ink-soft text-sm">
          {description}
        </p>
      )}
    </div>
  );
}
