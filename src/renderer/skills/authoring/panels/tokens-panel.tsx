import { useFormat, useT } from '../../../i18n/index.ts';
import { signedTokens } from '../../../shared/signed-tokens.ts';
import { cn } from '../../../ui/index.ts';
import type { Goto } from '../editor/code-editor.tsx';
import { useBench } from '../use-workbench.ts';
import { PanelWaiting } from './panel-waiting.tsx';

/** Tokens of the skill in each phase, section by section, updated while typing. */
export function TokensPanel({ onGo }: { readonly onGo: (to: Goto) => void }) {
  const t = useT();
  const format = useFormat();
  const check = useBench((state) => state.check);
  if (check === undefined) {
    return <PanelWaiting>{t('author.tokens.counting')}</PanelWaiting>;
  }
  const { tokens, sections } = check;
  const share = tokens.instructions / Math.max(1, tokens.budget);
  const over = tokens.instructions > tokens.budget;
  const largest = Math.max(1, ...sections.map((section) => section.tokens));
  return (
    <div className="flex flex-col gap-5 p-4 text-sm">
      <section aria-label={t('author.tokens.loaded')}>
        <p className="flex items-baseline gap-1.5">
          <span className={cn('font-semibold text-xl tabular-nums', over && 'text-danger')}>
            {format.number(tokens.instructions)}
          </span>
          <span className="text-ink-soft">{t('author.tokens.ofBudget', { budget: format.number(tokens.budget) })}</span>
        </p>
        <div aria-hidden className="keep-colors mt-1.5 h-2 overflow-hidden rounded-full bg-part-free">
          <div
            className={cn('h-full', over ? 'bg-danger' : 'bg-part-skill')}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </div>
        <p className="mt-1.5 text-ink-soft">
          {tokens.instructions === 0
            ? t('author.tokens.broken')
            : over
              ? t('author.tokens.over')
              : t('author.tokens.loadedHint', { encoding: tokens.encoding })}
        </p>
        {tokens.saved === undefined || tokens.saved === tokens.instructions ? null : (
          <p className="mt-1.5">
            {t('author.tokens.change', { tokens: signedTokens(format, tokens.instructions - tokens.saved) })}
          </p>
        )}
        {(tokens.moved ?? []).map(({ title, to, tokens: less }) => (
          <p key={`${title} ${to}`} className="mt-1 break-words text-ink-soft">
            {t('author.tokens.moved', {
              title: title === '' ? t('author.tokens.beforeHeadings') : title,
              path: to,
              tokens: signedTokens(format, -less),
            })}
          </p>
        ))}
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-0.5">
          <dt className="text-ink-soft">{t('author.tokens.catalog')}</dt>
          <dd className="text-right tabular-nums">{format.number(tokens.catalog)}</dd>
        </dl>
      </section>
      <section aria-labelledby="author-sections">
        <h4 id="author-sections" className="mb-1 font-medium text-ink-soft text-xs">
          {t('author.tokens.sections')}
        </h4>
        {sections.length === 0 ? <p className="text-ink-soft">{t('author.tokens.noSections')}</p> : null}
        <ul>
          {sections.map((section) => (
            <li key={`${section.line} ${section.title}`}>
              <button
                type="button"
                className="relative flex w-full cursor-default items-baseline gap-2 rounded-control py-1 pr-1 text-left hover:bg-hover"
                style={{ paddingLeft: `${Math.max(0, section.depth - 1) * 0.75 + 0.25}rem` }}
                onClick={() => onGo({ path: section.path, line: section.line, column: 1 })}
              >
                <span className="min-w-0 flex-1 truncate">
                  {section.depth === 0
                    ? t('author.tokens.beforeHeadings')
                    : section.title === ''
                      ? t('author.tokens.untitled')
                      : section.title}
                </span>
                <span className="shrink-0 tabular-nums">{format.number(section.tokens)}</span>
                <span
                  aria-hidden
                  className="keep-colors absolute bottom-0 left-1 h-0.5 rounded-full bg-part-skill/60"
                  style={{ width: `calc((100% - 0.5rem) * ${section.tokens / largest})` }}
                />
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="author-references">
        <h4 id="author-references" className="mb-1 font-medium text-ink-soft text-xs">
          {t('author.tokens.references')}
        </h4>
        {tokens.references.length === 0 ? <p className="text-ink-soft">{t('common.noReferences')}</p> : null}
        <ul>
          {tokens.references.map((reference) => (
            <li key={reference.path}>
              <button
                type="button"
                className="flex w-full cursor-default items-baseline gap-2 rounded-control px-1 py-1 text-left hover:bg-hover"
                onClick={() => onGo({ path: reference.path, line: 1, column: 1 })}
              >
                <span className="min-w-0 flex-1 truncate font-mono text-xs" title={reference.path}>
                  {reference.path}
                </span>
                <span className={cn('shrink-0 tabular-nums', reference.tokens > tokens.budget && 'text-danger')}>
                  {format.number(reference.tokens)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
