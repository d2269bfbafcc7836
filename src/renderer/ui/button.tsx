import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-7 gap-1.5 px-2.5 text-sm',
  md: 'h-8 gap-2 px-3 text-base',
  lg: 'h-10 gap-2 px-4 text-md',
};

export interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string | undefined;
  /** Shows a ring and refuses clicks, but keeps the focus. */
  readonly busy?: boolean;
}

function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cn(
    'inline-flex shrink-0 cursor-default select-none items-center justify-center whitespace-nowrap rounded-control font-medium',
    'transition-colors duration-fast disabled:opacity-50 data-disabled:opacity-50 aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export function Button({ variant, size, className, busy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      className={buttonClass(variant, size, className)}
      disabled={busy || disabled === true}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner decorative className="size-3.5" /> : null}
      {children}
    </BaseButton>
  );
}
