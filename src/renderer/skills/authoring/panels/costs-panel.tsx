import { useEffect, useMemo, useState } from 'react';
import type { SkillPreview } from '../../../../shared/context-views.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Badge, Spinner, Tooltip } from '../../../ui/index.ts';
import { useBench } from '../use-workbench.ts';
import { UnsavedNote } from './ranking-panel.tsx';

/** Cost of each phase in every dialect and placement, and of a whole sample conversation. */
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
        <p className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner decorative className="size-3.5" />
          {t('author.costs.counting')}
        </p>
      ) : null}
      {preview === undefined ? null : <Costs preview={preview} />}
    </div>
  );
}

const HEAD = ['catalog', 'instructions', 'references', 'tools', 'sample', 'largest'] as const;

function Costs({ preview: { dialects, encoding, model } }: { readonly preview: SkillPreview }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full min-w-xl border-collapse text-base">
          <caption className="sr-only">{t('author.costs.title')}</caption>
          <thead>
            <tr className="text-ink-soft text-sm">
              <th scope="col" className="pb-1 text-left font-normal">
                {t('author.costs.dialect')}
              </th>
              {HEAD.map((column) => (
                <th key={column} scope="col" className="pb-1 pl-3 text-right font-normal">
                  <Tooltip content={t(`author.costs.hints.${column}`)}>
                    <span>{t(`author.costs.${column}`)}</span>
                  </Tooltip>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dialects.map(({ dialect, placement, phases, refused, sample }) => {
              const references = phases.references.reduce((sum, { tokens }) => sum + tokens, 0);
              const figures = [
                phases.catalog,
                phases.instructions,
                references,
                phases.tools,
                sample.tokens,
                sample.largest,
              ];
              return (
                <tr key={`${dialect} ${placement}`} className="border-line border-t">
                  <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
                    <span className="font-mono text-sm">{dialect}</span>{' '}
                    <span className="text-ink-soft text-sm">{t(`author.costs.placements.${placement}`)}</span>{' '}
                    {refused === undefined ? null : <Badge tone="danger">{t('author.costs.refused')}</Badge>}
                  </th>
                  {figures.map((figure, index) => (
                    <td key={HEAD[index]} className="py-1.5 pl-3 text-right tabular-nums">
                      {format.number(figure)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="text-ink-soft text-sm">{t('author.costs.hint', { model, encoding })}</p>
    </>
  );
}
