import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { useFormat, useLanguage, useT } from '../../../../renderer/i18n/index.ts';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Badge, Spinner } from '../../../../renderer/ui/index.ts';
import { alteredText, evidenceLines, verdictOf } from '../../../../shared/messages/evidence.ts';

/** Checks the record of the session that is opened, and says if it was altered. */
export function AlteredBadge() {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { checkRecord } = useActions();
  const session = useApp((data) => data.selected);
  const record = useApp((data) => data.record);
  useEffect(() => {
    if (session !== undefined) void checkRecord();
  }, [session, checkRecord]);
  if (record === undefined || record.session !== session) return null;
  const text = alteredText(t, format, record);
  if (text === undefined) return null;
  return (
    <span title={evidenceLines(language, record).join(' ')}>
      <Badge tone="danger">
        <ShieldAlert aria-hidden />
        {text}
      </Badge>
    </span>
  );
}

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
