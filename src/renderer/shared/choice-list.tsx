import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import type { SelectOption } from '../ui/controls.tsx';

/** One of a few, each with a line that says what it means. */
export function ChoiceList<T extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: T;
  readonly choices: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <div>
        <p id={id} className="font-medium text-base">
          {label}
        </p>
        {hint === undefined ? null : <p className="text-pretty text-ink-soft text-sm">{hint}</p>}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next: T) => onChange(next)}
        className="flex flex-col gap-1.5"
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className="flex cursor-default items-start gap-2.5 rounded-panel border border-line px-3 py-2 transition-colors duration-fast hover:bg-hover has-data-checked:border-accent has-data-checked:bg-accent-soft/50"
          >
            <Radio.Root
              id={`${id}-${choice.value}`}
              value={choice.value}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-ink-faint bg-surface data-checked:border-accent"
            >
              <Radio.Indicator className="size-2 rounded-full bg-accent" />
            </Radio.Root>
            <span className="min-w-0">
              <span className="block text-base">{choice.label}</span>
              {choice.hint === undefined ? null : (
                <span className="block text-pretty text-ink-soft text-sm">{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
