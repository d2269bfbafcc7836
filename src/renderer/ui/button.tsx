import { Button as BaseButton } from '@base-ui/react/button';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn, useUiWords } from './cn.tsx';

export function Kbd({ keys, inverted = false }: { readonly keys: readonly string[]; readonly inverted?: boolean }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className={cn(
            'inline-flex h-5 min-w-5 items-center justify-center rounded border px-1 font-sans text-xs',
            inverted ? 'border-on-tooltip/30 text-on-tooltip/80' : 'border-line bg-sunken text-ink-soft',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** `Mod` becomes the platform's own: ⌘ on a Mac, else Ctrl. */
export function platformKeys(keys: readonly string[], platform: string = navigator.platform): readonly string[] {
  const mac = /^mac|^iP|darwin/i.test(platform);
  return keys.map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    if (key === 'Shift' && mac) return '⇧';
    return key;
  });
}

export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'aria-label'> {
  /** The accessible name, shown as tooltip too. */
  readonly label: string;
  /** Keys shown in the tooltip, such as `['Ctrl', 'B']`. */
  readonly keys?: readonly string[] | undefined;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly variant?: 'ghost' | 'primary' | 'danger';
  readonly side?: Side;
  readonly className?: string | undefined;
  readonly icon?: LucideIcon;
  /** Replaces `icon` where that has another colour. */
  readonly children?: ReactNode;
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
  icon: Icon,
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
        {Icon === undefined ? children : <Icon aria-hidden />}
      </BaseButton>
    </Tooltip>
  );
}

/** A quiet ring. With `decorative`, words beside it already say that something is going on. */
export function Spinner({
  className,
  decorative = false,
}: {
  readonly className?: string;
  readonly decorative?: boolean;
}) {
  const { loading } = useUiWords();
  return (
    <span
      className={cn(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current',
        className,
      )}
      {...(decorative ? { 'aria-hidden': true } : { role: 'status', 'aria-label': loading })}
    />
  );
}

/** A ring, then the words for what is awaited. */
export const Waiting = ({ className, children }: { readonly className?: string; readonly children: ReactNode }) => (
  <p className={cn('flex items-center gap-2 text-ink-soft', className)}>
    <Spinner decorative className="size-3.5" />
    {children}
  </p>
);

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

const BUTTON_VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
};

const BUTTON_SIZES: Readonly<Record<ButtonSize, string>> = {
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
  /** Before the words. */
  readonly icon?: LucideIcon;
}

function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cn(
    'inline-flex shrink-0 cursor-default select-none items-center justify-center whitespace-nowrap rounded-control font-medium',
    'transition-colors duration-fast disabled:opacity-50 data-disabled:opacity-50 aria-disabled:opacity-50',
    BUTTON_VARIANTS[variant],
    BUTTON_SIZES[size],
    className,
  );
}

export function Button({
  variant,
  size,
  className,
  busy = false,
  disabled,
  icon: Icon,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      className={buttonClass(variant, size, className)}
      disabled={busy || disabled === true}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner decorative className="size-3.5" /> : null}
      {Icon === undefined ? null : <Icon className={size === 'sm' ? 'size-3.5' : 'size-4'} aria-hidden />}
      {children}
    </BaseButton>
  );
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

/** One per app: after the first tooltip its neighbours show at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={500} closeDelay={0}>
      {children}
    </Base.Provider>
  );
}

/** Words on hover and focus. Never the only place where something is said. */
export function Tooltip({
  content,
  side = 'bottom',
  children,
}: {
  readonly content: ReactNode;
  readonly side?: Side;
  readonly children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-control bg-tooltip px-2 py-1 text-sm text-on-tooltip shadow-float transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
