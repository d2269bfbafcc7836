import { ERROR_CODES, type ErrorCode } from '../../shared/errors.ts';
import type { Figures } from '../../shared/messages/failure.ts';

/** Error code and figures in the data of a failed command or refused tool call. */
export function refusalIn(data: unknown): { readonly code: ErrorCode | undefined; readonly figures: Figures } {
  const { code, figures } = fields(data);
  const numbers = Object.entries(fields(figures)).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number';
  });
  return { code: ERROR_CODES.find((known) => known === code), figures: Object.fromEntries(numbers) };
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
