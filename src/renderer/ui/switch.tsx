import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';

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
