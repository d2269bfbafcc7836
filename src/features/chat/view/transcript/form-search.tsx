import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useLanguage, useT } from '../../../../renderer/i18n.ts';
import { cn } from '../../../../renderer/ui/index.ts';
import { rankOption } from '../../../../shared/forms/form-check.ts';
import type { FormOption } from '../../../../shared/forms/forms.ts';
import { CONTROL, type FieldProps } from './form-state.tsx';

/** Shown at a time: more are found by typing on. */
const SHOWN = 50;

const nameOf = ({ label, code }: FormOption): string => (code === undefined ? label : `${label} (${code})`);

/** One of many, found by its name in either language, its code, or another word for it. */
export function FormSearch({ field, value, onChange, onLeave, fault, id, describedBy, disabled }: FieldProps<string>) {
  const t = useT();
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  const input = useRef<HTMLInputElement>(null);
  // The library adds a button for screen readers at each end of the popup, with an English name only.
  const nameEnds = (popup: HTMLDivElement | null) => {
    for (const end of [input.current?.previousElementSibling, popup?.nextElementSibling]) {
      if (end?.getAttribute('role') === 'button') end.setAttribute('aria-label', t('common.close'));
    }
  };
  const { options = [], label } = field;
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value]);
  return (
    <Combobox.Root<FormOption>
      items={options}
      value={chosen}
      onValueChange={(next) => onChange(next?.value)}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one, other) => one.value === other.value}
      filter={(option, query) =>
        query === '' || (chosen !== null && query === nameOf(chosen)) || rankOption(option, query) > 0
      }
      limit={SHOWN}
      autoHighlight
      disabled={disabled}
    >
      <div className="relative">
        <Combobox.Input
          ref={input}
          id={id}
          aria-invalid={fault !== undefined}
          aria-required={field.required}
          aria-describedby={describedBy}
          placeholder={field.example ?? t('forms.search')}
          onBlur={onLeave}
          autoComplete="off"
          className={cn(CONTROL, 'pr-14')}
        />
        <span className="absolute inset-y-0 right-1.5 flex items-center gap-0.5">
          {chosen === null ? null : (
            <Combobox.Clear
              aria-label={t('forms.clear', { label })}
              className="flex size-6 items-center justify-center rounded text-ink-soft hover:bg-hover"
            >
              <X aria-hidden className="size-3.5" />
            </Combobox.Clear>
          )}
          <Combobox.Trigger
            tabIndex={-1}
            aria-label={t('forms.showOptions', { label })}
            className="flex size-6 items-center justify-center rounded text-ink-faint hover:bg-hover"
          >
            <ChevronsUpDown aria-hidden className="size-3.5" />
          </Combobox.Trigger>
        </span>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Combobox.Popup
            ref={nameEnds}
            className="max-h-[min(18rem,var(--available-height))] w-(--anchor-width) min-w-60 overflow-y-auto rounded-panel border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Combobox.Empty className="px-2 py-1.5 text-ink-soft text-sm empty:hidden">
              {t('forms.noMatch')}
            </Combobox.Empty>
            <Combobox.List>
              {(option: FormOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex cursor-default select-none items-center gap-2 rounded-control px-2 py-1.5 text-base outline-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">
                    {option.label}{' '}
                    {option.also === undefined ? null : (
                      <span lang={other} className="ml-0.5 text-ink-soft text-sm">
                        {option.also}
                      </span>
                    )}
                  </span>
                  {option.code === undefined ? null : (
                    <span className="font-mono text-ink-soft text-sm">{option.code}</span>
                  )}
                  <span className="flex size-4 shrink-0 items-center justify-center">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </Combobox.ItemIndicator>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
