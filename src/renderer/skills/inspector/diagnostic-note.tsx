import type { ReactNode } from 'react';
import type { Diagnostic } from '../../../shared/events.ts';
import { useT } from '../../i18n/index.ts';
import { useFindingWords } from '../../shared/use-finding-words.ts';
import { Banner } from '../../ui/index.ts';

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
