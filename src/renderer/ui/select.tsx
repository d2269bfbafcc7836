import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { cn } from './cn.ts';

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
      <Base.Root
        value={value}
        items={options.map(({ value: itemValue, label: itemLabel }) => ({ value: itemValue, label: itemLabel }))}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Base.Label className={hideLabel ? 'sr-only' : 'font-medium text-base'}>{label}</Base.Label>
        <Base.Trigger
          aria-describedby={description === undefined ? undefined : `${id}-d`}
          className="flex h-8 w-full min-w-0 cursor-default items-center gap-2 rounded-control border border-line-strong bg-surface px-2.5 text-left text-base hover:bg-hover"
        >
          <Base.Value className="min-w-0 flex-1 truncate" />
          <Base.Icon className="text-ink-faint">
            <ChevronsUpDown className="size-3.5" aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} collisionPadding={8} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-panel border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex cursor-default select-none items-center gap-2 rounded-control px-2 py-1.5 text-base outline-none data-highlighted:bg-hover"
                  >
                    <span className="flex size-4 shrink-0 items-center justify-center">
                      <Base.ItemIndicator>
                        <Check className="size-4" aria-hidden />
                      </Base.ItemIndicator>
                    </span>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint === undefined ? null : (
                      <span className="ml-auto pl-4 text-ink-soft text-sm">{option.hint}</span>
                    )}
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {description === undefined ? null : (
        <p id={`${id}-d`} className="text-ink-soft text-sm">
          {description}
        </p>
      )}
    </div>
  );
}
