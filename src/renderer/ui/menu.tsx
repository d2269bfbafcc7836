import { Menu as Base } from '@base-ui/react/menu';
import { Popover as Panel } from '@base-ui/react/popover';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.tsx';

const ITEM =
  'flex cursor-default select-none items-center gap-2 rounded-control px-2 py-1.5 text-base outline-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';

/** A button that opens a list of commands. `trigger` is one button element. */
export function Menu({
  trigger,
  align = 'start',
  children,
}: {
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-panel border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  label,
  icon,
  danger = false,
  disabled = false,
  hint,
  onSelect,
}: {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** At the end of the line, for example a figure. */
  readonly hint?: ReactNode;
  readonly onSelect: () => void;
}) {
  return (
    <Base.Item className={cn(ITEM, danger && 'text-danger')} disabled={disabled} onClick={onSelect}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint === undefined ? null : <span className="shrink-0 pl-3 text-ink-soft text-sm tabular-nums">{hint}</span>}
    </Base.Item>
  );
}

export interface MenuChoice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

/** One of several, the chosen one ticked. */
export function MenuRadioGroup<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly MenuChoice<T>[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-soft text-sm">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
        {choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
            <span className="flex size-4 items-center justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden />
              </Base.RadioItemIndicator>
            </span>
            <span className="min-w-0 flex-1">{choice.label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export const MenuSeparator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />;

/** A small panel beside its trigger. `title` names it for screen readers and is shown. */
export function Popover({
  trigger,
  title,
  align = 'center',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  children,
}: {
  readonly trigger: ReactElement;
  readonly title?: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Panel.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Panel.Trigger render={trigger} />
      <Panel.Portal>
        <Panel.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Panel.Popup
            className={cn(
              'max-h-(--available-height) w-72 overflow-y-auto rounded-panel border border-line bg-raised p-3 text-base text-ink shadow-float outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            {title === undefined ? null : <Panel.Title className="mb-1 font-semibold text-base">{title}</Panel.Title>}
            {children}
          </Panel.Popup>
        </Panel.Positioner>
      </Panel.Portal>
    </Panel.Root>
  );
}
