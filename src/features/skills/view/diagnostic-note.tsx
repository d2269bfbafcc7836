import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
import { Banner } from '../../../renderer/ui/index.ts';
import type { Diagnostic } from '../../../shared/events.ts';

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

/** A problem in a skill's file: what, where, and what to do. */
export function DiagnosticNote({
  diagnostic,
  title,
  action,
}: {
  readonly diagnostic: Diagnostic;
  readonly title?: string;
  readonly action?: ReactNode;
}) {
  const t = useT();
  const { severity, file, line } = diagnostic;
  const { what, fix, language } = useFindingWords()(diagnostic);
  return (
    <Banner
      tone={severity === 'error' ? 'danger' : severity === 'warning' ? 'warning' : 'info'}
      className="text-sm"
      action={action}
      {...(title === undefined ? {} : { title })}
    >
      <p lang={language}>{what}</p>
      {fix === undefined ? null : (
        <p className="mt-1">
          <span className="font-medium">{t('skills.remedy')}</span> <span lang={language}>{fix}</span>
        </p>
      )}
      <p className="mt-1 break-all font-mono text-ink-soft text-xs">
        {line === undefined ? file : t('skills.line', { file, line })}
      </p>
    </Banner>
  );
}
