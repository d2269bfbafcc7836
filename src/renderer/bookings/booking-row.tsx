import { ChevronRight } from 'lucide-react';
import type { Card } from '../../shared/cards/card.ts';
import type { CardRecordView as Record } from '../../shared/cards/records.ts';
import { CardRecordView, CardStatusBadge } from '../cards/registry.tsx';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Badge, cn } from '../ui/index.ts';

/** Its own status; what was right until its end is past after it. */
function Status({ card, upcoming }: { readonly card: Card; readonly upcoming: boolean }) {
  const t = useT();
  const { status, over } = card.plain();
  if (!upcoming && over !== true) return <Badge tone="neutral">{t('bookings.over')}</Badge>;
  return status === undefined ? null : <CardStatusBadge status={status} />;
}

/** One record, as a way back to the conversation that made it. */
export function BookingRow({
  record,
  card,
  onOpen,
}: {
  readonly record: Record;
  readonly card: Card;
  readonly onOpen: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { openAt } = useActions();
  const { key, sessionId, seq, title, upcoming } = record;
  const { price, over } = card.plain();
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-label={sessionId === undefined ? undefined : t('bookings.openLabel', { reference: key })}
        disabled={sessionId === undefined}
        onClick={() => {
          if (sessionId === undefined || seq === undefined) return;
          openAt(sessionId, seq);
          onOpen();
        }}
        className="flex w-full cursor-default items-center gap-4 px-5 py-3 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <span className={cn('min-w-0 flex-1 space-y-1', over === true && 'text-ink-soft')}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono font-semibold tracking-wider">{key}</span>
            <Status card={card} upcoming={upcoming} />
            {price === undefined ? null : (
              <span className="ml-auto font-medium tabular-nums">{format.money(price)}</span>
            )}
          </span>
          <CardRecordView card={card} />
          {title === undefined ? null : (
            <span className="block truncate text-ink-soft text-sm">
              {t('bookings.inConversation', { title: title === '' ? t('bookings.unnamed') : title })}
            </span>
          )}
        </span>
        {sessionId === undefined ? null : <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />}
      </button>
    </li>
  );
}
