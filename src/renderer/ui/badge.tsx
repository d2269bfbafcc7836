import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A word of state. It says it in words: the colour only helps. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  readonly tone?: Tone;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded px-1.5 font-medium text-xs [&_svg]:size-3',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
