import { type EvalCase, expectationsOf } from '../../../../shared/evals/cases.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { Amount, Lines } from './fields.tsx';

/** Lists of plain text, one item a line. */
const LISTS = ['turns', 'files', 'loads', 'must_not_load', 'references', 'regex'] as const;

/** The fields of one case; what has more structure than text is edited as text. */
export function CaseForm({
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
          label={t('evals.fields.id')}
          value={one.id}
          readOnly={readOnly}
          onChange={(value) => {
            if (value !== '') onChange('id', value);
          }}
        />
        <TextField
          rows={2}
          label={t('evals.fields.prompt')}
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
