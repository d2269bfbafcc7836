import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleStop, LoaderCircle, Repeat } from 'lucide-react';
import type { Outcome } from '../../../shared/review.ts';
import { useT } from '../../i18n/index.ts';
import { cn } from '../../ui/index.ts';

const MARKS = {
  completed: { icon: CircleCheck, className: 'text-success' },
  stopped: { icon: CircleStop, className: 'text-ink-soft' },
  error: { icon: CircleAlert, className: 'text-danger' },
  'max-iterations': { icon: Repeat, className: 'text-warning' },
  refused: { icon: Ban, className: 'text-warning' },
  running: { icon: LoaderCircle, className: 'text-accent' },
  none: { icon: CircleDashed, className: 'text-ink-soft' },
} as const satisfies Record<Outcome, unknown>;

/** Outcome of the last run: a shape, a colour and a word. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const t = useT();
  const { icon: Icon, className } = MARKS[outcome];
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className={cn('size-3.5 shrink-0', className)} />
      <span className="truncate">{t(`library.outcome.${outcome}`)}</span>
    </span>
  );
}
