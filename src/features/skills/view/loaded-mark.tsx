import { Check, Circle } from 'lucide-react';
import { useT } from '../../../renderer/i18n/index.ts';

/** ○ or ✓, as the model sees it in its list. */
export function LoadedMark({ loaded }: { readonly loaded: boolean }) {
  const t = useT();
  return loaded ? (
    <span
      role="img"
      aria-label={t('common.loaded')}
      className="flex size-4 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent"
    >
      <Check className="size-3" strokeWidth={3} aria-hidden />
    </span>
  ) : (
    <Circle role="img" aria-label={t('common.notLoaded')} className="size-4 shrink-0 text-ink-faint" />
  );
}
