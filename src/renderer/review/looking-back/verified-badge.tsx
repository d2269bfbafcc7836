import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { alteredText, evidenceLines, verdictOf } from '../../../shared/messages/evidence.ts';
import { useFormat, useLanguage, useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { Badge, Spinner } from '../../ui/index.ts';

const ICONS = { success: ShieldCheck, danger: ShieldAlert, neutral: ShieldQuestion } as const;

/** Verification result of the open session's requests. Renders nothing if not requested. */
export function VerifiedBadge() {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const verified = useApp((data) => data.verified);
  if (verified === undefined) return null;
  if (verified.result === 'running') {
    return (
      <Badge>
        <Spinner decorative className="size-3" />
        {t('review.verified.running')}
      </Badge>
    );
  }
  if (verified.result.requests === 0 && alteredText(t, format, verified.result) === undefined) return null;
  const { tone, text } = verdictOf(t, format, verified.result);
  const Icon = ICONS[tone];
  return (
    <span
      title={[t('review.verified.hint'), ...evidenceLines(language, verified.result)].join(' ')}
      className="min-w-0"
    >
      <Badge tone={tone} className="max-w-full">
        <Icon aria-hidden />
        <span className="truncate">{text}</span>
      </Badge>
    </span>
  );
}
