import { ChevronDown, ChevronRight, MessageSquarePlus, Plus, TextCursorInput, Trash2, Undo2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useActions, useApp, useSessionTitle } from '../../../renderer/store/index.ts';
import { Badge, Button, EmptyState, IconButton, notify, Spinner, Tooltip } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { TableHead } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { type EvalCase, expectationsOf } from '../../../shared/evals.ts';
import { detailIn } from '../../../shared/messages/detail.ts';
import {
  Amount,
  CASES_FILE,
  Lines,
  lineOfCase,
  readCaseRows,
  useRows,
  withCase,
  withField,
  withoutCase,
} from './fields.tsx';

/** Lists of plain text, one item a line. */
const LISTS = ['turns', 'files', 'loads', 'must_not_load', 'references', 'regex'] as const;

/** The fields of one case; what has more structure than text is edited as text. */
function CaseForm({
  one,
  writable,
  onChange,
  onText,
}: {
  readonly one: EvalCase;
  readonly writable: boolean;
  readonly onChange: (field: keyof EvalCase, value: unknown) => void;
  readonly onText: () => void;
}) {
  const t = useT();
  const readOnly = !writable;
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line bg-sunken p-3">
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label={t('common.name')}
          value={one.id}
          readOnly={readOnly}
          onChange={(value) => {
            if (value !== '') onChange('id', value);
          }}
        />
        <TextField
          rows={2}
          label={t('evals.cases.prompt')}
          value={one.prompt}
          readOnly={readOnly}
          onChange={(value) => {
            if (value !== '') onChange('prompt', value);
          }}
        />
        <Lines
          label={t('evals.fields.expectations')}
          description={t('evals.hints.expectations')}
          values={expectationsOf(one)}
          readOnly={readOnly}
          onChange={(values) => onChange('expectations', values)}
        />
        <TextField
          rows={2}
          label={t('evals.fields.expected_output')}
          description={t('evals.hints.expected_output')}
          value={one.expected_output ?? ''}
          readOnly={readOnly}
          onChange={(value) => onChange('expected_output', value)}
        />
        {LISTS.map((field) => (
          <Lines
            key={field}
            label={t(`evals.fields.${field}`)}
            description={t(`evals.hints.${field}`)}
            values={one[field] ?? []}
            readOnly={readOnly}
            onChange={(values) => onChange(field, values)}
          />
        ))}
        <Amount
          label={t('evals.fields.max_tokens')}
          error={t('evals.notWhole')}
          value={one.max_tokens}
          readOnly={readOnly}
          onChange={(value) => onChange('max_tokens', value)}
        />
        <Amount
          label={t('evals.fields.max_seconds')}
          error={t('evals.notNumber')}
          value={one.max_seconds}
          whole={false}
          readOnly={readOnly}
          onChange={(value) => onChange('max_seconds', value)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
        {t('evals.cases.more')}
        <Button size="sm" variant="ghost" onClick={onText}>
          {t('evals.cases.openText')}
        </Button>
      </p>
    </div>
  );
}

/** Checks of a case that need no judge. */
const CHECKS = ['loads', 'must_not_load', 'references', 'calls', 'output_files', 'regex'] as const;

const checksOf = (one: EvalCase): number =>
  CHECKS.reduce((sum, field) => sum + (one[field]?.length ?? 0), 0) +
  [one.max_tokens, one.max_seconds].filter((limit) => limit !== undefined).length;

/** `evals/evals.json` as a table; each case unfolds to its fields. */
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
  const { t, format, language } = useText();
  const { read, rows, text, isThere, edit, undo } = useRows(CASES_FILE, readCaseRows);
  const { evals } = useActions();
  const { refresh } = useBenchActions();
  const selected = useApp((data) => data.selected);
  const title = useSessionTitle();
  const [open, setOpen] = useState<number>();
  const asText = (line = 1) => onGo({ path: CASES_FILE, line, column: 1 });
  const add = (): void => {
    setOpen(rows.length);
    void edit(withCase(text, skill, rows, { prompt: t('evals.cases.example') }), 'add');
  };
  const capture = async (): Promise<void> => {
    const captured = selected === undefined ? undefined : await evals.capture(skill, selected);
    if (captured === undefined) return;
    const { fields, leftOut, redacted } = captured;
    setOpen(rows.length);
    await edit(withCase(text, skill, rows, fields), 'capture');
    await refresh();
    const said = [
      t('evals.cases.captured'),
      ...(redacted === 0 ? [] : [t('evals.cases.redacted', { count: redacted, n: format.number(redacted) })]),
      ...(leftOut.length === 0 ? [] : [t('evals.cases.leftOut', { files: format.list(leftOut) })]),
    ];
    notify.done(said.join(' '));
  };
  if (read === undefined) return <Spinner className="m-4" />;
  const tools = (
    <div className="flex flex-wrap items-center gap-2">
      {writable ? (
        <Button icon={Plus} size="sm" onClick={add} disabled={read.kind === 'broken'}>
          {t('evals.cases.add')}
        </Button>
      ) : null}
      {writable && selected !== undefined ? (
        <Tooltip content={t('evals.cases.captureHint', { title })}>
          <Button icon={MessageSquarePlus} size="sm" onClick={() => void capture()} disabled={read.kind === 'broken'}>
            {t('evals.cases.capture')}
          </Button>
        </Tooltip>
      ) : null}
      {writable ? (
        <Button icon={Undo2} size="sm" variant="ghost" disabled={undo === undefined} onClick={() => undo?.()}>
          {t('common.undo')}
        </Button>
      ) : null}
      {isThere ? (
        <Button icon={TextCursorInput} size="sm" variant="ghost" onClick={() => asText()}>
          {t('evals.asText')}
        </Button>
      ) : null}
    </div>
  );
  if (read.kind === 'broken') {
    return (
      <div className="flex flex-col gap-2">
        {tools}
        <p className="text-base text-danger">{t('evals.broken', { why: detailIn(language, read.detail) })}</p>
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="flex flex-col gap-2">
        {tools}
        <EmptyState className="py-6" title={t('evals.cases.none')} description={t('evals.cases.noneHint')} />
      </div>
    );
  }
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft(next);
  };
  return (
    <div className="flex flex-col gap-2">
      {tools}
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">{t('evals.cases.title')}</caption>
        <TableHead
          columns={[
            { name: t('evals.cases.run'), hidden: true, className: 'w-8' },
            { name: t('evals.cases.case'), className: 'pl-0' },
            { name: t('evals.cases.prompt') },
            { name: t('evals.cases.checks'), align: 'right' },
            { name: t('evals.cases.expectations'), align: 'right' },
            { name: t('common.remove'), hidden: true, className: 'w-8' },
          ]}
        />
        <tbody>
          {rows.map((one, index) => {
            const isOpen = open === index;
            const Chevron = isOpen ? ChevronDown : ChevronRight;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the id is what one edits
              <Fragment key={index}>
                <tr className="border-line border-t align-top">
                  <td className="py-1.5">
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      aria-label={t('evals.cases.runCase', { id: one.id })}
                      checked={!left.has(one.id)}
                      onChange={() => toggle(one.id)}
                    />
                  </td>
                  <th scope="row" className="py-1 text-left font-normal">
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      className="flex max-w-48 cursor-default items-center gap-1 rounded text-accent-ink hover:underline"
                      onClick={() => setOpen(isOpen ? undefined : index)}
                    >
                      <Chevron className="size-3.5 shrink-0" aria-hidden />
                      <span className="truncate">{one.id}</span>
                    </button>
                  </th>
                  <td className="max-w-0 py-1.5 pl-3 [width:60%]">
                    <p className="truncate">{one.prompt}</p>
                  </td>
                  <td className="py-1.5 pl-3 text-right tabular-nums">{format.number(checksOf(one))}</td>
                  <td className="py-1.5 pl-3 text-right tabular-nums">
                    {format.number(expectationsOf(one).length + (one.judge === undefined ? 0 : 1))}
                  </td>
                  <td className="py-0.5 text-right">
                    {writable ? (
                      <IconButton
                        size="sm"
                        label={t('evals.cases.removeCase', { id: one.id })}
                        onClick={() => {
                          setOpen(undefined);
                          void edit(withoutCase(text, index), `remove ${index} ${rows.length}`);
                        }}
                        icon={Trash2}
                      />
                    ) : null}
                  </td>
                </tr>
                {isOpen ? (
                  <tr>
                    <td colSpan={6} className="pb-3">
                      <CaseForm
                        one={one}
                        writable={writable}
                        onText={() => asText(lineOfCase(text, index))}
                        onChange={(field, value) =>
                          void edit(withField(text, index, field, value, one), `${index} ${field}`)
                        }
                      />
                      {rows.some((other, at) => at !== index && other.id === one.id) ? (
                        <Badge tone="danger">{t('evals.cases.twice', { id: one.id })}</Badge>
                      ) : null}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
