import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { VisibleText } from '../../../renderer/shared/words.tsx';
import type { PublishedVersion, Tried } from '../../../renderer/store/index.ts';
import { Button, Spinner } from '../../../renderer/ui/index.ts';
import { AlertDialog } from '../../../renderer/ui/on-demand.ts';

/** Versions of the skill in a repository, the newest first, which can be unpublished. */
export function PublishedVersions({
  skill,
  repository,
  versions,
  busy,
  onUnpublish,
  onAgain,
}: {
  readonly skill: string;
  readonly repository: string;
  /** Undefined: being read. */
  readonly versions: Tried<readonly PublishedVersion[]> | undefined;
  readonly busy: boolean;
  readonly onUnpublish: (version: string) => void;
  readonly onAgain: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const [asked, setAsked] = useState<string>();
  return (
    <section aria-labelledby="published-versions" className="flex flex-col gap-1.5">
      <h3 id="published-versions" className="font-medium text-base">
        {t('publishing.versions')}
      </h3>
      {versions === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner decorative />
          {t('publishing.asking', { name: repository })}
        </p>
      ) : !versions.ok ? (
        <>
          <FailureNote failure={versions.failure} />
          <Button size="sm" className="self-start" onClick={onAgain}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : versions.value.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('publishing.noVersions')}</p>
      ) : (
        <ul
          aria-labelledby="published-versions"
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-panel border border-line"
        >
          {versions.value.map(({ version, by, at, notes }, index) => (
            <li key={version} className="flex items-start gap-2 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2 text-base [overflow-wrap:anywhere]">
                  <span className="font-medium">
                    <VisibleText text={version} />
                  </span>
                  <span className="text-ink-soft text-sm">
                    {by === '' ? format.dateTime(at) : t('publishing.by', { by, when: format.dateTime(at) })}
                  </span>
                </p>
                {notes === '' ? null : (
                  <p className="whitespace-pre-wrap text-ink-soft text-sm [overflow-wrap:anywhere]">
                    <VisibleText text={notes} />
                  </p>
                )}
              </div>
              {index > 0 ? null : (
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={t('publishing.unpublishOf', { version })}
                  onClick={() => setAsked(version)}
                >
                  {t('publishing.unpublish')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <AlertDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('publishing.unpublishTitle', { skill, version: asked ?? '' })}
        description={t('publishing.unpublishText', { version: asked ?? '' })}
        confirmLabel={t('publishing.unpublish')}
        cancelLabel={t('common.cancel')}
        danger
        onConfirm={() => {
          if (asked !== undefined) onUnpublish(asked);
        }}
      />
    </section>
  );
}
