import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const TONES = {
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
  const { className: toneClass, icon: Icon, iconClass } = TONES[tone];
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
