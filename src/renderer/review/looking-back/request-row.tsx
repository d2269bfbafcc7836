import { Braces, CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { SentRequestView } from '../../../shared/context-views.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';
import { requestVerdict } from './verdict.ts';

/** One request that was sent; where it is not what was sent, with both hashes. */
export function RequestRow({
  request,
  number,
  onGone,
}: {
  readonly request: SentRequestView;
  readonly number: number;
  readonly onGone: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { lookBack, openDialog } = useActions();
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
          openDialog({ name: 'request', at: seq });
        }}
      >
        <Braces aria-hidden />
      </IconButton>
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

function Mark({ verdict }: { readonly verdict: ReturnType<typeof requestVerdict> }) {
  const t = useT();
  const common = { role: 'img', className: 'size-4 shrink-0' } as const;
  if (verdict === undefined) return <span className="size-4 shrink-0" />;
  if (verdict === 'verified') {
    return (
      <ShieldCheck {...common} aria-label={t('review.verified.asSent')} className="size-4 shrink-0 text-success" />
    );
  }
  if (verdict === 'cannot') {
    return (
      <CircleHelp {...common} aria-label={t('review.verified.cannot')} className="size-4 shrink-0 text-ink-faint" />
    );
  }
  return (
    <ShieldAlert {...common} aria-label={t('review.verified.notAsSent')} className="size-4 shrink-0 text-danger" />
  );
}
