import { cn } from './cn.ts';
import { useUiWords } from './words.tsx';

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
