import { type ReactNode, useMemo } from 'react';
import { costOfSession } from '../../../shared/cost.ts';
import type { TokenTable } from '../../../shared/events.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { partName } from '../../shared/part-name.ts';
import { useSegmentWords } from '../../shared/use-segment-words.ts';
import { useEvents, useSessionState, useSettings } from '../../store/index.ts';
import { Hint } from './hint.tsx';
import { latestAnswer } from './latest-answer.ts';

/** The provider's figures beside our counts, and the share of the request its cache can reuse. */
export function RequestFacts({ table }: { readonly table: TokenTable }) {
  const t = useT();
  const format = useFormat();
  const { kindOf } = useSegmentWords();
  const events = useEvents();
  const answer = useMemo(() => latestAnswer(events), [events]);
  const sent = useSessionState((state) => state.lastRequest);
  const { corrected } = table;
  const prefix = sent?.prefix;
  const broke = prefix?.broke;
  return (
    <dl className="flex flex-col gap-0.5 text-sm">
      {corrected === undefined ? null : (
        <Fact
          name={t('gauge.corrected')}
          hint={t('gauge.correctedHint', {
            factor: format.factor(corrected.factor),
            count: corrected.answers,
            n: format.number(corrected.answers),
          })}
        >
          {t('gauge.about', { n: format.number(corrected.total) })}
        </Fact>
      )}
      {answer === undefined ? null : (
        <Fact name={t('gauge.reported')} hint={t('gauge.reportedHint')}>
          {t('gauge.reportedRow', {
            prompt: format.number(answer.usage.promptTokens),
            completion: format.number(answer.usage.completionTokens),
          })}
        </Fact>
      )}
      {answer?.usage.cachedPromptTokens === undefined ? null : (
        <Fact name={t('gauge.cached')} hint={t('gauge.cachedHint')}>
          {t('gauge.keptRow', {
            n: format.number(answer.usage.cachedPromptTokens),
            share: format.percent(answer.usage.cachedPromptTokens / Math.max(1, answer.usage.promptTokens)),
          })}
        </Fact>
      )}
      {answer === undefined || answer.estimated === 0 ? null : (
        <Fact name={t('gauge.ratio')} hint={t('gauge.ratioHint')}>
          {t('gauge.times', { factor: format.factor(answer.usage.promptTokens / answer.estimated) })}
        </Fact>
      )}
      <SessionCost />
      {prefix === undefined || sent === undefined ? null : (
        <Fact
          name={t('gauge.kept')}
          hint={
            broke === undefined
              ? t('gauge.keptWhole')
              : t(broke.seq === undefined ? 'gauge.keptBroke' : 'gauge.keptBrokeAt', {
                  part: kindOf(broke.kind),
                  label: partName(t, broke, '').name,
                  seq: broke.seq ?? 0,
                })
          }
        >
          {t('gauge.keptRow', {
            n: format.number(prefix.tokens),
            share: format.percent(prefix.tokens / Math.max(1, sent.tokens.total)),
          })}
        </Fact>
      )}
    </dl>
  );
}

/** Costs at list prices, over all answers of the conversation. Renders nothing if nothing was paid. */
function SessionCost() {
  const t = useT();
  const format = useFormat();
  const usage = useSessionState((state) => state.usage);
  const { prices, knownPrices } = useSettings();
  const { amount, unpriced } = costOfSession(usage, { own: prices, known: knownPrices });
  if (amount === 0 && unpriced.length === 0) return null;
  return (
    <Fact
      name={t('gauge.cost')}
      hint={unpriced.length === 0 ? t('gauge.costHint') : t('gauge.costWithout', { models: format.list(unpriced) })}
    >
      {amount === 0 ? t('gauge.noPrice') : format.dollars(amount)}
    </Fact>
  );
}

function Fact({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt>
        <Hint words={hint}>
          <span className="text-ink-soft">{name}</span>
        </Hint>
      </dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
