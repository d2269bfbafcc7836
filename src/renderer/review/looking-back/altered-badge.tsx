import { ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { alteredText, evidenceLines } from '../../../shared/messages/evidence.ts';
import { useFormat, useLanguage, useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Badge } from '../../ui/index.ts';

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
