import { Plus, X } from 'lucide-react';
import type { SettingsView } from '../../shared/contract.ts';
import { parsedJson } from '../../shared/defined.ts';
import { EFFORTS, type Effort, WIRES, type Wire } from '../../shared/events.ts';
import {
  headersSchema,
  MAX_OUTPUT_BOUNDS,
  type ModelOptions,
  paramsSchema,
} from '../../shared/models/model-options.ts';
import { useT, useText } from '../i18n.ts';
import { Button, IconButton } from '../ui/index.ts';
import { Collapsible, Select, TextField } from '../ui/on-demand.ts';

// Input under "Advanced" in the model settings, and conversion to options.

/** Nothing chosen: what the table of models or the provider says. */
const AUTO = 'auto';

interface HeaderRow {
  /** Id of the row on screen. */
  readonly id: number;
  readonly name: string;
  /** Current input; '' if a stored value is kept. */
  readonly value: string;
  readonly stored: boolean;
}

export interface AdvancedForm {
  readonly wire: Wire | typeof AUTO;
  readonly effort: Effort | typeof AUTO;
  readonly maxOutput: string;
  /** A JSON object, or ''. */
  readonly params: string;
  readonly headers: readonly HeaderRow[];
}

export const NO_ADVANCED: AdvancedForm = { wire: AUTO, effort: AUTO, maxOutput: '', params: '', headers: [] };
const WIRE_CHOICES = [AUTO, ...WIRES] as const;
const EFFORT_CHOICES = [AUTO, ...EFFORTS] as const;

export function advancedOf(options: SettingsView['modelOptions']): AdvancedForm {
  const { wire, effort, maxOutput, params, headers = {} } = options;
  return {
    wire: wire ?? AUTO,
    effort: effort ?? AUTO,
    maxOutput: maxOutput === undefined ? '' : String(maxOutput),
    params: params === undefined ? '' : JSON.stringify(params),
    headers: Object.entries(headers).map(([name, value], id) => ({
      id,
      name,
      value: value ?? '',
      stored: value === null,
    })),
  };
}

export type AdvancedField = 'maxOutput' | 'params' | 'headers';

/** The options, or the fields that are wrong. */
export function optionsIn(form: AdvancedForm): { readonly options: ModelOptions } | { readonly bad: AdvancedField[] } {
  const { wire, effort } = form;
  const maxOutput = form.maxOutput.trim() === '' ? undefined : Number(form.maxOutput.replaceAll(/[\s,，]/g, ''));
  const params = form.params.trim() === '' ? undefined : paramsSchema.safeParse(parsedJson(form.params));
  const rows = form.headers.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
  const names = new Set(rows.map(({ name }) => name.trim().toLowerCase()));
  const headers = headersSchema.safeParse(
    Object.fromEntries(rows.map(({ name, value, stored }) => [name, stored && value === '' ? null : value])),
  );
  const { min, max } = MAX_OUTPUT_BOUNDS;
  const bad: AdvancedField[] = [
    ...(maxOutput === undefined || (Number.isInteger(maxOutput) && maxOutput >= min && maxOutput <= max)
      ? []
      : ['maxOutput' as const]),
    ...(params === undefined || params.success ? [] : ['params' as const]),
    ...(headers.success && names.size === rows.length ? [] : ['headers' as const]),
  ];
  if (bad.length > 0 || !headers.success) return { bad };
  return {
    options: {
      ...(wire === AUTO ? {} : { wire }),
      ...(effort === AUTO ? {} : { effort }),
      ...(maxOutput === undefined ? {} : { maxOutput }),
      ...(params?.success === true ? { params: params.data } : {}),
      ...(rows.length === 0 ? {} : { headers: headers.data }),
    },
  };
}

function withHeader(rows: readonly HeaderRow[]): readonly HeaderRow[] {
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
  return [...rows, { id, name: '', value: '', stored: false }];
}

/** Wire, effort, longest answer, parameters and headers: few people need them, so they are folded. */
export function AdvancedFields({
  form,
  bad,
  onChange,
}: {
  readonly form: AdvancedForm;
  readonly bad: readonly AdvancedField[];
  readonly onChange: (form: AdvancedForm) => void;
}) {
  const { t, format } = useText();
  const { min, max } = MAX_OUTPUT_BOUNDS;
  const range = { min: format.number(min), max: format.number(max) };
  return (
    <Collapsible summary={t('settings.model.advanced.title')} triggerClassName="font-medium">
      <div className="flex flex-col gap-4 pt-3 pb-1">
        <Select
          label={t('common.protocol')}
          description={t('settings.model.advanced.wireHint')}
          value={form.wire}
          onChange={(wire) => onChange({ ...form, wire })}
          options={WIRE_CHOICES.map((value) => ({ value, label: t(`settings.model.advanced.wires.${value}`) }))}
        />
        <Select
          label={t('settings.model.advanced.effort')}
          value={form.effort}
          onChange={(effort) => onChange({ ...form, effort })}
          options={EFFORT_CHOICES.map((value) => ({ value, label: t(`settings.model.advanced.efforts.${value}`) }))}
        />
        <TextField
          label={t('settings.model.advanced.maxOutput')}
          description={t('settings.model.advanced.maxOutputHint')}
          inputMode="numeric"
          inputClassName="max-w-40 tabular-nums"
          value={form.maxOutput}
          onChange={(maxOutput) => onChange({ ...form, maxOutput })}
          {...(bad.includes('maxOutput') ? { error: t('settings.limits.bad', range) } : {})}
        />
        <TextField
          label={t('settings.model.advanced.params')}
          description={t('settings.model.advanced.paramsHint')}
          spellCheck={false}
          inputClassName="font-mono text-sm"
          placeholder='{"temperature": 0.2}'
          value={form.params}
          onChange={(params) => onChange({ ...form, params })}
          {...(bad.includes('params') ? { error: t('settings.model.advanced.badParams') } : {})}
        />
        <Headers
          rows={form.headers}
          bad={bad.includes('headers')}
          onChange={(headers) => onChange({ ...form, headers })}
        />
      </div>
    </Collapsible>
  );
}

/** A value goes in and is never shown again, unless it names an environment variable. */
function Headers({
  rows,
  bad,
  onChange,
}: {
  readonly rows: readonly HeaderRow[];
  readonly bad: boolean;
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}) {
  const t = useT();
  const replace = (row: HeaderRow) => onChange(rows.map((old) => (old.id === row.id ? row : old)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-medium text-base">{t('settings.model.advanced.headers')}</legend>
      <p className="text-ink-soft text-sm">{t('settings.model.advanced.headersHint')}</p>
      {rows.map((row) => (
        <div key={row.id} className="flex items-end gap-2">
          <TextField
            className="flex-1"
            label={t('common.name')}
            spellCheck={false}
            inputClassName="font-mono text-sm"
            value={row.name}
            onChange={(name) => replace({ ...row, name, stored: false })}
          />
          <TextField
            className="flex-1"
            label={t('settings.model.advanced.headerValue')}
            type={row.value.includes('$') ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            placeholder={row.stored ? t('settings.model.keyPlaceholderStored') : '$NAME'}
            value={row.value}
            onChange={(value) => replace({ ...row, value })}
          />
          <IconButton
            label={t('settings.model.advanced.headerRemove', { name: row.name })}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            icon={X}
          />
        </div>
      ))}
      {bad ? (
        <p role="alert" className="text-danger text-sm">
          {t('settings.model.advanced.badHeaders')}
        </p>
      ) : null}
      <Button icon={Plus} size="sm" className="self-start" onClick={() => onChange(withHeader(rows))}>
        {t('settings.model.advanced.headerAdd')}
      </Button>
    </fieldset>
  );
}
