import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { Banner } from '../../ui/index.ts';

/** Above this many, only the number is shown. */
const MOST_SHOWN = 3;

/** Errors in the settings files until fixed: the core reads them again at every change. */
export function ConfigBanner() {
  const t = useT();
  const faults = useApp((data) => data.environments?.diagnostics);
  const more = (faults?.length ?? 0) - MOST_SHOWN;
  return (
    <div role="status">
      {faults === undefined || faults.length === 0 ? null : (
        <Banner tone="warning" className="rounded-none border-line border-b" title={t('app.config.title')}>
          <ul className="font-mono text-sm" lang="en">
            {faults.slice(0, MOST_SHOWN).map(({ file, line = 1, column = 1, message }) => (
              <li key={`${file}:${line}:${column}:${message}`} className="[overflow-wrap:anywhere]">
                {`${file}:${line}:${column}: ${message}`}
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="text-sm">{t('app.config.more', { count: more })}</p> : null}
          <p className="text-ink-soft text-sm">{t('app.config.help')}</p>
        </Banner>
      )}
    </div>
  );
}
