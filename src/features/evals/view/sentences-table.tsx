import { Plus, TextCursorInput, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { Badge, Button, EmptyState, IconButton, Spinner, Waiting } from '../../../renderer/ui/index.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { TableHead } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { TriggerReport } from '../../../shared/evals.ts';
import { detailIn } from '../../../shared/messages/detail.ts';
import {
  Amount,
  readSentences,
  SENTENCES_FILE,
  useRows,
  withoutSentence,
  withSentence,
  withSentenceField,
} from './fields.tsx';

type Tried = TriggerReport['queries'][number];

/** `evals/triggers.json`: sentences that should lead to the skill, or should not, and what the model chose. */
export function SentencesTable({
  skill,
  writable,
  onGo,
}: {
  readonly skill: string;
  readonly writable: boolean;
  readonly onGo: (to: Goto) => void;
}) {
  const { t, language } = useText();
  const { evals } = useActions();
  const { save } = useBenchActions();
  const { triggers, job } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { read, rows, text, isThere, edit, undo } = useRows(SENTENCES_FILE, readSentences);
  const [runs, setRuns] = useState<number | undefined>(3);
  const testing = triggers === 'testing';
  const report = testing ? undefined : triggers;
  const byQuery = new Map(report?.queries.map((one) => [one.query, one]));
  const test = async (wordsOnly: boolean): Promise<void> => {
    if (await save()) await evals.testTriggers({ skill, runs: Math.min(runs ?? 1, 100), wordsOnly });
  };
  const cannotTest = rows.length === 0 || job !== undefined;
  if (read === undefined) return <Spinner className="m-4" />;
  const isBroken = read.kind === 'broken';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        {writable ? (
          <Button
            icon={Plus}
            size="sm"
            disabled={isBroken}
            onClick={() =>
              void edit(withSentence(text, rows, { query: t('evals.cases.example'), should_trigger: true }), 'add')
            }
          >
            {t('evals.sentences.add')}
          </Button>
        ) : null}
        {writable ? (
          <Button icon={Undo2} size="sm" variant="ghost" disabled={undo === undefined} onClick={() => undo?.()}>
            {t('common.undo')}
          </Button>
        ) : null}
        {isThere ? (
          <Button
            icon={TextCursorInput}
            size="sm"
            variant="ghost"
            onClick={() => onGo({ path: SENTENCES_FILE, line: 1, column: 1 })}
          >
            {t('evals.asText')}
          </Button>
        ) : null}
        <span className="ml-auto flex items-end gap-2">
          <Amount
            className="w-28"
            label={t('evals.sentences.runs')}
            error={t('evals.notWhole')}
            value={runs}
            onChange={setRuns}
          />
          {testing ? (
            <Button onClick={() => evals.stop(skill)}>{t('common.stop')}</Button>
          ) : (
            <>
              <Button disabled={cannotTest} onClick={() => void test(true)}>
                {t('evals.sentences.compare')}
              </Button>
              <Button variant="primary" disabled={cannotTest} onClick={() => void test(false)}>
                {t('evals.sentences.test')}
              </Button>
            </>
          )}
        </span>
      </div>
      <div aria-live="polite" className="flex flex-col gap-2">
        {testing ? <Waiting className="text-sm">{t('evals.sentences.testing')}</Waiting> : null}
        {report === undefined ? null : <Figures skill={skill} report={report} />}
      </div>
      {read.kind === 'broken' ? (
        <p className="text-base text-danger">{t('evals.broken', { why: detailIn(language, read.detail) })}</p>
      ) : rows.length === 0 ? (
        <EmptyState className="py-6" title={t('evals.sentences.none')} description={t('evals.sentences.noneHint')} />
      ) : (
        <table className="w-full border-collapse text-base">
          <caption className="sr-only">{t('evals.sentences.title')}</caption>
          <TableHead
            columns={[
              { name: t('evals.sentences.sentence') },
              { name: t('evals.sentences.should'), className: 'w-24' },
              { name: t('evals.sentences.found'), className: 'w-64' },
              { name: t('common.remove'), hidden: true, className: 'w-8' },
            ]}
          />
          <tbody>
            {rows.map(({ query, should_trigger }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sentence is what one edits
              <tr key={index} className="border-line border-t align-top">
                <td className="py-1">
                  <SentenceField
                    label={t('evals.sentences.sentenceOf', { n: index + 1 })}
                    query={query}
                    writable={writable}
                    onEdit={(value) => void edit(withSentenceField(text, index, { query: value }), `query ${index}`)}
                    onRemove={() => void edit(withoutSentence(text, index), `remove ${index} ${rows.length}`)}
                  />
                </td>
                <td className="py-2 pl-3">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    aria-label={t('evals.sentences.shouldOf', { n: index + 1 })}
                    checked={should_trigger}
                    disabled={!writable}
                    onChange={({ target: { checked } }) =>
                      void edit(
                        withSentenceField(text, index, { should_trigger: checked }),
                        `should ${index} ${checked}`,
                      )
                    }
                  />
                </td>
                <td className="py-1.5 pl-3 text-sm">
                  <Found tried={byQuery.get(query)} should={should_trigger} guess={report?.guess === true} />
                </td>
                <td className="py-0.5 text-right">
                  {writable ? (
                    <IconButton
                      size="sm"
                      label={t('evals.sentences.removeSentence', { n: index + 1 })}
                      onClick={() => void edit(withoutSentence(text, index), `remove ${index} ${rows.length}`)}
                      icon={Trash2}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** An emptied sentence is shown as such, and is removed where it is left so: the file has no empty sentences. Esc puts it back. */
function SentenceField({
  label,
  query,
  writable,
  onEdit,
  onRemove,
}: {
  readonly label: string;
  readonly query: string;
  readonly writable: boolean;
  readonly onEdit: (query: string) => void;
  readonly onRemove: () => void;
}) {
  const [isEmptied, setEmptied] = useState(false);
  return (
    <input
      className="h-7 w-full rounded-control border border-transparent bg-transparent px-1.5 text-base hover:border-line-strong focus:border-line-strong"
      aria-label={label}
      value={isEmptied ? '' : query}
      readOnly={!writable}
      onChange={({ target: { value } }) => {
        setEmptied(value === '');
        if (value !== '') onEdit(value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape' || !isEmptied) return;
        event.stopPropagation();
        setEmptied(false);
      }}
      onBlur={() => {
        if (!isEmptied) return;
        setEmptied(false);
        onRemove();
      }}
    />
  );
}

/** Right in every run is green; right in some is a warning. A sentence that should not load it is right without it. */
function Found({
  tried,
  should,
  guess,
}: {
  readonly tried: Tried | undefined;
  readonly should: boolean;
  readonly guess: boolean;
}) {
  const { t, format } = useText();
  if (tried === undefined) return null;
  const { runs, triggered, instead, matched = [] } = tried;
  const right = should ? triggered : runs - triggered;
  const tone = runs === 0 ? 'neutral' : right === runs ? 'success' : right === 0 ? 'danger' : 'warning';
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>
        {guess
          ? t(triggered > 0 ? 'evals.sentences.likely' : 'evals.sentences.unlikely')
          : t('evals.sentences.loadedIn', { n: format.number(triggered), of: format.number(runs) })}
      </Badge>
      {Object.entries(instead).map(([id, count]) => (
        <span key={id} className="text-ink-soft">
          {guess ? id : t('evals.sentences.instead', { id, n: format.number(count) })}
        </span>
      ))}
      {matched.length === 0 ? null : (
        <span className="text-ink-soft">{t('evals.sentences.words', { words: format.list(matched) })}</span>
      )}
    </span>
  );
}

function Figures({ skill, report }: { readonly skill: string; readonly report: TriggerReport }) {
  const { t, format } = useText();
  const share = (value: number | null) => (value === null ? t('common.none') : format.percent(value));
  const others = [...new Set(report.queries.flatMap(({ instead }) => Object.keys(instead)))].sort();
  const chosen = (should: boolean, id: string) =>
    report.queries
      .filter(({ should_trigger }) => should_trigger === should)
      .reduce((sum, { triggered, instead }) => sum + (id === skill ? triggered : (instead[id] ?? 0)), 0);
  const nothing = (should: boolean) =>
    report.queries.filter(({ should_trigger }) => should_trigger === should).reduce((sum, { runs }) => sum + runs, 0) -
    [skill, ...others].reduce((sum, id) => sum + chosen(should, id), 0);
  return (
    <>
      {report.guess ? <p className="text-sm text-warning">{t('evals.sentences.guess')}</p> : null}
      {report.errors.map((error) => (
        <p key={error} className="text-danger text-sm">
          {error}
        </p>
      ))}
      <p className="text-base">
        {t('evals.sentences.figures', { precision: share(report.precision), recall: share(report.recall) })}
      </p>
      <div className="overflow-x-auto">
        <table className="border-collapse text-sm">
          <caption className="pb-1 text-left text-ink-soft">{t('evals.sentences.matrix')}</caption>
          <thead>
            <tr className="text-ink-soft">
              <td />
              {[skill, ...others].map((id) => (
                <th key={id} scope="col" className="px-2 pb-1 text-right font-normal">
                  {id}
                </th>
              ))}
              <th scope="col" className="px-2 pb-1 text-right font-normal">
                {t('common.none')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[true, false].map((should) => (
              <tr key={String(should)} className="border-line border-t">
                <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-soft">
                  {t(should ? 'evals.sentences.shouldLoad' : 'evals.sentences.shouldNot')}
                </th>
                {[skill, ...others].map((id) => (
                  <td key={id} className="px-2 py-1 text-right tabular-nums">
                    {format.number(chosen(should, id))}
                  </td>
                ))}
                <td className="px-2 py-1 text-right tabular-nums">{format.number(nothing(should))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
