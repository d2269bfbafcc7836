import { useFormat, useT } from '../../../i18n/index.ts';
import { type JudgedReview, useActions } from '../../../store/index.ts';
import { cn } from '../../../ui/index.ts';
import { VERDICT_MARKS } from './judge-form.tsx';

/** Reviews one below the other; each leads to its moment. */
export function Said({
  reviews,
  titled = false,
}: {
  readonly reviews: readonly JudgedReview[];
  /** Names the session of each. */
  readonly titled?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const { openAt, select } = useActions();
  return (
    <ul className="flex flex-col divide-y divide-line">
      {reviews.map((one) => {
        const { session, seq, reviewer, verdict, text, scores = [], at, title } = one;
        const mark = verdict === undefined ? undefined : VERDICT_MARKS[verdict];
        const name = title === '' ? t('sessions.untitled') : title;
        return (
          <li key={`${session} ${seq} ${reviewer}`} className="flex flex-col gap-0.5 py-2">
            <div className="flex flex-wrap items-center gap-x-2 text-sm">
              {verdict === undefined || mark === undefined ? null : (
                <span className={cn('inline-flex items-center gap-1 font-medium', mark.className)}>
                  <mark.icon aria-hidden className="size-3.5" />
                  {t(`library.verdict.${verdict}`)}
                </span>
              )}
              <bdi className="font-medium">{reviewer}</bdi>
              <span className="text-ink-soft tabular-nums">{format.date(at)}</span>
              <button
                type="button"
                onClick={() => (seq === 0 ? select(session) : openAt(session, seq))}
                className="cursor-default rounded text-accent-ink underline-offset-2 hover:underline"
              >
                {titled ? <bdi>{name}</bdi> : null}
                {titled ? ' · ' : null}
                {seq === 0 ? t('judging.whole') : t('judging.event', { n: format.number(seq) })}
              </button>
            </div>
            {scores.length === 0 ? null : (
              <p className="text-ink-soft text-sm tabular-nums">
                {scores.map(({ criterion, score, max }) => `${criterion} ${score}/${max}`).join(' · ')}
              </p>
            )}
            {text === undefined || text === '' ? null : (
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">{text}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
