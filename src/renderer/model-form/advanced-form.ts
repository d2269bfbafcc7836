/** Input under "Advanced" in the model settings, and conversion to options. */
import type { SettingsView } from '../../shared/contract.ts';
import { EFFORTS, type Effort, WIRES, type Wire } from '../../shared/events.ts';
import {
  headersSchema,
  MAX_OUTPUT_BOUNDS,
  type ModelOptions,
  paramsSchema,
} from '../../shared/models/model-options.ts';

/** Nothing chosen: what the table of models or the provider says. */
const AUTO = 'auto';

export interface HeaderRow {
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
export const WIRE_CHOICES = [AUTO, ...WIRES] as const;
export const EFFORT_CHOICES = [AUTO, ...EFFORTS] as const;

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
  const params = form.params.trim() === '' ? undefined : paramsSchema.safeParse(jsonOf(form.params));
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

export function withHeader(rows: readonly HeaderRow[]): readonly HeaderRow[] {
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
  return [...rows, { id, name: '', value: '', stored: false }];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
