/** The table of `docs/settings.md`, written from the settings themselves (`npm run settings:docs`). */
import { z } from 'zod';
import { SETTINGS } from '../../src/shared/settings/schema.ts';

const START = '<!-- Written by `npm run settings:docs`. -->\n';
const END = '\n<!-- End of the written table. -->';

/** @returns `page` with its table as it should be. */
export function withSettingsTable(page: string): string {
  const [before = '', rest = ''] = page.split(START);
  const after = rest.slice(rest.indexOf(END));
  return `${before}${START}${settingsTable()}${after}`;
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, row]) => {
    const files = 'in' in row ? row.in.map((file) => `\`${file}\``).join(', ') : '';
    const option = 'option' in row ? `\`${row.option}\`` : '';
    return `| \`${name}\` | ${option} | ${files} | ${row.docs}${valuesOf(row)} |`;
  });
  return ['| field | option of `run` | also in | is |', '|---|---|---|---|', ...rows].join('\n');
}

function valuesOf(row: {
  readonly schema: z.ZodType;
  readonly default?: unknown;
  readonly min?: number;
  readonly max?: number;
}) {
  const { schema, min, max } = row;
  const choices = schema instanceof z.ZodEnum ? [schema.options.map((value) => `\`${value}\``).join(', ')] : [];
  const bounds = min === undefined || max === undefined ? [] : [`${min}–${max}`];
  const hasDefault = ['string', 'number', 'boolean'].includes(typeof row.default) && row.default !== '';
  const standard = hasDefault ? [`default \`${row.default}\``] : [];
  const facts = [...choices, ...bounds, ...standard];
  return facts.length === 0 ? '' : ` (${facts.join('; ')})`;
}
