import { useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, unlessGone } from '../../../renderer/shared/failures.tsx';
import { type Failure, useActions } from '../../../renderer/store/index.ts';
import { Badge, cn, Waiting } from '../../../renderer/ui/index.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBench } from '../../../renderer/workbench/use-workbench.ts';
import { isDirty } from '../../../renderer/workbench/workbench-state.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';

/** Previews are of what is saved. */
function UnsavedNote() {
  const t = useT();
  const dirty = useBench((state) => Object.values(state.buffers).some(isDirty));
  return dirty ? <p className="text-sm text-warning">{t('author.asSaved')}</p> : null;
}

/** Cost of each phase in every dialect and placement. */
export function CostsPanel({ skill }: { readonly skill: string }) {
  const t = useT();
  const { author } = useActions();
  const saves = useBench((state) => state.saves);
  /** Asked again after each save. */
  const question = useMemo(() => ({ skill, saves }), [skill, saves]);
  const [preview, setPreview] = useState<SkillPreview>();
  const [failure, setFailure] = useState<Failure>();

  useEffect(
    () =>
      unlessGone(author.preview(question.skill, {}), (outcome) => {
        setFailure(outcome.ok ? undefined : outcome.failure);
        if (outcome.ok) setPreview(outcome.value);
      }),
    [author, question],
  );

  return (
    <div className="flex flex-col gap-2 p-4">
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <UnsavedNote />
      {preview === undefined && failure === undefined ? (
        <Waiting className="text-sm">{t('author.costs.counting')}</Waiting>
      ) : null}
      {preview === undefined ? null : <Costs preview={preview} />}
    </div>
  );
}

const HEAD = ['catalog', 'instructions', 'references', 'tools'] as const;

function Costs({ preview: { dialects, encoding, model } }: { readonly preview: SkillPreview }) {
  const { t, format } = useText();
  return (
    <>
      <FigureTable
        caption={t('author.costs.title')}
        columns={[
          { name: t('author.costs.dialect') },
          ...HEAD.map((column) => ({
            name: t(`author.costs.${column}`),
            hint: t(`author.costs.hints.${column}`),
            align: 'right' as const,
          })),
        ]}
        rows={dialects.map(({ dialect, placement, phases, refused }) => ({
          key: `${dialect} ${placement}`,
          name: (
            <span className="whitespace-nowrap">
              <span className="font-mono text-sm">{dialect}</span>{' '}
              <span className="text-ink-soft text-sm">{t(`author.costs.placements.${placement}`)}</span>{' '}
              {refused === undefined ? null : <Badge tone="danger">{t('author.costs.refused')}</Badge>}
            </span>
          ),
          cells: [
            phases.catalog,
            phases.instructions,
            phases.references.reduce((sum, { tokens }) => sum + tokens, 0),
            phases.tools,
          ].map((figure) => format.number(figure)),
        }))}
      />
      <p className="text-ink-soft text-sm">{t('author.costs.hint', { model, encoding })}</p>
    </>
  );
}

/** Tokens of the skill in each phase, section by section, updated while typing. */
export function TokensPanel({ onGo }: { readonly onGo: (to: Goto) => void }) {
  const { t, format } = useText();
  const check = useBench((state) => state.check);
  if (check === undefined) return <Waiting className="p-4 text-sm">{t('author.tokens.counting')}</Waiting>;
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
