/** The list of watches, and notices of their changes. */
import { useEffect, useState } from 'react';
import { useMinute } from '../../renderer/cards/records.tsx';
import { useLanguage, useT } from '../../renderer/i18n.ts';
import { canNotify, looksElsewhere, systemNotice } from '../../renderer/shared/system-notice.ts';
import { visibleText } from '../../renderer/shared/words.tsx';
import { useActions, useSettings } from '../../renderer/store/index.ts';
import { Button, notify } from '../../renderer/ui/index.ts';
import { textIn } from '../../shared/cards/card.ts';
import { watchNews, watchState } from '../../shared/messages/describe-event.ts';
import type { ListedWatch } from './contract.ts';

/** Undefined until it is known. */
function useWatches(): readonly ListedWatch[] | undefined {
  const { watches } = useActions();
  const [list, setList] = useState<readonly ListedWatch[]>();
  useEffect(() => {
    const stop = new AbortController();
    watches.follow(setList, stop.signal);
    return () => stop.abort();
  }, [watches]);
  return list;
}

export function WatchList() {
  const t = useT();
  const language = useLanguage();
  const { watches, select } = useActions();
  const list = useWatches();
  if (list === undefined) return null;
  return (
    <section aria-label={t('watches.title')} className="space-y-3">
      <h3 className="font-medium text-ink-soft">{t('watches.title')}</h3>
      {list.length === 0 ? <p className="text-ink-soft text-sm">{t('watches.empty')}</p> : null}
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface empty:hidden">
        {list.map((watch) => (
          <li key={watch.id} className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 py-3">
            <div className="min-w-0 flex-1 basis-80 [overflow-wrap:anywhere]">
              <p className="font-medium">
                {visibleText(watch.ended ? watchNews(language, watch) : textIn(watch.title, language))}
              </p>
              <p className="text-ink-soft text-sm tabular-nums">
                {visibleText(watchState(language, watch, watch.nextAt))}
              </p>
            </div>
            <Button size="sm" onClick={() => void watches.remove(watch.id)}>
              {t(watch.ended ? 'watches.remove' : 'watches.stop')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => select(watch.sessionId)}>
              {t('watches.open')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each change once, in whatever window is looked at; of several at once the last. */
export function WatchNotices() {
  const t = useT();
  const language = useLanguage();
  const list = useWatches();
  const now = useMinute();
  const { claimReminders, openAt } = useActions();
  const inSystem = useSettings().notify && canNotify();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a minute later the person may look here again.
  useEffect(() => {
    if (!inSystem && looksElsewhere()) return;
    const due = (list ?? []).flatMap((watch) => {
      const change = watch.changes.at(-1);
      return change === undefined ? [] : [{ watch, change, tag: `watch ${watch.id} ${change.seq}` }];
    });
    if (due.length === 0) return;
    void claimReminders(due.map(({ tag }) => tag)).then((fresh) => {
      for (const { watch, change, tag } of due.filter((one) => fresh.includes(one.tag))) {
        const body = visibleText(watchNews(language, watch, change));
        const onOpen = () => openAt(watch.sessionId, change.seq);
        const inPage = () => notify.undo(body, t('watches.open'), onOpen);
        if (inSystem && looksElsewhere()) systemNotice({ title: watch.session, body, tag, onOpen, inPage });
        else inPage();
      }
    });
  }, [list, now, inSystem]);
  return null;
}
