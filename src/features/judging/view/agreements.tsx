import { useMemo } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { type JudgedReview, useActions } from '../../../renderer/store/index.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { type Agreement, agreementOf } from '../agreement.ts';

/** Agreement of each two reviewers on what both judged. */
export function Agreements({ reviews }: { readonly reviews: readonly JudgedReview[] }) {
  const t = useT();
  const pairs = useMemo(() => {
    const names = [...new Set(reviews.map(({ reviewer }) => reviewer))].sort();
    return names
      .flatMap((a, index) => names.slice(index + 1).map((b) => agreementOf(reviews, a, b)))
      .filter(({ n, criteria }) => n > 0 || criteria.length > 0);
  }, [reviews]);
  const titles = useMemo(() => new Map(reviews.map(({ session, title }) => [session, title])), [reviews]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-4">
      {pairs.length === 0 ? <p className="text-ink-soft">{t('judging.agreement.none')}</p> : null}
      {pairs.map((pair) => (
        <Pair key={JSON.stringify([pair.a, pair.b])} {...pair} titles={titles} />
      ))}
    </div>
  );
}

function Pair({
  a,
  b,
  n,
  same,
  percent,
  kappa,
  tooFew,
  differing,
  criteria,
  titles,
}: Agreement & { readonly titles: ReadonlyMap<string, string> }) {
  const { t, format } = useText();
  const { select } = useActions();
  const name = t('judging.agreement.pair', { a, b });
  return (
    <section aria-label={name} className="flex flex-col gap-1">
      <h3 className="font-semibold">{name}</h3>
      {n === 0 ? null : (
        <>
          <p className="tabular-nums">
            {t('judging.agreement.same', {
              same: format.number(same),
              n: format.number(n),
              percent: format.percent(percent ?? 0),
            })}
          </p>
          <p className="tabular-nums">
            {kappa === null
              ? t('judging.agreement.noKappa')
              : t('judging.agreement.kappa', { kappa: kappa.toFixed(2) })}
          </p>
          {tooFew ? (
            <p className="text-ink-soft text-sm">{t('judging.agreement.tooFew', { n: format.number(n) })}</p>
          ) : null}
        </>
      )}
      {criteria.map(({ rubric, version, criterion, n: scored, same: alike, distance }) => (
        <p key={JSON.stringify([rubric, version, criterion])} className="text-sm tabular-nums">
          {t('judging.agreement.criterion', {
            criterion,
            same: format.number(alike),
            n: format.number(scored),
            distance: distance.toFixed(1),
          })}
        </p>
      ))}
      {differing.length === 0 ? null : (
        <>
          <h4 className="mt-2 font-medium text-sm">{t('judging.agreement.differing')}</h4>
          <ul className="flex flex-col">
            {differing.map(({ session, ...verdicts }) => (
              <li key={session} className="flex flex-wrap items-center gap-x-3 py-0.5 text-sm">
                <button
                  type="button"
                  onClick={() => select(session)}
                  className="cursor-default rounded text-accent-ink underline-offset-2 hover:underline"
                >
                  <bdi>{shownText(titles.get(session) ?? '') || t('common.untitled')}</bdi>
                </button>
                {[
                  { name: a, verdict: verdicts.a },
                  { name: b, verdict: verdicts.b },
                ].map((one) => (
                  <span key={one.name} className="text-ink-soft">
                    {t('judging.agreement.gave', { name: one.name, verdict: t(`library.verdict.${one.verdict}`) })}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
