import { useT } from '../i18n.ts';
import { VisibleText } from '../shared/words.tsx';
import { Banner } from '../ui/index.ts';

/** Says which records a list lacks because they cannot be read, and what to do. */
export function UnreadableRecords({ files }: { readonly files: readonly string[] }) {
  const t = useT();
  if (files.length === 0) return null;
  return (
    <Banner tone="warning" title={t('bookings.unreadable', { count: files.length })}>
      <p className="text-pretty text-ink-soft text-sm">{t('bookings.unreadableHint')}</p>
      <ul className="mt-1.5 space-y-0.5 font-mono text-sm [overflow-wrap:anywhere]">
        {files.map((file) => (
          <li key={file}>
            <VisibleText text={file} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
