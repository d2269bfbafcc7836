import { useEffect } from 'react';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, useApp } from '../store/index.ts';
import { Button, notify } from '../ui/index.ts';

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textOf).join(' ')
      : String(value);

/** Remembered answers of forms, and one press that forgets them. */
export function SavedSettings() {
  const t = useT();
  const format = useFormat();
  const { profile } = useActions();
  const known = useApp((data) => data.profile);
  useEffect(() => void profile.load(), [profile]);
  if (known === undefined) return null;
  const saved = Object.values(known.saved).flat().map(textOf);
  const preferred = Object.values(known.preferences).flatMap((answers) => Object.values(answers).map(textOf));
  const rows = [
    ...(saved.length === 0 ? [] : [[t('settings.saved.people'), format.list(saved)] as const]),
    ...(preferred.length === 0 ? [] : [[t('settings.saved.preferences'), format.list(preferred)] as const]),
    ...(known.recent.length === 0 ? [] : [[t('common.recentSearches'), format.number(known.recent.length)] as const]),
  ];
  return (
    <section aria-labelledby="saved-title" className="flex flex-col gap-2 border-line border-t pt-3">
      <div>
        <h3 id="saved-title" className="font-medium text-base">
          {t('settings.saved.title')}
        </h3>
        <p className="text-pretty text-ink-soft text-sm">{t('settings.saved.hint')}</p>
      </div>
      {rows.length === 0 ? (
        <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
          {t('settings.saved.empty')}
        </p>
      ) : (
        <>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            {rows.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          <Button
            className="self-start"
            onClick={async () => {
              if (await profile.clear()) notify.done(t('settings.saved.cleared'));
            }}
          >
            {t('settings.saved.clear')}
          </Button>
        </>
      )}
    </section>
  );
}
