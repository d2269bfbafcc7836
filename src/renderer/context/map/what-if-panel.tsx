import { Check, TriangleAlert, X } from 'lucide-react';
import type { WhatIfResult } from '../../../shared/context-views.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp, useHeld, useSessionState } from '../../store/index.ts';
import { Banner, Button, cn, IconButton, Spinner } from '../../ui/index.ts';
import { useMoney } from './use-money.ts';
import { useWhatIfWords } from './use-what-if-words.ts';

/** The steps that were taken as if, what they would come to, and the choice to take them in earnest. */
export function WhatIfPanel({ className }: { readonly className?: string }) {
  const t = useT();
  const { whatIf } = useActions();
  const { steps, result, reading, failure, applying } = useApp((data) => data.whatIf);
  const held = useHeld();
  const past = useApp((data) => data.moment !== undefined);
  const { stepOf, refusalOf } = useWhatIfWords();
  if (steps.length === 0) return null;
  return (
    <section aria-label={t('map.whatIf.title')} className={cn('flex flex-col gap-2 bg-surface', className)}>
      <header className="flex items-center gap-2">
        <h3 className="font-semibold text-base">{t('map.whatIf.title')}</h3>
        {reading ? <Spinner decorative className="size-3.5" /> : null}
        <span className="ml-auto flex gap-1.5">
          <Button size="sm" onClick={whatIf.leave} disabled={applying}>
            {t('common.discard')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            busy={applying}
            disabled={(held && !applying) || result?.steps.every(({ ok }) => !ok) === true}
            onClick={() => void whatIf.apply()}
          >
            {t('map.whatIf.apply')}
          </Button>
        </span>
      </header>
      <ol className="flex flex-col">
        {steps.map((step, index) => {
          const said = result?.steps[index];
          const words = stepOf(step);
          return (
            <li key={JSON.stringify(step)} className="flex items-start gap-2 text-sm">
              <span className="mt-1.5 shrink-0" aria-hidden>
                {said?.ok === false ? (
                  <TriangleAlert className="size-3.5 text-danger" />
                ) : (
                  <Check className="size-3.5 text-success" />
                )}
              </span>
              <span className="min-w-0 flex-1 py-1">
                <span className="break-words">{words}</span>
                {said?.ok === false ? <span className="block text-danger">{refusalOf(said)}</span> : null}
              </span>
              <IconButton
                size="sm"
                label={t('map.whatIf.undo', { step: words })}
                disabled={applying}
                onClick={() => whatIf.remove(index)}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {failure === undefined ? null : <Banner tone="danger">{t(`errors.${failure.code}`)}</Banner>}
      {result === undefined ? null : <Outcome result={result} />}
      {past ? <p className="text-ink-soft text-sm">{t('map.whatIf.past')}</p> : null}
    </section>
  );
}

/** Result in figures and words: difference, cached share, cost of one request, whether it would be sent. */
function Outcome({ result }: { readonly result: WhatIfResult }) {
  const t = useT();
  const format = useFormat();
  const { signed } = useWhatIfWords();
  const model = useSessionState((state) => state.model);
  const moneyNow = useMoney();
  const moneyThen = useMoney(result.after.model ?? model);
  const { before, after, prefix, compactions = 0 } = result;
  const [was, is] = [before.tokens.total, after.tokens.total];
  const [paid, wouldPay] = [moneyNow(was, 0), moneyThen(is, 0)];
  const again = moneyThen(is, prefix.tokens);
  const isSame = before.sha256 === after.sha256;
  return (
    <div className="flex flex-col gap-1 text-sm" role="status">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-medium">
          {t('map.whatIf.total', { before: format.number(was), after: format.number(is) })}
        </span>
        <span data-delta={is - was} className={cn('font-medium', is > was ? 'text-warning' : 'text-success')}>
          {signed(is - was)}
        </span>
        <span className="text-ink-soft">{t('gauge.used', { share: format.percent(is / after.tokens.max) })}</span>
      </p>
      {isSame ? (
        <p className="text-ink-soft">{t('map.whatIf.same')}</p>
      ) : (
        <p className="text-ink-soft">
          {prefix.broke === undefined
            ? t('map.whatIf.keepsAll', { n: format.number(prefix.tokens) })
            : t('map.whatIf.keeps', {
                n: format.number(prefix.tokens),
                share: format.percent(prefix.tokens / Math.max(1, is)),
                part: t(`gauge.kind.${prefix.broke.kind}`),
              })}
        </p>
      )}
      {paid === undefined || wouldPay === undefined ? null : (
        <p className="text-ink-soft tabular-nums">
          {t('map.whatIf.cost', { before: format.dollars(paid), after: format.dollars(wouldPay) })}
          {again === undefined || again === wouldPay
            ? ''
            : ` ${t('map.whatIf.costCached', { cost: format.dollars(again) })}`}
        </p>
      )}
      {compactions === 0 ? null : (
        <p className="text-warning">
          {t('map.whatIf.compactions', { count: compactions, n: format.number(compactions) })}
        </p>
      )}
      {after.refused === undefined ? null : (
        <Banner tone="danger">
          {t('map.whatIf.refused', { total: format.number(is), max: format.number(after.tokens.max) })}
        </Banner>
      )}
    </div>
  );
}
