import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.tsx';

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

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const BANNER_TONES = {
  info: { className: 'bg-sunken text-ink', icon: Info, iconClass: 'text-ink-soft' },
  success: { className: 'bg-success-soft text-ink', icon: CircleCheck, iconClass: 'text-success' },
  warning: { className: 'bg-warning-soft text-ink', icon: TriangleAlert, iconClass: 'text-warning' },
  danger: { className: 'bg-danger-soft text-ink', icon: CircleAlert, iconClass: 'text-danger' },
} as const;

/** A sentence that stays until it is dealt with. `live` has it read out when it appears. */
export function Banner({
  tone = 'info',
  title,
  action,
  live = false,
  className,
  children,
}: {
  readonly tone?: BannerTone;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly live?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const { className: toneClass, icon: Icon, iconClass } = BANNER_TONES[tone];
  return (
    <div
      className={cn('flex items-start gap-2.5 rounded-panel px-3 py-2.5 text-base', toneClass, className)}
      {...(live ? { role: tone === 'danger' ? 'alert' : 'status' } : {})}
    >
      <Icon className={cn('mt-0.5 size-4 shrink-0', iconClass)} aria-hidden />
      <div className="min-w-0 flex-1 break-words">
        {title === undefined ? null : <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

/** Placeholder for an empty view: its purpose and the next step. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  className,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-6 py-10 text-center', className)}>
      {icon === undefined ? null : (
        <div className="mb-2 text-ink-faint [&_svg]:size-6" aria-hidden>
          {icon}
        </div>
      )}
      <p className="font-medium text-base text-ink">{title}</p>
      {description === undefined ? null : <p className="max-w-72 text-pretty text-ink-soft text-sm">{description}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}

/** Heard, not seen. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className="sr-only">{children}</span>
);
