import { Braces } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SentRequestView } from '../../../shared/context-views.ts';
import { evidenceLines } from '../../../shared/messages/evidence.ts';
import { useFormat, useLanguage, useT } from '../../i18n/index.ts';
import { unlessGone } from '../../shared/unless-gone.ts';
import { useActions, useAllEvents, useApp } from '../../store/index.ts';
import { Button, cn, Popover, Spinner } from '../../ui/index.ts';
import { RequestRow } from './request-row.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

/** Requests up to which all are verified as soon as one looks back: below a second on a slow machine. */
const VERIFIED_AT_ONCE = 300;

/** Milliseconds without a further event, after which a log that is read in pieces has come. */
const SETTLED_MS = 250;

/** Every request that was sent: the way to its moment, its exact text, and whether it is what was sent. */
export function RequestsList() {
  const t = useT();
  const format = useFormat();
  const { verifyRequests } = useActions();
  const count = useAllEvents().filter(({ type }) => type === 'request-sent').length;
  const verified = useApp((data) => data.verified);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (count > VERIFIED_AT_ONCE) return;
    const timer = setTimeout(() => void verifyRequests(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [count, verifyRequests]);
  const differs = typeof verified?.result === 'object' && verified.result.differing.length > 0;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      align="end"
      className="w-100 p-0"
      title={
        <span className="flex items-center justify-between gap-3 px-3 pt-3">
          {t('review.requests.title')}
          {verified === undefined && count > 0 ? (
            <Button size="sm" onClick={() => void verifyRequests()}>
              {t('review.requests.check')}
            </Button>
          ) : (
            <VerifiedBadge />
          )}
        </span>
      }
      trigger={
        <Button size="sm" variant="ghost" className={cn(differs && 'text-danger')}>
          <Braces aria-hidden className="size-4" />
          {t('review.requests.button', { count, n: format.number(count) })}
        </Button>
      }
    >
      <p className="px-3 pb-2 text-ink-soft text-xs">{t('review.verified.hint')}</p>
      <Coverage />
      <Damage />
      <Rows onGone={() => setOpen(false)} />
    </Popover>
  );
}

/** Coverage of the verification, and its gaps. */
function Coverage() {
  const language = useLanguage();
  const result = useApp((data) => data.verified?.result);
  if (typeof result !== 'object') return null;
  const isWrong = result.chain?.ok === false || result.signature?.ok === false;
  return (
    <ul className={cn('px-3 pb-2 text-xs', isWrong ? 'text-danger' : 'text-ink-soft')}>
      {evidenceLines(language, result).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Damage of the record as a whole. */
function Damage() {
  const t = useT();
  const format = useFormat();
  const result = useApp((data) => data.verified?.result);
  if (typeof result !== 'object' || result.gaps.length + result.damaged.length === 0) return null;
  const ranges = result.gaps.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  return (
    <div className="mx-3 mb-2 rounded-control bg-danger-soft px-2 py-1.5 text-danger text-sm">
      {ranges.length === 0 ? null : <p>{t('review.verified.gaps', { ranges: format.list(ranges) })}</p>}
      {result.damaged.length === 0 ? null : (
        <p>{t('review.verified.broken', { events: format.list(result.damaged.map(String)) })}</p>
      )}
    </div>
  );
}

function Rows({ onGone }: { readonly onGone: () => void }) {
  const t = useT();
  const { listRequests } = useActions();
  const [requests, setRequests] = useState<readonly SentRequestView[] | 'none'>();
  useEffect(() => unlessGone(listRequests(), (found) => setRequests(found ?? 'none')), [listRequests]);
  if (requests === undefined) return <Spinner className="mx-3 mb-3 text-ink-faint" />;
  if (requests === 'none' || requests.length === 0) {
    return <p className="px-3 pb-3 text-ink-soft text-sm">{t('review.requests.none')}</p>;
  }
  return (
    <ol className="max-h-80 overflow-y-auto pb-1.5">
      {requests.map((request, index) => (
        <RequestRow key={request.seq} request={request} number={index + 1} onGone={onGone} />
      ))}
    </ol>
  );
}
