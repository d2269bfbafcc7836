import { MessageSquarePlus } from 'lucide-react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useActions, useApp, useSessionTitle } from '../../../renderer/store/index.ts';
import { Badge, Button, notify, Tooltip } from '../../../renderer/ui/index.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { type EvalCase, expectationsOf, type TriggerReport } from '../../../shared/evals.ts';
import {
  CASES_FILE,
  lineOf,
  RowsFrame,
  readCaseRows,
  readSentences,
  SENTENCES_FILE,
  useRows,
  withRow,
} from './fields.tsx';

/** Checks of a case that need no judge. */
const CHECKS = ['loads', 'must_not_load', 'references', 'calls', 'output_files', 'regex'] as const;

const checksOf = (one: EvalCase): number =>
  CHECKS.reduce((sum, field) => sum + (one[field]?.length ?? 0), 0) +
  [one.max_tokens, one.max_seconds].filter((limit) => limit !== undefined).length;

/** An id that no case has. */
function freeId(rows: readonly EvalCase[]): string {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `case-${number}`)) number += 1;
  return `case-${number}`;
}

/** `evals/evals.json` as a table; a case is edited as text. */
export function CasesTable({
  skill,
  writable,
  left,
  onLeft,
  onGo,
}: {
  readonly skill: string;
  readonly writable: boolean;
  /** Ids of cases that are left out of the next eval. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
  readonly onGo: (to: Goto) => void;
}) {
  const { t, format } = useText();
  const file = useRows(CASES_FILE, readCaseRows);
  const { rows, text, edit } = file;
  const { evals } = useActions();
  const { refresh } = useBenchActions();
  const selected = useApp((data) => data.selected);
  const title = useSessionTitle();
  const toText = (index: number, now = text) =>
    onGo({ path: CASES_FILE, line: lineOf(now, ['evals', index, 'id']), column: 1 });
  /** @returns the text with it. */
  const add = async (fields: Omit<EvalCase, 'id'>): Promise<string> => {
    const one = { id: freeId(rows), ...fields };
    const before = text.trim() === '' ? JSON.stringify({ skill_name: skill, evals: [] }) : text;
    const next = withRow(before, ['evals', rows.length], one);
    await edit(next);
    return next;
  };
  const capture = async (): Promise<void> => {
    const captured = selected === undefined ? undefined : await evals.capture(skill, selected);
    if (captured === undefined) return;
    const { fields, leftOut, redacted } = captured;
    await add(fields);
    await refresh();
    const said = [
      t('evals.cases.captured'),
      ...(redacted === 0 ? [] : [t('evals.cases.redacted', { count: redacted, n: format.number(redacted) })]),
      ...(leftOut.length === 0 ? [] : [t('evals.cases.leftOut', { files: format.list(leftOut) })]),
    ];
    notify.done(said.join(' '));
  };
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft(next);
  };
  return (
    <RowsFrame
      file={file}
      words="cases"
      writable={writable}
      onAdd={() => void add({ prompt: t('evals.cases.example') }).then((next) => toText(rows.length, next))}
      onText={() => toText(0)}
      more={
        writable && selected !== undefined ? (
          <Tooltip content={t('evals.cases.captureHint', { title })}>
            <Button icon={MessageSquarePlus} size="sm" onClick={() => void capture()}>
              {t('evals.cases.capture')}
            </Button>
          </Tooltip>
        ) : null
      }
    >
      <FigureTable
        caption={t('evals.cases.title')}
        columns={[
          { name: t('evals.cases.case') },
          { name: t('evals.cases.prompt') },
          { name: t('evals.cases.checks'), align: 'right' },
          { name: t('evals.cases.expectations'), align: 'right' },
        ]}
        rows={rows.map((one, index) => ({
          key: `${index} ${one.id}`,
          name: (
            <span className="flex items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label={t('evals.cases.runCase', { id: one.id })}
                checked={!left.has(one.id)}
                onChange={() => toggle(one.id)}
              />
              <Button size="sm" variant="ghost" onClick={() => toText(index)}>
                {one.id}
              </Button>
            </span>
          ),
          cells: [
            <span key="prompt" className="line-clamp-2">
              {one.prompt}
            </span>,
            format.number(checksOf(one)),
            format.number(expectationsOf(one).length + (one.judge === undefined ? 0 : 1)),
          ],
        }))}
      />
    </RowsFrame>
  );
}

/** `evals/triggers.json`: sentences that should lead to the skill, or should not, and what the model chose. */
export function SentencesTable({
  report,
  writable,
  onGo,
}: {
  readonly report: TriggerReport | undefined;
  readonly writable: boolean;
  readonly onGo: (to: Goto) => void;
}) {
  const t = useT();
  const file = useRows(SENTENCES_FILE, readSentences);
  const { rows, text, edit } = file;
  const toText = (index: number, now = text) => onGo({ path: SENTENCES_FILE, line: lineOf(now, [index]), column: 1 });
  const add = async (): Promise<void> => {
    const next = withRow(text.trim() === '' ? '[]' : text, [rows.length], example);
    await edit(next);
    toText(rows.length, next);
  };
  const byQuery = new Map(report?.queries.map((one) => [one.query, one]));
  const example = { query: t('evals.cases.example'), should_trigger: true };
  return (
    <RowsFrame file={file} words="sentences" writable={writable} onAdd={() => void add()} onText={() => toText(0)}>
      <FigureTable
        caption={t('evals.sentences.title')}
        columns={[
          { name: t('evals.sentences.sentence') },
          { name: t('evals.sentences.should') },
          { name: t('evals.sentences.found') },
        ]}
        rows={rows.map(({ query, should_trigger }, index) => ({
          key: `${index} ${query}`,
          name: query,
          cells: [
            t(should_trigger ? 'evals.sentences.shouldLoad' : 'evals.sentences.shouldNot'),
            <Found key="found" tried={byQuery.get(query)} should={should_trigger} guess={report?.guess === true} />,
          ],
        }))}
      />
    </RowsFrame>
  );
}

/** Right in every run is green; right in some is a warning. A sentence that should not load it is right without it. */
function Found({
  tried,
  should,
  guess,
}: {
  readonly tried: TriggerReport['queries'][number] | undefined;
  readonly should: boolean;
  readonly guess: boolean;
}) {
  const { t, format } = useText();
  if (tried === undefined) return null;
  const { runs, triggered, instead, matched = [] } = tried;
  const right = should ? triggered : runs - triggered;
  const tone = runs === 0 ? 'neutral' : right === runs ? 'success' : right === 0 ? 'danger' : 'warning';
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
      <Badge tone={tone}>
        {guess
          ? t(triggered > 0 ? 'evals.sentences.likely' : 'evals.sentences.unlikely')
          : t('evals.sentences.loadedIn', { n: format.number(triggered), of: format.number(runs) })}
      </Badge>
      {Object.entries(instead).map(([id, count]) => (
        <span key={id}>{guess ? id : t('evals.sentences.instead', { id, n: format.number(count) })}</span>
      ))}
      {matched.length === 0 ? null : <span>{t('evals.sentences.words', { words: format.list(matched) })}</span>}
    </span>
  );
}
