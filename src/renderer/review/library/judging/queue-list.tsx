import { X } from 'lucide-react';
import type { Queued } from '../../../../shared/contract/judging.ts';
import { useT } from '../../../i18n/index.ts';
import { cn, IconButton } from '../../../ui/index.ts';
import { VERDICT_MARKS } from './judge-form.tsx';

/** Arrows, j and k move; they are the page's. */
export function QueueList({
  queue,
  current,
  onChoose,
  onRemove,
}: {
  readonly queue: readonly Queued[];
  readonly current: string;
  readonly onChoose: (session: string) => void;
  readonly onRemove: (session: string) => void;
}) {
  const t = useT();
  return (
    <ul aria-label={t('judging.queue')} className="w-56 shrink-0 overflow-y-auto border-line border-r @5xl:w-72">
      {queue.map((one) => {
        const title = one.title === '' ? t('common.untitled') : one.title;
        const mark = one.verdict === undefined ? undefined : VERDICT_MARKS[one.verdict];
        return (
          <li
            key={one.session}
            className={cn('group flex items-start border-line border-b', one.session === current && 'bg-selected')}
          >
            <button
              type="button"
              data-queued={one.session}
              aria-current={one.session === current}
              tabIndex={one.session === current ? 0 : -1}
              onClick={() => onChoose(one.session)}
              className="flex min-w-0 flex-1 cursor-default flex-col gap-0.5 px-3 py-2 text-left"
            >
              <span className="flex items-center gap-1.5">
                {mark === undefined || one.verdict === undefined ? (
                  <span aria-hidden className="size-3.5 shrink-0 rounded-full border border-line-strong" />
                ) : (
                  <mark.icon
                    aria-label={t(`library.verdict.${one.verdict}`)}
                    className={cn('size-3.5 shrink-0', mark.className)}
                  />
                )}
                <span className="min-w-0 truncate font-medium [unicode-bidi:plaintext]">{title}</span>
              </span>
              {one.why === '' ? null : <bdi className="truncate pl-5 text-ink-soft text-sm">{one.why}</bdi>}
            </button>
            <IconButton
              size="sm"
              className="m-1 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
              label={t('judging.dequeue', { title })}
              onClick={() => onRemove(one.session)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
