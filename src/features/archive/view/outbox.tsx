import { useLanguage, useT } from '../../../renderer/i18n/index.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { VisibleText } from '../../../renderer/shared/visible-text.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Badge, Button } from '../../../renderer/ui/index.ts';
import { detailText } from '../../../shared/messages/detail.ts';
import type { ArchiveStatus } from '../../../shared/review/archive.ts';
import { shownText } from '../../../shared/text/invisible.ts';

/** Sessions waiting to be shared, those that could not be, and rows that are not what they say. */
export function Outbox({ archive: { waiting, failed, refused } }: { readonly archive: ArchiveStatus }) {
  const t = useT();
  const { archive } = useActions();
  const language = useLanguage();
  const reasons = new Map(
    failed.map(({ session, reason, detail }) => [session, detailText(language, detail, reason).text]),
  );
  const waits = new Set(waiting.map(({ session }) => session));
  const items = [...waiting, ...failed.filter(({ session }) => !waits.has(session))];
  const drop = async (session: string) => {
    const done = await archive.drop(session);
    if (!done.ok) notifyFailure(done.failure);
  };
  return (
    <>
      <section aria-labelledby="archive-outbox" className="flex flex-col gap-2">
        <h3 id="archive-outbox" className="font-medium text-base">
          {t('archive.outbox.title')}
        </h3>
        {items.length === 0 ? (
          <p className="text-ink-soft text-sm">{t('archive.outbox.empty')}</p>
        ) : (
          <ul className="divide-y divide-line rounded-panel border border-line">
            {items.map(({ session, title: given }) => {
              const title = given === '' ? t('common.untitled') : shownText(given);
              const reason = reasons.get(session);
              return (
                <li key={session} className="flex items-start gap-2 px-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="flex items-center gap-2">
                      <span className="min-w-0 truncate font-medium">{title}</span>
                      <Badge tone={reason === undefined ? 'warning' : 'danger'}>
                        {t(reason === undefined ? 'archive.outbox.waiting' : 'archive.outbox.failed')}
                      </Badge>
                    </p>
                    <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                      {reason === undefined ? t('archive.outbox.later') : <VisibleText text={reason} />}
                    </p>
                  </div>
                  {waits.has(session) ? (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('archive.outbox.dropOf', { title })}
                      onClick={() => void drop(session)}
                    >
                      {t('archive.outbox.drop')}
                    </Button>
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
      </section>
      {refused.length === 0 ? null : (
        <section aria-labelledby="archive-refused" className="flex flex-col gap-1">
          <h3 id="archive-refused" className="font-medium text-base">
            {t('archive.refused.title')}
          </h3>
          <p className="text-ink-soft text-sm">{t('archive.refused.hint')}</p>
          <ul className="list-disc pl-5 text-sm">
            {refused.map(({ session, by, reason, detail }) => (
              <li key={`${session} ${by} ${reason}`} className="[overflow-wrap:anywhere]">
                <VisibleText
                  text={t('archive.refused.row', {
                    id: session,
                    by,
                    reason: detailText(language, detail, reason).text,
                  })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
