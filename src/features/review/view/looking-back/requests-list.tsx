import { Braces, CircleHelp, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLanguage, useT, useText } from '../../../../renderer/i18n.ts';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { useActions, useAllEvents, useApp } from '../../../../renderer/store/index.ts';
import { Badge, Button, cn, IconButton, Popover, Spinner } from '../../../../renderer/ui/index.ts';
import type { SentRequestView } from '../../../../shared/context-views.ts';
import { alteredText, evidenceLines, verdictOf } from '../../../../shared/messages/evidence.ts';
import type { Verification } from '../../../../shared/review.ts';

/** Checks the record of the session that is opened, and says if it was altered. */
export function AlteredBadge() {
  const { t, format, language } = useText();
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

const ICONS = { success: ShieldCheck, danger: ShieldAlert, neutral: ShieldQuestion } as const;

/** Verification result of the open session's requests. Renders nothing if not requested. */
export function VerifiedBadge() {
  const { t, format, language } = useText();
  const verified = useApp((data) => data.verified);
  if (verified === undefined) return null;
  if (verified.result === 'running') {
    return (
      <Badge>
        <Spinner decorative className="size-3" />
        {t('review.verified.running')}
      </Badge>
    );
  }
  if (verified.result.requests === 0 && alteredText(t, format, verified.result) === undefined) return null;
  const { tone, text } = verdictOf(t, format, verified.result);
  const Icon = ICONS[tone];
  return (
    <span
      title={[t('review.verified.hint'), ...evidenceLines(language, verified.result)].join(' ')}
      className="min-w-0"
    >
      <Badge tone={tone} className="max-w-full">
        <Icon aria-hidden />
        <span className="truncate">{text}</span>
      </Badge>
    </span>
  );
}

/** One request that was sent; where it is not what was sent, with both hashes. */
function RequestRow({
  request,
  number,
  onGone,
}: {
  readonly request: SentRequestView;
  readonly number: number;
  readonly onGone: () => void;
}) {
  const { t, format } = useText();
  const { lookBack, map } = useActions();
  const { seq, at, estimated, purpose, answered } = request;
  const result = useApp((data) => data.verified?.result);
  const verdict = requestVerdict(typeof result === 'object' ? result : undefined, seq, purpose === 'summary');
  const n = format.number(number);
  const remarks = [
    ...(purpose === 'summary' ? [t('review.requests.summary')] : []),
    ...(answered ? [] : [t('review.requests.unanswered')]),
  ];
  return (
    <li className="flex flex-wrap items-center gap-1 px-1.5">
      <button
        type="button"
        aria-label={t('review.requests.go', { n })}
        onClick={() => {
          onGone();
          lookBack(seq);
        }}
        className="flex min-w-0 flex-1 cursor-default items-center gap-2 rounded-control px-1.5 py-1 text-left text-sm tabular-nums hover:bg-hover"
      >
        <Mark verdict={verdict} />
        <span className="min-w-0 flex-1 truncate">
          {t('review.requests.row', { n })}
          {remarks.length === 0 ? null : <span className="text-ink-soft"> · {remarks.join(' · ')}</span>}
        </span>
        <span className="shrink-0 text-ink-soft">
          {t('common.tokens', { count: estimated, n: format.number(estimated) })}
        </span>
        <span className="shrink-0 text-ink-soft">{format.clock(at)}</span>
      </button>
      <IconButton
        size="sm"
        side="left"
        label={t('review.requests.open', { n })}
        onClick={() => {
          onGone();
          map.show({ tab: 'request', at: seq });
        }}
        icon={Braces}
      />
      {typeof verdict === 'object' ? (
        <dl className="mb-1 ml-7.5 basis-full text-xs">
          <dt className="text-danger">{t('review.verified.notAsSent')}</dt>
          <dd className="text-ink-soft">
            {t('review.verified.recorded')}: <code className="break-all font-mono">{verdict.recorded}</code>
          </dd>
          <dd className="text-ink-soft">
            {t('review.verified.rebuilt')}: <code className="break-all font-mono">{verdict.rebuilt || '–'}</code>
          </dd>
        </dl>
      ) : null}
    </li>
  );
}

const MARKS = {
  verified: { icon: ShieldCheck, word: 'review.verified.asSent', className: 'text-success' },
  cannot: { icon: CircleHelp, word: 'review.verified.cannot', className: 'text-ink-faint' },
  differs: { icon: ShieldAlert, word: 'review.verified.notAsSent', className: 'text-danger' },
} as const;

function Mark({ verdict }: { readonly verdict: ReturnType<typeof requestVerdict> }) {
  const t = useT();
  if (verdict === undefined) return <span className="size-4 shrink-0" />;
  const { icon: Icon, word, className } = MARKS[typeof verdict === 'object' ? 'differs' : verdict];
  return <Icon role="img" aria-label={t(word)} className={cn('size-4 shrink-0', className)} />;
}

/** Requests up to which all are verified as soon as one looks back, and not once they are listed: below a second on a slow machine. */
const VERIFIED_AT_ONCE = 300;
const SETTLED_MS = 250;

/** Every request that was sent: the way to its moment, its exact text, and whether it is what was sent. */
export function RequestsList() {
  const { t, format } = useText();
  const { verifyRequests } = useActions();
  const count = useAllEvents().filter(({ type }) => type === 'request-sent').length;
  const verified = useApp((data) => data.verified);
  const isForeign = useApp(({ log }) => log?.state.foreign !== undefined) && count === 0;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open && count > VERIFIED_AT_ONCE) return;
    // A log that is read in pieces has come once it is still.
    const timer = setTimeout(() => void verifyRequests(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [open, count, verifyRequests]);
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
          <VerifiedBadge />
        </span>
      }
      trigger={
        <Button size="sm" variant="ghost" className={cn(differs && 'text-danger')}>
          <Braces aria-hidden className="size-4" />
          {isForeign ? t('review.requests.title') : t('review.requests.button', { count, n: format.number(count) })}
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

function Damage() {
  const { t, format } = useText();
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

/** Verdict on one request; undefined while unknown. */
function requestVerdict(result: Verification | undefined, seq: number, isSummary: boolean) {
  if (result === undefined) return undefined;
  const differing = result.differing.find((one) => one.seq === seq);
  if (differing !== undefined) return differing;
  if (result.missing?.some((one) => one.seq === seq) === true) return 'cannot';
  if (result.redacted || result.foreign === true) return 'cannot';
  // Summaries that could not be rebuilt are not named: none is claimed.
  return isSummary && result.notRebuilt > 0 ? 'cannot' : 'verified';
}
