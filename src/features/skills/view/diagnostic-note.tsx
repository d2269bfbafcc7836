import type { ReactNode } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useFindingWords } from '../../../renderer/shared/words.ts';
import { Banner } from '../../../renderer/ui/index.ts';
import type { Diagnostic } from '../../../shared/events.ts';

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
