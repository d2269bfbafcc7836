import { ERROR_CODES, type ErrorCode, type ErrorDetail } from '../../shared/errors.ts';
import type { Figures } from '../../shared/messages/failure.ts';

/** Error code and figures in the data of a failed command or refused tool call. */
export function refusalIn(data: unknown): { readonly code: ErrorCode | undefined; readonly figures: Figures } {
  const { code, figures } = fields(data);
  const numbers = Object.entries(fields(figures)).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number';
  });
  return { code: ERROR_CODES.find((known) => known === code), figures: Object.fromEntries(numbers) };
}

/** The exact reason, in the data of a failed command. */
export function detailIn(data: unknown): ErrorDetail | undefined {
  const { code, figures } = fields(fields(data).detail);
  if (typeof code !== 'string') return undefined;
  const known = Object.entries(fields(figures)).filter((entry): entry is [string, string | number] => {
    return typeof entry[1] === 'string' || typeof entry[1] === 'number';
  });
  return { code, figures: Object.fromEntries(known) };
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
