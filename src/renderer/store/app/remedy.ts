/** What a person is told of an expected failure in place of the core's own sentence, which is English. */
import { ERROR_CODES, type ErrorCode } from '../../../shared/errors.ts';
import type { Format, Translate } from '../../i18n/index.ts';

export type Figures = Readonly<Record<string, number>>;

/** The figures that each of these has in its words. */
const FIGURES = {
  'over-skill-budget': ['tokens', 'budget'],
  'context-full': ['total', 'tokens', 'allowed'],
  'too-many-skills': ['loaded', 'pinned', 'most'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

const hasFigures = (code: ErrorCode): code is keyof typeof FIGURES => Object.hasOwn(FIGURES, code);

/** The figures are told where they came whole. */
export function remedyFor(translate: Translate, { number }: Format, code: ErrorCode, figures: Figures = {}): string {
  const help = translate(`remedies.help.${code}`);
  if (!hasFigures(code)) return help;
  const entries = FIGURES[code].flatMap((name) => {
    const figure = figures[name];
    return figure === undefined ? [] : [[name, number(figure)]];
  });
  if (entries.length < FIGURES[code].length) return help;
  return translate('remedies.both', {
    figures: translate(`remedies.figures.${code}`, Object.fromEntries(entries)),
    help,
  });
}

/** What a failed command or a refused tool call has in its data: which failure, and its figures. */
export function refusalIn(data: unknown): { readonly code: ErrorCode | undefined; readonly figures: Figures } {
  const { code, figures } = fields(data);
  const numbers = Object.entries(fields(figures)).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number';
  });
  return { code: ERROR_CODES.find((known) => known === code), figures: Object.fromEntries(numbers) };
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
