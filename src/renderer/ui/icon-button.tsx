import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Kbd } from './kbd.tsx';
import { type Side, Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'aria-label'> {
  /** The accessible name, shown as tooltip too. */
  readonly label: string;
  /** Keys shown in the tooltip, such as `['Ctrl', 'B']`. */
  readonly keys?: readonly string[] | undefined;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly variant?: 'ghost' | 'primary' | 'danger';
  readonly side?: Side;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const SIZES = { sm: 'size-7 [&_svg]:size-4', md: 'size-8 [&_svg]:size-4', lg: 'size-9 [&_svg]:size-5' } as const;
const VARIANTS = {
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink',
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  danger: 'text-danger hover:bg-danger-soft',
} as const;

export function IconButton({
  label,
  keys,
  size = 'md',
  variant = 'ghost',
  side,
  className,
  children,
  ...rest
}: IconButtonProps) {
  const content =
    keys === undefined ? (
      label
    ) : (
      <span className="flex items-center gap-2">
        {label}
        <Kbd keys={keys} inverted />
      </span>
    );
  return (
    <Tooltip content={content} {...(side === undefined ? {} : { side })}>
      <BaseButton
        aria-label={label}
        className={cn(
          'inline-flex shrink-0 cursor-default items-center justify-center rounded-control transition-colors duration-fast',
          'disabled:opacity-40 data-disabled:opacity-40',
          SIZES[size],
          VARIANTS[variant],
          className,
        )}
        {...rest}
      >
        {children}
      </BaseButton>
    </Tooltip>
  );
}
