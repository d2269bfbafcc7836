import type { ReactNode } from 'react';
import type { ContextView } from '../../../shared/contract.ts';
import { useFormat, useT } from '../../i18n/index.ts';

/** The prompt cache of one request: what it asks for, what it can hope for, and what the provider says it got. */
export function CacheFacts({ view, isSent }: { readonly view: ContextView; readonly isSent: boolean }) {
  const t = useT();
  const format = useFormat();
  const { cacheBorders = [], prefix, usage, tokens } = view;
  const share = (part: number, whole: number) =>
    t('gauge.keptRow', { n: format.number(part), share: format.percent(part / Math.max(1, whole)) });
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-1 text-sm">
      <Fact name={t('map.cache.borders')}>
        {cacheBorders.length === 0
          ? t('map.cache.automatic')
          : format.list(
              cacheBorders.map(({ after, tokens: upTo }) =>
                t('map.cache.border', { part: t(`map.cache.after.${after}`), n: format.number(upTo) }),
              ),
            )}
      </Fact>
      {prefix === undefined ? null : (
        <Fact name={t('map.cache.same')}>
          {share(prefix.tokens, tokens.total)} · {t('map.cache.estimated')}
        </Fact>
      )}
      {isSent ? (
        <Fact name={t('map.cache.given')}>
          {usage?.cachedPromptTokens === undefined
            ? t('map.cache.unreported')
            : `${share(usage.cachedPromptTokens, usage.promptTokens)} · ${t('map.cache.reported')}`}
        </Fact>
      ) : null}
      {usage?.cacheWriteTokens === undefined ? null : (
        <Fact name={t('map.cache.written')}>
          {format.number(usage.cacheWriteTokens)} · {t('map.cache.reported')}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
